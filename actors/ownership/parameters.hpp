// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/model.hpp"
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::ownership {

/// The parameters of a pool.
std::vector<ParameterSpec> pool_parameters();

/// The rules of the pool of the context. Throws InputError if parameters contradict each other.
Rules pool_rules(ActorContext& context);

} // namespace malha::ownership
