// SPDX-License-Identifier: MIT
#include "speeds.hpp"

#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha {

std::map<std::string, SpeedProfile> speeds_over_time(const std::vector<Profile>& profiles) {
  std::map<std::string, SpeedProfile> speeds;
  for (const auto& profile : profiles) {
    if (profile.kind != Profile::Kind::host_speed)
      continue;
    std::vector<SpeedProfile::Change> changes;
    for (const auto& [date, share] : profile.points) {
      if (share == 0)
        throw InputError(profile.place + ": host '" + profile.where + "' has speed 0 from " + shortest(date) +
                         " s on, and " + simgrid_name() +
                         " computes on at the speed before; valid: a speed above 0, "
                         "or a state profile, which turns the host off");
      changes.push_back({date, share});
    }
    const auto period = profile.period < never ? std::optional(profile.period) : std::nullopt;
    speeds.emplace(profile.where, SpeedProfile(1, std::move(changes), period));
  }
  return speeds;
}

} // namespace malha
