// SPDX-License-Identifier: MIT
#pragma once
#include "application.hpp"
#include "messages.hpp"
#include "policies/easygrid/order.hpp"

#include <map>
#include <utility>

namespace malha::easygrid::dag {

/// The tasks of DAGs that one host has and has not launched, and the data of their parents. A task is ready
/// when the data of all its parents are at the host (tonelli2010, section 2.1.1). A host sends what its tasks
/// have made to the hosts of their children. Data of a task that it gave away it passes on.
class HostTasks {
public:
  HostTasks(const Application& application, int self) : application_(application), self_(self) {}

  void take(const Package& package, Seconds now);
  void take(const Data& data, Seconds now);
  void take(const Moved& moved);
  /// A task of the host has ended.
  void ended(TaskId task, Seconds now);

  /// By planned start.
  const std::vector<WaitingTask>& waiting() const { return waiting_; }
  /// The ready tasks, lightest first; among equals, the highest id first.
  std::vector<Task> ready() const;
  Flops ready_work() const;

  /// Takes the tasks at these positions of `waiting()` off, to run them.
  std::vector<Task> launch(std::vector<std::size_t> positions);
  /// Gives those of the tasks away that wait here.
  Given give(const std::vector<TaskId>& named);

  /// What is to be sent to other hosts, since it was last taken.
  std::vector<std::pair<int, Data>> take_data() { return std::exchange(data_, {}); }
  /// The number of messages with data that were passed on.
  int passed_on() const { return passed_on_; }

private:
  static constexpr int unknown = -1; ///< the host of a task that was given away

  std::vector<WaitingTask>::iterator find(TaskId task);
  void add(const Moving& moving, Seconds now);
  /// The data of the maker are here, for these readers.
  void arrive(TaskId maker, const std::vector<TaskId>& readers, Seconds now);
  void send(TaskId maker, const std::map<int, std::vector<TaskId>>& readers);

  const Application& application_;
  const int self_;
  std::vector<WaitingTask> waiting_;
  std::map<TaskId, std::vector<TaskId>> has_; ///< makers whose data are here, by reader
  std::map<TaskId, int> moved_to_;            ///< hosts of tasks that were given away
  std::vector<std::pair<int, Data>> data_;
  int passed_on_ = 0;
};

} // namespace malha::easygrid::dag
