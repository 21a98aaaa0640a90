// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "checked_queue.hpp"

namespace malha::cluster {

/// Adds the parameters of a scheduler that are about jobs whose number of nodes may change.
std::vector<ParameterSpec> with_sizes(std::vector<ParameterSpec> parameters);

/// Adds the metrics of such jobs.
std::vector<MetricSpec> with_size_metrics(std::vector<MetricSpec> metrics);

/// Throws InputError if the policy of the queue chooses how many nodes jobs get, and the scheduler has a
/// setting that does not go with it, or another actor above. Otherwise notes settings without effect.
void check_sizing(ActorContext& scheduler, const Queue& policy);

} // namespace malha::cluster
