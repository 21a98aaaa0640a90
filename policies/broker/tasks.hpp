// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/job.hpp"

#include <boost/multi_index/composite_key.hpp>
#include <boost/multi_index/mem_fun.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>

#include <initializer_list>

namespace malha::broker {

/// What lies between two iterators, for `for`.
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

/// Tasks that wait, those of resources that crashed back in their places. They are in the order of their ids,
/// which is that of their submission, and there is another order, by work.
class WaitingTasks {
  struct ById {};
  struct ByWork {};
  using Table = boost::multi_index_container<
      Task,
      boost::multi_index::indexed_by<
          boost::multi_index::ranked_unique<boost::multi_index::tag<ById>,
                                            boost::multi_index::member<Task, TaskId, &Task::id>>,
          boost::multi_index::ordered_unique<
              boost::multi_index::tag<ByWork>,
              boost::multi_index::composite_key<Task, boost::multi_index::member<Task, Flops, &Task::work>,
                                                boost::multi_index::member<Task, TaskId, &Task::id>>>>>;

public:
  using Iterator = Table::index<ById>::type::const_iterator;
  using IteratorByWork = Table::index<ByWork>::type::const_iterator;

  WaitingTasks() = default;
  WaitingTasks(std::initializer_list<Task> tasks) : table_(tasks) {}

  std::size_t size() const { return table_.size(); }
  bool empty() const { return table_.empty(); }
  Iterator begin() const { return table_.begin(); }
  Iterator end() const { return table_.end(); }
  /// The task that has so many others before it, in the time of a search.
  const Task& nth(std::size_t place) const { return *table_.nth(place); }
  /// The task of that id, or the end.
  Iterator find(TaskId id) const { return table_.find(id); }

  /// All of them, the lightest first, ties by id.
  Range<IteratorByWork> by_work() const { return {work().begin(), work().end()}; }
  /// Those that are at least that heavy, and those that are heavier, in the same order.
  Range<IteratorByWork> from(Flops least) const { return {work().lower_bound(least), work().end()}; }
  Range<IteratorByWork> above(Flops lighter) const { return {work().upper_bound(lighter), work().end()}; }
  /// The place of a task of these in that order.
  IteratorByWork place_by_work(const Task& task) const { return work().iterator_to(task); }

  void insert(const Task& task) { table_.insert(task); }
  /// The same, at once where its place is before that one.
  void insert(Iterator place, const Task& task) { table_.insert(place, task); }
  void erase(Iterator task) { table_.erase(task); }

private:
  const Table::index<ByWork>::type& work() const { return table_.get<ByWork>(); }

  Table table_;
};

/// A task of which at least one copy runs.
struct RunningTask {
  Task task;
  int copies = 1; ///< that run, the first included

  TaskId id() const { return task.id; }
};

/// Tasks that run, in the order of their ids, and another order, by copies.
class RunningTasks {
  struct ById {};
  struct ByCopies {};
  using Id = boost::multi_index::const_mem_fun<RunningTask, TaskId, &RunningTask::id>;
  using Table = boost::multi_index_container<
      RunningTask,
      boost::multi_index::indexed_by<
          boost::multi_index::ordered_unique<boost::multi_index::tag<ById>, Id>,
          boost::multi_index::ordered_unique<
              boost::multi_index::tag<ByCopies>,
              boost::multi_index::composite_key<
                  RunningTask, boost::multi_index::member<RunningTask, int, &RunningTask::copies>, Id>>>>;

public:
  using Iterator = Table::index<ById>::type::const_iterator;
  using IteratorByCopies = Table::index<ByCopies>::type::const_iterator;

  RunningTasks() = default;
  RunningTasks(std::initializer_list<RunningTask> tasks) : table_(tasks) {}

  std::size_t size() const { return table_.size(); }
  bool empty() const { return table_.empty(); }
  Iterator begin() const { return table_.begin(); }
  Iterator end() const { return table_.end(); }
  /// The task of that id, or the end.
  Iterator find(TaskId id) const { return table_.find(id); }

  /// All of them, those of the fewest copies first, ties by id.
  Range<IteratorByCopies> by_copies() const {
    return {table_.get<ByCopies>().begin(), table_.get<ByCopies>().end()};
  }

  void insert(const RunningTask& task) { table_.insert(task); }
  void erase(Iterator task) { table_.erase(task); }
  /// Changes a task in place: `change(RunningTask&)`. It keeps its id.
  template <class Change>
  void modify(Iterator task, Change change) {
    table_.modify(task, change);
  }

private:
  Table table_;
};

} // namespace malha::broker
