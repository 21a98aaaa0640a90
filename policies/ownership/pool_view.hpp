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
  double capacity = 1;              ///< what it counts for where shares are compared: 1, or its speed
  std::optional<int> owner = {};    ///< the user who gave it
  bool is_up = true;                ///< as far as the pool knows
  std::optional<int> kept_for = {}; ///< the user whose task comes there next
};

/// A task that waits for a machine. Images keep what was computed before.
struct ReadyTask {
  Task task;            ///< as it was submitted
  Seconds executed = 0; ///< time of the attempts whose work is kept
  Flops computed = 0;   ///< work that is kept
  Seconds passed = 0;   ///< the same, of the task's length at its reference speed
};

/// What is left of the task.
inline Task rest_of(const ReadyTask& ready) {
  Task rest = ready.task;
  rest.work = std::max(0.0, rest.work - ready.computed);
  rest.length = std::max(0.0, rest.length - ready.passed);
  return rest;
}

/// A user of the pool: an owner of machines, or anybody who submits tasks.
struct User {
  std::string name;
  double share = 0;                       ///< capacity of the machines that are his
  double held = 0;                        ///< capacity of the machines that run his tasks
  double kept = 0;                        ///< capacity of the machines that are kept for him
  int machines_kept = 0;                  ///< how many these are
  Seconds first_submission = never;       ///< when the pool first saw a task of his
  std::map<TaskId, ReadyTask> ready = {}; ///< the tasks that may start now
  RunningTasks running = {};   ///< least executed time first; tasks that are being stopped are not among them
  Seconds machine_seconds = 0; ///< time of his tasks on machines up to the date of the view

  /// What he may still ask for: above 0 machines are owed to him, below 0 he holds more than his share
  /// (OSEP, section 3.2.2.2: f).
  double owed() const { return share - held - kept; }
  /// Ready tasks for which no machine is kept (OSEP, section 3.2.2.2: i).
  int unserved() const { return static_cast<int>(ready.size()) - machines_kept; }
};

/// From this date on a user holds more machines, or fewer.
struct HeldChange {
  Seconds date;
  int user;
  int machines; ///< that came (above 0) or went
};

/// What both policies of a pool see. Users and machines are named by their positions.
struct PoolView {
  Seconds now;
  const std::vector<User>& users;       ///< owners in the order of the platform, then others as they come
  const std::vector<Machine>& machines; ///< in the order of the platform
  double mean_capacity;                 ///< of all machines
  const IndexSet& free;                 ///< machines that are up and idle, and kept for nobody
  const IndexSet& kept;                 ///< those that are up and idle, and kept for somebody
  /// What came and went since the negotiation was last asked, in the order of the dates.
  const std::vector<HeldChange>& changes;
};

/// Whether the first comes before the second where policies have no reason to prefer one: who submitted
/// first, then the lowest number.
inline bool comes_first(const PoolView& view, int user, int other) {
  const auto since = [&view](int one) { return view.users[static_cast<std::size_t>(one)].first_submission; };
  return since(user) != since(other) ? since(user) < since(other) : user < other;
}

} // namespace malha::ownership
