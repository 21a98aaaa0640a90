// SPDX-License-Identifier: MIT
#pragma once
#include "messages.hpp"

#include <map>
#include <set>

namespace malha::easygrid {

/// Tasks by the child of a leader that holds them, and tasks that have ended, as far as the leader knows.
/// Children are hosts for a site manager and sites for the global manager.
class Book {
public:
  struct Child {
    FlopsPerSecond capacity;
    Load load;
    Seconds last_seen; ///< date of its last message
  };

  const std::map<int, Child>& children() const { return children_; }
  bool has(int child) const { return children_.count(child) > 0; }
  void add(int child, FlopsPerSecond capacity, Seconds now);
  /// A child of the book has sent a message.
  void see(int child, Seconds now) { children_.at(child).last_seen = now; }
  /// A child of the book has reported its load.
  void update(int child, const Load& load, FlopsPerSecond capacity, Seconds now);
  /// The children that have sent nothing for longer than `patience`.
  std::vector<int> silent(Seconds now, Seconds patience) const;
  /// Removes the child. Its tasks are open again.
  void lose(int child);
  /// A child joins and holds `held`. Its other tasks in the book are open again. Returns the tasks of `held`
  /// that have ended, or that another child holds.
  std::vector<TaskId> join(int child, const std::vector<TaskId>& held);

  /// Adds a task that no child holds. A task that is in the book already stays as it is.
  void open(TaskId task);
  /// Takes all open tasks out of the book, by id.
  std::vector<TaskId> take_open();
  void give(TaskId task, int child) { holders_[task] = child; }
  /// Takes tasks that a child gives up out of the book. Returns the tasks among them that it held.
  std::vector<TaskId> take_back(int child, const std::vector<Task>& tasks);
  /// A task has ended. Returns whether that is new.
  bool end(const EndedTask& task);
  /// Removes a task that belongs to another leader now. Returns the child that held it, or -1.
  int forget(TaskId task);

  bool has_ended(TaskId task) const { return ended_.count(task) > 0; }
  /// The end of a task that has ended.
  EndedTask end_of(TaskId task) const { return {task, ended_.at(task)}; }
  std::vector<EndedTask> ended() const;
  std::size_t number_ended() const { return ended_.size(); }
  /// All tasks that are open, or that a child holds.
  std::vector<TaskId> held() const;
  std::vector<ChildLoad> loads() const;
  /// The children with their capacities as weights.
  std::vector<Share> shares() const;
  FlopsPerSecond capacity() const;

private:
  std::map<int, Child> children_;
  std::map<TaskId, int> holders_; ///< child by task
  std::set<TaskId> open_;
  std::map<TaskId, int> ended_; ///< host of the first reported end, by task
};

} // namespace malha::easygrid
