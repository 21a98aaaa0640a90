// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"

namespace malha::duel {

/// The batch schedulers of a side, which the deployment describes once. Throws InputError if they use what
/// instances of a duel do not have: rules of a site, machines that sleep, nodes that jobs share.
const PlacedActor& plain_scheduler(const Side& side);

} // namespace malha::duel
