// SPDX-License-Identifier: MIT
#pragma once
#include "policies/workflow/costs.hpp"
#include "stage.hpp"

namespace malha {

/// The network between these hosts as planners see it: the sum of latencies and the least bandwidth of each
/// route. Throws InputError if there is no route with a link between two of them.
workflow::Network estimated_network(const Stage& stage, const std::vector<simgrid::s4u::Host*>& hosts,
                                    workflow::MeanTransfer mean = workflow::MeanTransfer::cost);

} // namespace malha
