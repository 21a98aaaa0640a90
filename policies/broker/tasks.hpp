// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <boost/iterator/indirect_iterator.hpp>
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

namespace tables {

using boost::multi_index::composite_key;
using boost::multi_index::const_mem_fun;
using boost::multi_index::indexed_by;
using boost::multi_index::member;
using boost::multi_index::ordered_unique;
using boost::multi_index::ranked_unique;

using Waiting =
    boost::multi_index_container<Task, indexed_by<ranked_unique<member<Task, TaskId, &Task::id>>>>;

} // namespace tables

/// Tasks of a table in the order of their work, ties by id. The order is made when it is first asked for, and
/// kept from then on: most policies never ask. A copy starts without it.
class OrderByWork {
public:
  /// A task of the table. Work and id stand beside the pointer, so that comparisons do not follow it.
  struct Entry {
    Flops work;
    TaskId id;
    const Task* task;

    explicit Entry(const Task& of) : work(of.work), id(of.id), task(&of) {}
    const Task& operator*() const { return *task; }
  };
  struct Before {
    using is_transparent = void;
    bool operator()(const Entry& a, const Entry& b) const {
      return a.work != b.work ? a.work < b.work : a.id < b.id;
    }
    bool operator()(const Entry& entry, Flops work) const { return entry.work < work; }
    bool operator()(Flops work, const Entry& entry) const { return work < entry.work; }
  };
  using Tasks = std::set<Entry, Before>;

  OrderByWork() = default;
  OrderByWork(const OrderByWork&) {}
  OrderByWork& operator=(const OrderByWork&) {
    tasks_.reset();
    return *this;
  }
  ~OrderByWork() = default;

  template <class Table>
  const Tasks& of(const Table& table) {
    if (!tasks_) {
      tasks_.emplace();
      for (const auto& task : table)
        tasks_->emplace(task);
    }
    return *tasks_;
  }
  void insert(const Task& task) {
    if (tasks_)
      tasks_->emplace(task);
  }
  void erase(const Task& task) {
    if (tasks_)
      tasks_->erase(Entry(task));
  }

private:
  std::optional<Tasks> tasks_;
};

/// The waiting tasks, by id and by work. A task whose resource crashed is back in its place by id.
class WaitingTasks : public TasksById<tables::Waiting> {
public:
  using IteratorByWork = boost::indirect_iterator<OrderByWork::Tasks::const_iterator, const Task>;

  WaitingTasks() = default;
  WaitingTasks(std::initializer_list<Task> tasks) : TasksById(tasks) {}

  void insert(const Task& task) {
    if (const auto [place, is_new] = table_.insert(task); is_new)
      by_work_.insert(*place);
  }
  /// Adds a task, in constant time if its place is just before `place`.
  void insert(Iterator place, const Task& task) {
    const auto before = table_.size();
    const auto added = table_.insert(place, task);
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
  Range<IteratorByWork> by_work() const { return from_place(work().begin()); }
  /// The tasks of at least that work, in the same order.
  Range<IteratorByWork> from(Flops least) const { return from_place(work().lower_bound(least)); }
  /// The tasks of more than that work, in the same order.
  Range<IteratorByWork> above(Flops lighter) const { return from_place(work().upper_bound(lighter)); }
  /// The place of one of these tasks in that order.
  IteratorByWork place_by_work(const Task& task) const {
    return IteratorByWork(work().find(OrderByWork::Entry(task)));
  }

private:
  const OrderByWork::Tasks& work() const { return by_work_.of(table_); }
  Range<IteratorByWork> from_place(OrderByWork::Tasks::const_iterator place) const {
    return {IteratorByWork(place), IteratorByWork(work().end())};
  }

  mutable OrderByWork by_work_;
};

/// A task that runs in at least one copy.
struct RunningTask {
  Task task;
  int copies = 1; ///< copies that run, including the first

  TaskId id() const { return task.id; }
};

namespace tables {

using RunningId = const_mem_fun<RunningTask, TaskId, &RunningTask::id>;
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
