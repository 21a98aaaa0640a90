// SPDX-License-Identifier: MIT
#pragma once
#include "asker.hpp"

namespace malha::conformance {

struct TrialLimits {
  int workers = 1;
  Seconds time = 10; ///< of computing in one call; about twice as long one may wait without computing
};

/// Makes trials, each in a process of its own. Throws InputError when a plugin cannot be used. The caller
/// must have no threads and no SimGrid engine. On a signal that ends programs it does not return.
std::vector<Tried> try_out(const std::vector<Trial>& trials, const TrialLimits& limits);

} // namespace malha::conformance
