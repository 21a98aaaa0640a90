// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/plugin.hpp"
#include "running_tasks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha::ownership {

/// A machine of the pool. It runs one task at a time.
struct Machine {
  FlopsPerSecond speed = 0;
  double capacity = 1;              ///< amount that it counts in shares: 1, or its speed
  std::optional<int> owner = {};    ///< the user who gave it
  bool is_up = true;                ///< as far as the pool knows
  std::optional<int> kept_for = {}; ///< the user of its next task
};

/// A task that waits for a machine. Images keep the work of earlier attempts.
struct ReadyTask {
  Task task;            ///< as it was submitted
  Seconds executed = 0; ///< time of attempts whose work is kept
  Flops computed = 0;   ///< work that is kept
  Seconds passed = 0;   ///< time that is kept, of the task's length at its reference speed
};

/// The rest of the task.
inline Task rest_of(const ReadyTask& ready) {
  Task rest = ready.task;
  rest.work = std::max(0.0, rest.work - ready.computed);
  rest.length = std::max(0.0, rest.length - ready.passed);
  return rest;
}

/// A user of the pool: an owner of machines, or a submitter of tasks.
struct User {
  std::string name;
  double share = 0;                       ///< capacity of their own machines
  double held = 0;                        ///< capacity of the machines that run their tasks
  double kept = 0;                        ///< capacity of the machines that are kept for them
  int machines_kept = 0;                  ///< number of the machines that are kept for them
  Seconds first_submission = never;       ///< date of their first task in the pool
  std::map<TaskId, ReadyTask> ready = {}; ///< tasks that may start now
  RunningTasks running = {};              ///< least executed time first, without tasks that are being stopped
  Seconds machine_seconds = 0;            ///< time of their tasks on machines up to the date of the view

  /// The debt to the user: above 0 machines are owed to them, below 0 the user holds that many beyond their
  /// share (OSEP, section 3.2.2.2: f).
  double owed() const { return share - held - kept; }
  /// The number of ready tasks for which no machine is kept (OSEP, section 3.2.2.2: i).
  int unserved() const { return static_cast<int>(ready.size()) - machines_kept; }
};

/// A change of the number of machines that a user holds.
struct HeldChange {
  Seconds date;
  int user;
  int machines; ///< gained (above 0) or lost (below 0)
};

/// The view of both policies of a pool. Users and machines are named by their positions.
struct PoolView {
  Seconds now;
  const std::vector<User>& users; ///< owners in the order of the platform, then others by first submission
  const std::vector<Machine>& machines; ///< in the order of the platform
  double mean_capacity;                 ///< mean over all machines
  const IndexSet& free;                 ///< machines that are up, idle and not kept
  const IndexSet& kept;                 ///< machines that are up, idle and kept for a user
  /// The changes since the last negotiation, in the order of their dates.
  const std::vector<HeldChange>& changes;
};

/// Whether a user is before another one in ties of policies: by first submission, then by lowest number.
inline bool comes_first(const PoolView& view, int user, int other) {
  const auto since = [&view](int one) { return view.users[static_cast<std::size_t>(one)].first_submission; };
  return since(user) != since(other) ? since(user) < since(other) : user < other;
}

} // namespace malha::ownership
