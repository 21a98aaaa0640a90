// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/deployment.hpp"
#include "policies/workflow/costs.hpp"
#include "scenarios/workload/files/workflow.hpp"

namespace malha {

/// The hosts on which a workflow is planned.
struct PlanHosts {
  std::vector<std::string> names;
  workflow::RunTimes times;
  workflow::Network network;
};

/// The settings that describe the hosts of a file that names none.
const std::vector<ParameterSpec>& parameters_of_hosts();
/// The hosts of the file, or those that settings describe. There a task of several cores is the work of all
/// of them, on one host. Throws InputError if there are neither, or both.
PlanHosts plan_hosts(const Workflow& workflow, const std::string& file, const Parameters& parameters,
                     const Settings& given);

} // namespace malha
