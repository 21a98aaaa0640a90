// SPDX-License-Identifier: MIT
#pragma once
#include "trial.hpp"

#include <functional>

namespace malha::conformance {

/// How a process that runs foreign code ended.
struct Ended {
  Json said;                  ///< what its work returned; null where it did not return
  std::optional<Found> found; ///< a Flaw that its work threw, or how it was ended
};

/// Does each work in a process of its own. Its output is taken, and its calls end when they take too long.
/// Throws InputError when a work does. The caller must have no threads and no SimGrid engine. On a signal
/// that ends programs it does not return.
std::vector<Ended> in_processes(const std::vector<std::function<Json(const Watch&)>>& works,
                                const TrialLimits& limits);

} // namespace malha::conformance
