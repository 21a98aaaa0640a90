// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <boost/intrusive/set.hpp>
#include <boost/multi_index/composite_key.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>

#include <initializer_list>
#include <utility>

namespace malha::broker {

/// The elements between two iterators, for use in a `for` loop.
template <class Iterator>
class Range {
public:
  Range(Iterator begin, Iterator end) : begin_(begin), end_(end) {}

  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }
  bool empty() const { return begin_ == end_; }

private:
  Iterator begin_, end_;
};

/// Tasks in the order of their ids, which is the order of their submission. `Table` is a container of
/// Boost.MultiIndex whose first index is that order.
template <class Table>
class TasksById {
public:
  using Value = typename Table::value_type;
  using Iterator = typename Table::const_iterator;

  std::size_t size() const { return table_.size(); }
  bool empty() const { return table_.empty(); }
  Iterator begin() const { return table_.begin(); }
  Iterator end() const { return table_.end(); }
  /// The task with that id, or `end()`.
  Iterator find(TaskId id) const { return table_.find(id); }

  void insert(const Value& task) { table_.insert(task); }
  /// Adds a task, in constant time if its place is just before `place`.
  void insert(Iterator place, const Value& task) { table_.insert(place, task); }
  void erase(Iterator task) { table_.erase(task); }

protected:
  TasksById() = default;
  TasksById(std::initializer_list<Value> tasks) : table_(tasks) {}

  Table table_;
};

/// A task in a table, with the hook of its place in the order of work while that order is kept.
struct WaitingTask : Task {
  explicit WaitingTask(const Task& task) : Task(task) {}

  mutable boost::intrusive::set_member_hook<> place_by_work;
};

namespace tables {

using boost::multi_index::composite_key;
using boost::multi_index::indexed_by;
using boost::multi_index::member;
using boost::multi_index::ordered_unique;
using boost::multi_index::ranked_unique;

using Waiting =
    boost::multi_index_container<WaitingTask, indexed_by<ranked_unique<member<Task, TaskId, &Task::id>>>>;

} // namespace tables

/// Waiting tasks in the order of their work, ties by id. The order is made when it is first asked for, and
/// kept from then on: most policies never ask. A copy starts without it. The order is a tree of hooks inside
/// of the tasks, so that a change allocates nothing.
class TasksByWork {
public:
  struct Before {
    bool operator()(const Task& a, const Task& b) const {
      return a.work != b.work ? a.work < b.work : a.id < b.id;
    }
    bool operator()(const Task& task, Flops work) const { return task.work < work; }
    bool operator()(Flops work, const Task& task) const { return work < task.work; }
  };
  using Order =
      boost::intrusive::set<WaitingTask,
                            boost::intrusive::member_hook<WaitingTask, boost::intrusive::set_member_hook<>,
                                                          &WaitingTask::place_by_work>,
                            boost::intrusive::compare<Before>>;

  TasksByWork() = default;
  TasksByWork(const TasksByWork&) {}
  TasksByWork& operator=(const TasksByWork&) {
    order_.clear();
    is_kept_ = false;
    return *this;
  }
  ~TasksByWork() { order_.clear(); }

  const Order& of(const tables::Waiting& tasks) {
    if (!std::exchange(is_kept_, true))
      for (const auto& task : tasks)
        add(task);
    return order_;
  }
  void insert(const WaitingTask& task) {
    if (is_kept_)
      add(task);
  }
  void erase(const WaitingTask& task) {
    if (is_kept_)
      order_.erase(order_.iterator_to(task));
  }

private:
  /// Only the hook of the task changes, which its table does not look at.
  void add(const WaitingTask& task) { order_.insert(const_cast<WaitingTask&>(task)); }

  Order order_;
  bool is_kept_ = false;
};

/// The waiting tasks, by id and by work. A task whose resource crashed is back in its place by id.
class WaitingTasks : public TasksById<tables::Waiting> {
public:
  using IteratorByWork = TasksByWork::Order::const_iterator;

  WaitingTasks() = default;
  WaitingTasks(std::initializer_list<Task> tasks) {
    for (const auto& task : tasks)
      insert(task);
  }
  WaitingTasks(const WaitingTasks&) = default;
  WaitingTasks& operator=(const WaitingTasks& other) {
    by_work_ = TasksByWork(); // it must be empty before its tasks are destroyed
    TasksById::operator=(other);
    return *this;
  }
  ~WaitingTasks() = default;

  void insert(const Task& task) {
    if (const auto [place, is_new] = table_.emplace(task); is_new)
      by_work_.insert(*place);
  }
  /// Adds a task, in constant time if its place is just before `place`.
  void insert(Iterator place, const Task& task) {
    const auto before = table_.size();
    const auto added = table_.emplace_hint(place, task);
    if (table_.size() > before)
      by_work_.insert(*added);
  }
  void erase(Iterator task) {
    by_work_.erase(*task);
    table_.erase(task);
  }

  /// The task that has `place` others before it. It is found as fast as a task by its id.
  const Task& nth(std::size_t place) const { return *table_.nth(place); }

  /// All tasks, the lightest first, ties by id.
  Range<IteratorByWork> by_work() const { return {work().begin(), work().end()}; }
  /// The tasks of at least that work, in the same order.
  Range<IteratorByWork> from(Flops least) const {
    return {work().lower_bound(least, TasksByWork::Before()), work().end()};
  }
  /// The tasks of more than that work, in the same order.
  Range<IteratorByWork> above(Flops lighter) const {
    return {work().upper_bound(lighter, TasksByWork::Before()), work().end()};
  }
  /// The place of one of these tasks in that order.
  IteratorByWork place_by_work(const Task& task) const {
    return work().iterator_to(static_cast<const WaitingTask&>(task));
  }

private:
  const TasksByWork::Order& work() const { return by_work_.of(table_); }

  mutable TasksByWork by_work_;
};

/// A task that runs in at least one copy.
struct RunningTask {
  Task task;
  int copies = 1; ///< copies that run, including the first

  TaskId id() const { return task.id; }
};

namespace tables {

struct RunningId {
  using result_type = TaskId;
  TaskId operator()(const RunningTask& running) const { return running.task.id; }
};
using Running = boost::multi_index_container<
    RunningTask, indexed_by<ordered_unique<RunningId>,
                            ordered_unique<composite_key<
                                RunningTask, member<RunningTask, int, &RunningTask::copies>, RunningId>>>>;

} // namespace tables

/// The running tasks, by id and by number of copies.
class RunningTasks : public TasksById<tables::Running> {
public:
  using IteratorByCopies = tables::Running::nth_index<1>::type::const_iterator;

  RunningTasks() = default;
  RunningTasks(std::initializer_list<RunningTask> tasks) : TasksById(tasks) {}

  /// All tasks, the one with the fewest copies first, ties by id.
  Range<IteratorByCopies> by_copies() const { return {table_.get<1>().begin(), table_.get<1>().end()}; }

  /// Changes a task in place by `change(RunningTask&)`, which must keep its id.
  template <class Change>
  void modify(Iterator task, Change change) {
    table_.modify(task, change);
  }
};

} // namespace malha::broker
