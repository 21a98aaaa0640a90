// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/job.hpp"

#include <boost/iterator/transform_iterator.hpp>
#include <boost/multi_index/composite_key.hpp>
#include <boost/multi_index/mem_fun.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>

#include <initializer_list>
#include <optional>
#include <set>

namespace malha::broker {

/// The elements between two iterators, for use in `for`.
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

/// Tasks in the order of their ids, which is the order of their submission. `Table` is a table of
/// Boost.Multi-index, in which this order is the first.
template <class Table>
class TasksById {
public:
  using Value = typename Table::value_type;
  using Iterator = typename Table::const_iterator;

  std::size_t size() const { return table_.size(); }
  bool empty() const { return table_.empty(); }
  Iterator begin() const { return table_.begin(); }
  Iterator end() const { return table_.end(); }
  /// The task of that id, or `end()`.
  Iterator find(TaskId id) const { return table_.find(id); }

  void insert(const Value& task) { table_.insert(task); }
  /// Adds a task. It takes constant time where the task's place is just before `place`.
  void insert(Iterator place, const Value& task) { table_.insert(place, task); }
  void erase(Iterator task) { table_.erase(task); }

protected:
  TasksById() = default;
  TasksById(std::initializer_list<Value> tasks) : table_(tasks) {}

  Table table_;
};

namespace tables {

using boost::multi_index::composite_key;
using boost::multi_index::const_mem_fun;
using boost::multi_index::indexed_by;
using boost::multi_index::member;
using boost::multi_index::ordered_unique;
using boost::multi_index::ranked_unique;

using WaitingId = member<Task, TaskId, &Task::id>;
using Waiting = boost::multi_index_container<Task, indexed_by<ranked_unique<WaitingId>>>;

} // namespace tables

/// Waiting tasks in the order of their work, ties by id. Most policies never ask for this order, and then
/// nothing is kept.
class TasksByWork {
public:
  struct Entry {
    Flops work;
    TaskId id;
    const Task* task;
  };
  struct Before {
    using is_transparent = void;
    bool operator()(const Entry& a, const Entry& b) const {
      return a.work != b.work ? a.work < b.work : a.id < b.id;
    }
    bool operator()(const Entry& entry, Flops work) const { return entry.work < work; }
    bool operator()(Flops work, const Entry& entry) const { return work < entry.work; }
  };
  struct TaskOf {
    const Task& operator()(const Entry& entry) const { return *entry.task; }
  };
  using Order = std::set<Entry, Before>;

  TasksByWork() = default;
  /// The tasks of a copy are others.
  TasksByWork(const TasksByWork&) {}
  TasksByWork& operator=(const TasksByWork&) {
    order_.reset();
    return *this;
  }
  ~TasksByWork() = default;

  /// The order, made when it is asked for the first time.
  template <class Tasks>
  const Order& of(const Tasks& tasks) {
    if (!order_) {
      order_.emplace();
      for (const Task& task : tasks)
        order_->insert(entry_of(task));
    }
    return *order_;
  }
  void insert(const Task& task) {
    if (order_)
      order_->insert(entry_of(task));
  }
  void erase(const Task& task) {
    if (order_)
      order_->erase(entry_of(task));
  }
  static Entry entry_of(const Task& task) { return {task.work, task.id, &task}; }

private:
  std::optional<Order> order_;
};

/// The tasks that wait. A task whose resource crashed is back in its place by id. They can also be seen in
/// order of work.
class WaitingTasks : public TasksById<tables::Waiting> {
public:
  using IteratorByWork = boost::transform_iterator<TasksByWork::TaskOf, TasksByWork::Order::const_iterator>;

  WaitingTasks() = default;
  WaitingTasks(std::initializer_list<Task> tasks) : TasksById(tasks) {}

  void insert(const Task& task) {
    if (const auto [place, is_new] = table_.insert(task); is_new)
      by_work_.insert(*place);
  }
  /// Adds a task. It takes constant time where the task's place is just before `place`.
  void insert(Iterator place, const Task& task) { by_work_.insert(*table_.insert(place, task)); }
  void erase(Iterator task) {
    by_work_.erase(*task);
    table_.erase(task);
  }

  /// The task that has `place` others before it. It is found as fast as a task by its id.
  const Task& nth(std::size_t place) const { return *table_.nth(place); }

  /// All tasks, the lightest first, ties by id.
  Range<IteratorByWork> by_work() const { return range_from(work().begin()); }
  /// The tasks of at least that work, and the tasks of more work, in the same order.
  Range<IteratorByWork> from(Flops least) const { return range_from(work().lower_bound(least)); }
  Range<IteratorByWork> above(Flops lighter) const { return range_from(work().upper_bound(lighter)); }
  /// The place of one of these tasks in that order.
  IteratorByWork place_by_work(const Task& task) const {
    return IteratorByWork(work().find(TasksByWork::entry_of(task)));
  }

private:
  const TasksByWork::Order& work() const { return by_work_.of(*this); }

  Range<IteratorByWork> range_from(TasksByWork::Order::const_iterator first) const {
    return {IteratorByWork(first), IteratorByWork(work().end())};
  }

  mutable TasksByWork by_work_;
};

/// A task that runs in at least one copy.
struct RunningTask {
  Task task;
  int copies = 1; ///< copies that run, with the first

  TaskId id() const { return task.id; }
};

namespace tables {

using RunningId = const_mem_fun<RunningTask, TaskId, &RunningTask::id>;
using Running = boost::multi_index_container<
    RunningTask, indexed_by<ordered_unique<RunningId>,
                            ordered_unique<composite_key<
                                RunningTask, member<RunningTask, int, &RunningTask::copies>, RunningId>>>>;

} // namespace tables

/// The tasks that run. They are also kept in order of their copies.
class RunningTasks : public TasksById<tables::Running> {
public:
  using IteratorByCopies = tables::Running::nth_index<1>::type::const_iterator;

  RunningTasks() = default;
  RunningTasks(std::initializer_list<RunningTask> tasks) : TasksById(tasks) {}

  /// All tasks, those of the fewest copies first, ties by id.
  Range<IteratorByCopies> by_copies() const { return {table_.get<1>().begin(), table_.get<1>().end()}; }

  /// Changes a task in place by `change(RunningTask&)`, which must keep its id.
  template <class Change>
  void modify(Iterator task, Change change) {
    table_.modify(task, change);
  }
};

} // namespace malha::broker
