// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/negotiation.hpp"
#include "policies/ownership/preemption.hpp"
#include "reference_pool.hpp"

namespace malha::testing {

/// What came of an input in the shipped model of the pool.
struct PoolOutcome {
  reference_pool::Output
      output; ///< attempts and dates of tasks; an attempt that was saved ends with its image
  double policy_violation, loss_of_capacity, policy_cost;
  std::vector<double> share_shortfall; ///< by user
};

/// Runs the input in the shipped model, without SimGrid, with these policies. Users and tasks keep their
/// numbers: owners must be the first users, in the order of their machines, then others in the order of their
/// submissions, and tasks must be in the order of their dates. Throws BrokenRule as the model does, and
/// std::logic_error when a round takes things out of their order.
PoolOutcome run_pool(const reference_pool::Input& input, ownership::Preempt& preemption,
                     ownership::Negotiate& negotiation);

/// The same with the shipped policies that the input names.
PoolOutcome run_pool(const reference_pool::Input& input);

} // namespace malha::testing
