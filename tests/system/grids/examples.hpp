// SPDX-License-Identifier: MIT
#pragma once
#include "reference.hpp"

#include <utility>

namespace malha::testing {

using Attempts = std::vector<ReferenceAttempt>;

inline ReferenceAttempt completed(std::size_t task, std::size_t resource, Seconds start, Seconds end) {
  return {task, resource, start, end, ReferenceOutcome::completed};
}
inline ReferenceAttempt cancelled(std::size_t task, std::size_t resource, Seconds start, Seconds end) {
  return {task, resource, start, end, ReferenceOutcome::cancelled};
}
inline ReferenceAttempt lost(std::size_t task, std::size_t resource, Seconds start, Seconds end) {
  return {task, resource, start, end, ReferenceOutcome::lost};
}

/// A bag at 0.
inline ReferenceInstance one_bag(std::vector<FlopsPerSecond> speeds, std::vector<Flops> works,
                                 std::vector<ReferenceCrash> crashes = {}, Seconds detection_delay = 0) {
  return {std::move(speeds), {{0, std::move(works)}}, std::move(crashes), detection_delay};
}

} // namespace malha::testing
