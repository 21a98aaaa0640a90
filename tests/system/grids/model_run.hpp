// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"
#include "real_run.hpp"
#include "reference_pull.hpp"

namespace malha::testing {

/// Runs the instance in the model of the broker with a policy of the built plugins, without SimGrid. Throws
/// std::logic_error when a round takes things out of their order.
RealSchedule model_schedule(const ReferenceInstance& instance, const std::string& policy,
                            const Settings& parameters);

/// Runs the instance in the model of resources that pull, without SimGrid.
RealSchedule pull_model_schedule(const ReferenceInstance& instance, const Settings& policy_parameters,
                                 const ReferencePullPolicy& policy);

} // namespace malha::testing
