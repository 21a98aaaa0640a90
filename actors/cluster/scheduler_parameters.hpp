// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::cluster {

/// The actor that may be deployed above a batch scheduler.
inline constexpr const char* scheduler_above = "multicluster/meta_scheduler";

/// The parameters of a batch scheduler.
std::vector<ParameterSpec> scheduler_parameters();
/// The conditions that a batch scheduler supports, and under which settings.
std::vector<Support> scheduler_supports();

/// Whether messages take no time (transport=instant).
bool is_instant(ActorContext& context);
/// Whether the scheduler plans the ends of jobs; otherwise actors on the nodes report them.
bool plans_ends(const ActorContext& context);
/// The settings by which the scheduler takes or refuses jobs, from its parameters.
Admission::Setting admission_of(ActorContext& context);
/// The settings by which the scheduler treats its jobs, from its parameters.
Rules rules_of(ActorContext& context);

} // namespace malha::cluster
