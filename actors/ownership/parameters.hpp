// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/model.hpp"
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::ownership {

/// What a pool can be told.
std::vector<ParameterSpec> pool_parameters();

/// How the pool of the context works. Throws InputError when parameters do not fit together.
Rules pool_rules(ActorContext& context);

} // namespace malha::ownership
