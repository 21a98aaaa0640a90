// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"
#include "actors/runtime/simgrid/actor.hpp"
#include "task_journal.hpp"

#include <map>
#include <unordered_map>

namespace malha {

/// Records runs of architectures that run bags of tasks on machines of one task at a time. A task may need
/// several attempts. The journal writes the rows of tasks, attempts and outages, and counts the metrics.
class BagJournal : public BagListener {
public:
  BagJournal(Recorder& recorder, const std::string& workload)
      : recorder_(recorder), tasks_(recorder, workload, "grid") {}

  /// The metrics of all such architectures, and the numbers of attempts with these other outcomes.
  static std::vector<MetricSpec>
  metrics(const std::vector<MetricSpec>& outcomes = {
              {"attempts_cancelled", "count", "of those, since another copy of the task ended"}});

  /// From now on the rows of a DAG are written when all of its tasks have ended, since some may run again.
  void keep_rows_of_dags() { keeps_rows_ = true; }

  /// Announces a resource. Returns its index in the records.
  int add_resource(const simgrid::s4u::Host& host, const std::string& owner = "");
  /// Takes a bag. Throws InputError if some tasks of the run are delays and others give work, because
  /// policies compare tasks by work.
  void submitted(const Job& job) override;
  void cut_short(const Task& task, const TaskAttempt& run, const char* outcome) override;
  void ended(const Task& task, const TaskAttempt& run) override;
  void down(int resource, Seconds date) override;
  void up(int resource, Seconds date) override;

  /// The tasks that were submitted and have not ended, as "3 8-12".
  std::string unfinished() const;

  /// Completes what is written, and counts the metrics. It is called once.
  void close();

private:
  struct Attempt {
    TaskAttempt run;
    const char* outcome;
  };
  /// A task that has ended.
  struct Ended {
    Task task;
    TaskAttempt run;
  };
  /// A bag with a task that has not ended.
  struct Bag {
    Seconds submitted;
    std::string user;
    TaskId first;                 ///< the first of its tasks, which have consecutive ids
    std::vector<bool> ended;      ///< by task
    std::size_t left;             ///< tasks that have not ended
    Seconds end = 0;              ///< the latest of those that have; news of an earlier end may come later
    std::vector<Ended> kept = {}; ///< rows to be written
    Seconds first_kept = never;   ///< the least end of those
    std::shared_ptr<const void> expected = nullptr; ///< row of that end
  };

  void keep(const Task& task, const TaskAttempt& run);
  void write(const Task& task, const TaskAttempt& run, const std::string& user);
  void write_kept(Bag& bag);
  void write_attempts(const Task& task, std::vector<Attempt>& attempts);
  void task_left(const Task& task, Seconds end);

  Recorder& recorder_;
  TaskJournal tasks_;
  std::map<JobId, Bag> bags_;
  std::unordered_map<TaskId, std::vector<Attempt>> cut_short_; ///< by task; only tasks that have not ended
  std::map<const simgrid::s4u::Host*, int> resources_on_;
  std::optional<bool> runs_delays_; ///< nothing until a task is submitted
  bool keeps_rows_ = false;
  std::int64_t attempts_ended_ = 0, bags_ended_ = 0;
  Seconds turnaround_ = 0; ///< sum over the bags that have ended
};

} // namespace malha
