// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::broker {

/// How a broker treats the data of workflows, and tasks that wait for a resource (docs/workflows.md).
struct DataRules {
  std::string data;           ///< "messages", "lazy", "eager" or "home"
  bool are_simulated = false; ///< transfers cross the links of the platform, and share them
  bool keeps_copies = true;   ///< what a resource has read or made it keeps
  int queue = 0;              ///< tasks that may wait at a resource
  bool asks_in_steps = false; ///< the policy is asked once in each step of the simulation
};

/// The parameters from which `data_rules_of` takes the rules.
std::vector<ParameterSpec> data_parameters();

/// The rules of a broker that asks this planner. Throws InputError where they do not fit each other or the
/// rest of the run.
DataRules data_rules_of(ActorContext& context, const std::string& planner);

} // namespace malha::broker
