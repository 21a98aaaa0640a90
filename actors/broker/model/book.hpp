// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"
#include "actors/model/broken_rule.hpp"
#include "policies/broker/assignment.hpp"

#include <optional>
#include <set>
#include <vector>

namespace malha::broker {

/// The waiting and running tasks of a broker, and its resources, as far as it knows. The book has no clock:
/// its caller gives the dates, which never decrease. The book removes tasks that have ended.
class Book {
public:
  explicit Book(const std::vector<FlopsPerSecond>& speeds);

  void submit(const Job& job);
  void submit(const Task& task);
  bool idle() const { return waiting_.empty() && running_.empty(); }
  /// Whether any resource has a task.
  bool runs_any() const { return !running_.empty(); }
  /// Whether there is a decision to make: some task, and a free resource.
  bool asks() const { return !free_.empty() && !idle(); }
  AssignmentView view(Seconds now) const {
    return {now, waiting_, running_, resources_, free_, mean_work(), mean_speed_};
  }

  /// Starts a copy of a task, which begins at the date that `begins(task)` returns. Throws BrokenRule if the
  /// resource is not free, or if the task neither waits nor runs.
  template <class Begins>
  Copy start(const Assignment& assignment, const Begins& begins) {
    Copy& copy = take(assignment);
    copy.start = begins(task_of(copy));
    return copy;
  }
  Copy start(const Assignment& assignment, Seconds now) {
    return start(assignment, [now](const Task&) { return now; });
  }
  /// Takes a task that waits out of the book, for `put_back`. Throws BrokenRule if the resource is not there,
  /// or the task does not wait.
  Task set_aside(const Assignment& assignment);
  void put_back(const Task& task) { waiting_.insert(WaitingTask(task)); }
  bool is_free(int resource) const { return free_.contains(resource); }
  bool has_waiting() const { return !waiting_.empty(); }
  int resources() const { return static_cast<int>(resources_.size()); }
  const Task& task_of(const Copy& copy) const { return running_.find(copy.task)->task; }
  /// Sets the date at which the copy on a resource begins; `never`: it is not known.
  void begins(int resource, Seconds start) { copies_[index(resource)].value().start = start; }
  /// Sets the date at which the copy on a resource is expected to end.
  void expect(int resource, Seconds end) { resources_[index(resource)].free_at = end; }
  /// The copy that runs on a resource, as far as the broker knows.
  const std::optional<Copy>& on(int resource) const { return copies_[index(resource)]; }

  /// A task that has ended, and its other copies, which still ran. Their resources become free.
  struct Ended {
    Task task;
    std::vector<Copy> others;
  };
  /// Ends the task whose copy runs on the resource.
  Ended end(int resource);
  /// The task of a resource that failed. It waits again unless another copy of it runs.
  struct Lost {
    Task task;
    Copy copy;
  };
  std::optional<Lost> down(int resource);
  /// Takes the copy off the resource, which is free then. The task waits again unless another copy runs.
  Lost give_up(int resource);
  /// A task that waits is not ready any more.
  void withdraw(TaskId task) { waiting_.erase(waiting_.find(task)); }
  /// A task that was submitted before is ready again.
  void wait_again(const Task& task) { waiting_.insert(task); }
  void up(int resource);
  /// Sets the share of a resource that others use, in [0, 1).
  void load(int resource, double share) { resources_[index(resource)].load = share; }

  const Resource& resource(int number) const { return resources_[index(number)]; }
  bool is_up(int resource) const { return resources_[index(resource)].is_up; }
  /// The number of resources that are up, as far as the broker knows.
  int up() const { return up_; }

private:
  static std::size_t index(int resource) { return static_cast<std::size_t>(resource); }
  Flops mean_work() const { return submitted_ > 0 ? work_submitted_ / static_cast<double>(submitted_) : 0; }
  Copy take_off(int resource);
  Lost lose_copy(int resource);
  Copy& take(const Assignment& assignment);
  void check_resource(const Assignment& assignment) const;

  WaitingTasks waiting_;
  RunningTasks running_;
  std::vector<Resource> resources_;
  std::vector<std::optional<Copy>> copies_;  ///< by resource
  bool copies_tasks_ = false;                ///< some task has had several copies at once
  std::set<std::pair<TaskId, int>> by_task_; ///< resources of all copies; empty before
  IndexSet free_;
  int up_;
  FlopsPerSecond mean_speed_ = 0;
  Flops work_submitted_ = 0;
  std::int64_t submitted_ = 0; ///< number of tasks
  CopyNumber started_ = 0;
};

} // namespace malha::broker
