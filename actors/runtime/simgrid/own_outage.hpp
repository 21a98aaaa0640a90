// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <simgrid/s4u.hpp>

#include <cmath>

namespace malha {

/// SimGrid 3.32 aborts when a host goes at the very date at which an actor on it stops waiting. Such an actor
/// goes with its host and need not stop: for that date this is a later one, and for any other date itself.
inline Seconds past_own_outage(const Stage& simulation, const simgrid::s4u::Host& host, Seconds date) {
  constexpr Seconds near = 1e-6, later = 1;
  for (const auto& profile : simulation.profiles()) {
    if (profile.kind != Profile::Kind::host_state || profile.where != host.get_name())
      continue;
    const Seconds in_period =
        profile.period < never ? date - std::floor((date + near) / profile.period) * profile.period : date;
    for (const auto& point : profile.points)
      if (point.value <= 0 && std::abs(point.date - in_period) < near)
        return date + later;
  }
  return date;
}

} // namespace malha
