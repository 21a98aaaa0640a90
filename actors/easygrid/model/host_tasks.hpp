// SPDX-License-Identifier: MIT
#pragma once
#include "manager_state.hpp"

#include <set>

namespace malha::easygrid {

/// The part of a manager that every host has: the tasks of the host, and the messages about them from and to
/// the site manager.
class HostTasks {
public:
  explicit HostTasks(ManagerState& manager) : manager_(manager), last_news_(manager.now) {}

  void take(const Invitation&) { join(); }
  void take(const Package& package);
  void take(const Asking& asking);
  void take(const Dropping& dropping);

  /// A task has ended on the host, which gave that power to it.
  void ended(const Task& task, FlopsPerSecond power);
  /// The power that the host gives to the application now. A power that was seen at the end of a task counts
  /// until the site manager has received it.
  void see_power(FlopsPerSecond power);
  /// Launches the tasks that the policy chooses.
  void launch();
  /// Sends the site manager all tasks that the host has, and all that have ended there.
  void join();
  /// Sends the site manager the ends since the last news, or a heartbeat if it is time.
  void report();

  int running() const { return static_cast<int>(running_.size()); }

private:
  std::vector<Task> take_ready(const std::vector<std::size_t>& positions);
  void add_ready(const Task& task);
  Load load() const;

  ManagerState& manager_;
  std::vector<Task> ready_; ///< in the order of `comes_first`
  std::set<TaskId> running_;
  std::set<TaskId> ended_;
  std::vector<EndedTask> unreported_; ///< ends since the last news
  FlopsPerSecond power_ = 0;
  Seconds last_news_;
};

} // namespace malha::easygrid
