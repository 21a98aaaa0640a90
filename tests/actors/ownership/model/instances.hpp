// SPDX-License-Identifier: MIT
#pragma once
#include "reference_pool.hpp"

#include <cstdint>

namespace malha::testing {

/// What a random pool may have.
struct PoolKind {
  reference_pool::Preemption preemption = reference_pool::Preemption::osep;
  reference_pool::Negotiation negotiation = reference_pool::Negotiation::owner_share;
  bool checkpoint = false;
  bool crashes = false;
};

/// A random pool of that kind: up to 8 machines, 4 users and 30 tasks, in numbers whose sums are exact in
/// binary. Owners are the first users, then others as they submit; tasks are in the order of their dates. The
/// first machine never goes down.
reference_pool::Input random_pool(const PoolKind& kind, std::uint64_t seed);

} // namespace malha::testing
