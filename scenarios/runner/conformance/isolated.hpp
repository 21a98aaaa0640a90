// SPDX-License-Identifier: MIT
#pragma once
#include "session.hpp"

#include <functional>

namespace malha::conformance {

/// How a process that runs foreign code ended.
struct Ended {
  Json said;                  ///< what its work returned; null if it did not return
  std::optional<Found> found; ///< a Flaw that its work threw, or how it was ended
};

/// Runs each work in a process of its own. Its output is captured, and calls that take too long are ended.
/// Throws InputError if a work does. The caller must have no threads and no SimGrid engine. Does not return
/// on a signal that ends programs.
std::vector<Ended> in_processes(const std::vector<std::function<Json(const Watch&)>>& works,
                                const SessionLimits& limits);

} // namespace malha::conformance
