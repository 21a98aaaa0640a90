// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/task_journal.hpp"
#include "actors/runtime/simgrid/host_watch.hpp"

namespace malha::easygrid {

/// The attempts of tasks on hosts that may crash, independent of what managers know. It is written when the
/// run is over, since a task may run again after it has counted.
class AttemptBook {
public:
  /// The outcomes of attempts that did not end their task.
  static std::vector<std::string> outcomes() { return {"cancelled", "lost", "uncounted"}; }
  static std::vector<MetricSpec> metrics();

  /// `hosts` and `sites` are by manager; each host has `slots`.
  AttemptBook(Stage& simulation, const std::vector<simgrid::s4u::Host*>& hosts,
              const std::vector<std::string>& sites, int slots);

  void started(const Task& task, int host, Seconds date);
  void ended(TaskId task, int host, Seconds start, Seconds end);
  /// The global manager has received the end of the task on that host. The first time counts.
  void counted(TaskId task, int host);
  /// Those of `tasks` tasks that have not counted, as "3 8-12".
  std::string uncounted(std::size_t tasks) const;
  /// Writes all rows, and counts the metrics. It is called once, at the end of the run.
  void close(Seconds end);

private:
  struct Attempt {
    int host;
    Seconds start;
    std::optional<Seconds> end = {};
    const char* outcome = nullptr;
  };
  struct Attempts {
    Task task;
    std::vector<Attempt> all;
  };

  void lose_attempts();
  void settle(Attempts& attempts, Seconds end) const;
  void write(Attempts& attempts);
  std::optional<JobRow> row_of(const Attempts& attempts) const;
  TaskJournal& journal_of(int host) { return journals_.at(sites_[static_cast<std::size_t>(host)]); }

  Recorder& recorder_;
  HostWatch hosts_;
  const std::vector<std::string> sites_;        ///< by host
  std::vector<int> resources_;                  ///< by host: its index in the records
  std::map<std::string, TaskJournal> journals_; ///< by site
  std::map<TaskId, Attempts> attempts_;
  std::map<TaskId, int> counted_; ///< host of the attempt that counted, by task
};

} // namespace malha::easygrid
