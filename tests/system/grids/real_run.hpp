// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/deployment.hpp"
#include "reference.hpp"

#include <string>
#include <vector>

namespace malha::testing {

/// An actor of a deployment, with the policy it asks, if any.
struct RealActor {
  std::string name;
  std::string hosts;
  Settings parameters = {};
  std::string policy = {};
  Settings policy_parameters = {};
};

/// What is deployed on a platform of a master and of one worker for each resource.
using RealDeployment = std::vector<RealActor>;

/// What the program says of a run.
struct RealSchedule {
  std::vector<ReferenceAttempt> attempts; ///< of tasks that ended, by start, then task, then resource
  std::size_t unended = 0;                ///< tasks
  double lost = 0, cancelled = 0;         ///< attempts, those of unended tasks, too
  std::string message;                    ///< of the program, when not all tasks ended
};

/// Runs the instance with the actors and policies of the built plugins, under instant transport. A process
/// can hold one run. `lookahead` is the setting: "off" has SimGrid wake the actors for each date.
RealSchedule real_schedule(const ReferenceInstance& instance, const RealDeployment& deployment,
                           const std::string& lookahead = "on");

/// Opens the plugins, which processes that are forked afterwards then have.
void open_plugins();

} // namespace malha::testing
