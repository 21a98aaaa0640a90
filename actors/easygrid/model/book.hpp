// SPDX-License-Identifier: MIT
#pragma once
#include "messages.hpp"

#include <map>
#include <set>

namespace malha::easygrid {

/// Which task is with which child of a leader, and which tasks have ended, as far as the leader knows.
/// Children are hosts for a site manager and sites for the global manager.
class Book {
public:
  struct Child {
    FlopsPerSecond capacity;
    Load load;
    Seconds heard; ///< date of the last sign of life
  };

  const std::map<int, Child>& children() const { return children_; }
  bool has(int child) const { return children_.count(child) > 0; }
  void add(int child, FlopsPerSecond capacity, Seconds now);
  /// The child is there. It must be known.
  void hear(int child, Seconds now) { children_.at(child).heard = now; }
  void hear(int child, const Load& load, FlopsPerSecond capacity, Seconds now);
  /// Those that nobody has heard of for longer than that.
  std::vector<int> silent(Seconds now, Seconds patience) const;
  /// Forgets the child. Its tasks are open again.
  void lose(int child);
  /// A child joins with all that it has. Its tasks that it does not have are open again. Returns those of its
  /// tasks that are others', or that have ended.
  std::vector<TaskId> join(int child, const std::vector<TaskId>& held);

  /// The task is this leader's, and nobody runs it. It does nothing where the task is known.
  void open(TaskId task);
  /// The open tasks, by id. Then none is open.
  std::vector<TaskId> take_open();
  void give(TaskId task, int child) { holders_[task] = child; }
  /// Takes back what a child gives up. Returns those of the tasks that it had.
  std::vector<TaskId> take_back(int child, const std::vector<Task>& tasks);
  /// A task has ended. Returns whether that is new.
  bool end(const EndedTask& task);
  /// The task is somebody else's now. Returns the child that has it, or -1.
  int forget(TaskId task);

  bool has_ended(TaskId task) const { return ended_.count(task) > 0; }
  /// One that has ended.
  EndedTask end_of(TaskId task) const { return {task, ended_.at(task)}; }
  std::vector<EndedTask> ended() const;
  std::size_t number_ended() const { return ended_.size(); }
  /// All tasks that are open, or with a child.
  std::vector<TaskId> held() const;
  std::vector<ChildLoad> loads() const;
  /// The children by their capacities.
  std::vector<Share> shares() const;
  FlopsPerSecond capacity() const;

private:
  std::map<int, Child> children_;
  std::map<TaskId, int> holders_; ///< tasks that are with a child
  std::set<TaskId> open_;
  std::map<TaskId, int> ended_; ///< with the host that was heard of first
};

} // namespace malha::easygrid
