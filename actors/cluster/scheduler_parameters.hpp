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

/// Whether messages arrive at once.
bool is_instant(ActorContext& context);
/// Whether the scheduler plans when jobs end; otherwise actors on the nodes report it.
bool plans_ends(const ActorContext& context);
/// The rules by which the scheduler of the context takes jobs.
Admission::Setting admission_of(ActorContext& context);
/// The rules by which it treats them.
Rules rules_of(ActorContext& context);

} // namespace malha::cluster
