// SPDX-License-Identifier: MIT
#include "power_profile.hpp"

#include <algorithm>

namespace malha {

Watts PowerProfile::power(int state, double load) const {
  const auto& draws = states[static_cast<std::size_t>(state)];
  return load <= 0
             ? draws.idle
             : draws.epsilon + std::min(load / static_cast<double>(cores), 1.0) * (draws.all - draws.epsilon);
}

Seconds break_even(const PowerProfile& profile) {
  const Watts idle = profile.power(profile.first, 0);
  if (!profile.can_sleep() || idle <= profile.off)
    return never;
  const Seconds switching = profile.shutdown->time + profile.boot->time;
  const Joules energy =
      profile.shutdown->time * profile.shutdown->power + profile.boot->time * profile.boot->power;
  return std::max(switching, (energy - switching * profile.off) / (idle - profile.off));
}

} // namespace malha
