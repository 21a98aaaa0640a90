// SPDX-License-Identifier: MIT
#pragma once
#include "grid_leader.hpp"
#include "host_tasks.hpp"
#include "site_leader.hpp"

namespace malha::easygrid {

/// One manager of an application that supports crashes of its managers (docs/faults.md): always the host
/// manager of its host; site manager and global manager when it leads its site, and the grid. The model has
/// neither clock nor network: its caller gives it dates and messages, and sends and launches its output.
///
/// Each level has a term, and the term says which manager leads the level. A manager that receives nothing
/// from a leader for too long begins the next term.
class Model {
public:
  using Output = ManagerState::Output;

  /// `application` has the tasks that have been submitted so far, by id. All managers know them, and more
  /// come.
  Model(const ManagerGrid& grid, int self, Choices& choices, const std::vector<Task>& application,
        Seconds now);

  void take(const ManagerMessage& message, Seconds now);
  /// A task of the host has ended, to which the host gave that power.
  void ended(const Task& task, FlopsPerSecond power) { host_.ended(task, power); }
  /// Runs one iteration, after all messages that have come were taken. `power` is what the host gives to the
  /// application now. `is_complete`: nothing will be submitted any more.
  void step(Seconds now, FlopsPerSecond power, bool is_complete);
  Output take_output() { return std::exchange(state_.output, {}); }

  int running() const { return host_.running(); }

private:
  void handle(const ManagerMessage& message);
  void deliver_own_messages();
  Seconds& last_sign(Level level) { return level == Level::site ? site_manager_seen_ : global_manager_seen_; }

  void pass_on(const Beat&) {}
  void pass_on(const Notice&) {}
  void pass_on(const News& news) { pass_to_leader(news); }
  void pass_on(const Joining& joining) { pass_to_leader(joining); }
  void pass_on(const Given& given) { pass_to_leader(given); }
  void pass_on(const Gathering& gathering);
  void pass_on(const Invitation& invitation) { pass_to_child(invitation); }
  void pass_on(const Package& package) { pass_to_child(package); }
  void pass_on(const Asking& asking) { pass_to_child(asking); }
  void pass_on(const Dropping& dropping) { pass_to_child(dropping); }
  template <class Message>
  void pass_to_leader(const Message& message);
  template <class Message>
  void pass_to_child(const Message& message);

  void begin_term(Level level, int term);
  void suspect_leaders();
  void step_global_manager(bool is_complete);
  void step_site_manager();

  ManagerState state_;
  HostTasks host_;
  std::optional<SiteLeader> site_manager_;
  std::optional<GridLeader> global_manager_;
  Seconds site_manager_seen_, global_manager_seen_; ///< last message of each leader
};

} // namespace malha::easygrid
