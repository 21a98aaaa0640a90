// SPDX-License-Identifier: MIT
#pragma once
#include "application.hpp"
#include "messages.hpp"
#include "policies/easygrid/balance.hpp"
#include "policies/easygrid/pending.hpp"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace malha::easygrid::dag {

/// What a site manager knows of the tasks of its site and of its hosts. It learns it from their news, so that
/// it may be late.
class SiteTasks {
public:
  /// `hosts` are those of the site, in order.
  SiteTasks(const Application& application, const std::vector<int>& hosts);

  /// A task has come from the global manager, and has no host yet.
  void add(TaskId task) { waiting_[task] = no_host; }
  void place(TaskId task, int host) { waiting_[task] = host; }
  /// A task belongs to another site now.
  void remove(TaskId task) { waiting_.erase(task); }
  void take(const News& news);
  /// The expected or known ends of tasks of other sites.
  void take(const FinishAnswer& answer);

  bool has(TaskId task) const {
    return waiting_.count(task) > 0 || running_.count(task) > 0 || ended_.count(task) > 0;
  }
  /// The host on which the task waits; nothing: it does not wait in the site, or has no host yet.
  std::optional<int> waits_on(TaskId task) const;
  bool has_waiting() const { return !waiting_.empty(); }
  /// Whether some task has no host yet.
  bool has_unplaced() const;
  const std::vector<ChildLoad>& loads() const { return loads_; }
  /// The least topological level of the running tasks; nothing: none runs.
  std::optional<int> least_level() const;
  /// The hosts of the site on which tasks wait or run that the task waits for.
  std::set<int> hosts_of_parents(TaskId task) const;
  /// Tasks of other sites for which waiting tasks of this site wait.
  std::vector<TaskId> foreign_parents() const;
  /// Children, in other sites, of tasks of this site.
  std::vector<TaskId> foreign_children() const;
  /// Whether a parent or a child of the task is in another site.
  bool is_at_border(TaskId task) const;

  /// What the site knows of its waiting tasks and of its hosts.
  struct Picture {
    std::vector<TaskId> ids; ///< of the tasks, by planned start
    std::unordered_map<TaskId, int> positions;
    std::vector<PendingTask> tasks;
    std::vector<PendingHost> hosts;

    PendingView view(const Application& application, Seconds now) const {
      return {now, tasks, hosts, application.network()};
    }
  };
  Picture picture(Seconds now) const;
  /// What the picture, of that date, would have of a task of another site.
  PendingTask described(TaskId task, const Picture& picture, Seconds now) const;
  /// The expected ends of running tasks that have a relative in another site.
  std::vector<Dated> running_at_border(Seconds now) const;

private:
  static constexpr int no_host = -1;
  struct Run {
    int host;
    Seconds date; ///< of the start, or of the end
  };

  std::size_t position(int host) const { return positions_.at(host); }
  /// The work that is left of a running task, if the tasks of its host share its power.
  Flops work_left(TaskId task, const Run& run, Seconds now) const;
  Seconds expected_end(TaskId task, const Run& run, Seconds now) const;
  PendingInput input_of(const Relative& parent, const Picture& picture, Seconds now) const;

  const Application& application_;
  const int site_;
  std::map<int, std::size_t> positions_; ///< of hosts in `loads_`
  std::vector<ChildLoad> loads_;
  std::vector<int> running_on_;   ///< number of running tasks, by position of the host
  std::map<TaskId, int> waiting_; ///< hosts
  std::map<TaskId, Run> running_, ended_;
  std::map<TaskId, Seconds> foreign_ends_; ///< as the global manager has told
};

} // namespace malha::easygrid::dag
