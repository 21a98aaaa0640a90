// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::cluster {

/// What may be deployed above a batch scheduler.
inline constexpr const char* scheduler_above = "multicluster/meta_scheduler";

/// What a batch scheduler can be told.
std::vector<ParameterSpec> scheduler_parameters();
/// What it supports, and when.
std::vector<Support> scheduler_bears();

/// Whether messages are there at once.
bool is_instant(ActorContext& context);
/// Whether the scheduler plans when jobs end; otherwise actors on the nodes report it.
bool plans_ends(const ActorContext& context);
/// Which jobs the scheduler of the context takes.
Admission::Setting admission_of(ActorContext& context);
/// How it treats them.
Rules rules_of(ActorContext& context);

} // namespace malha::cluster
