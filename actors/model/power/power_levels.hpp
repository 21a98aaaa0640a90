// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/power_profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

namespace malha {

/// A power, and the same as a whole number of nanowatts.
struct PowerLevel {
  Watts watts = 0;
  std::int64_t nanowatts = 0;

  PowerLevel() = default;
  explicit PowerLevel(Watts power) : watts(power), nanowatts(std::llround(power * 1e9)) {}
};

/// The powers of hosts of one kind: by pstate, and by the number of their units that compute.
class PowerLevels {
public:
  /// Each unit that computes adds this many cores to the load.
  PowerLevels(PowerProfile profile, int units, double cores_of_unit)
      : profile_(std::move(profile)), units_(units), cores_of_unit_(cores_of_unit), off_(profile_.off),
        going_(profile_.shutdown ? profile_.shutdown->power : 0),
        booting_(profile_.boot ? profile_.boot->power : 0) {
    for (int state = 0; state < static_cast<int>(profile_.states.size()); ++state)
      for (int computing = 0; computing <= units; ++computing)
        on_.emplace_back(profile_.power(state, cores_of_unit * computing));
  }

  bool are_of(const PowerProfile& profile, int units, double cores_of_unit) const {
    return are_same(profile_, profile) && units_ == units && cores_of_unit_ == cores_of_unit;
  }
  const PowerProfile& profile() const { return profile_; }
  int units() const { return units_; }
  double cores_of_unit() const { return cores_of_unit_; }
  const PowerLevel& on(int state, int computing) const {
    return on_[static_cast<std::size_t>(state * (units_ + 1) + computing)];
  }
  /// The same while the host has only this share of its speed, which lowers its load.
  PowerLevel slowed(int state, int computing, double share) const {
    const auto& [speed, idle, epsilon, all] = profile_.states[static_cast<std::size_t>(state)];
    const double load = std::min(1.0, cores_of_unit_ * computing / profile_.cores);
    return PowerLevel(computing == 0 ? idle : epsilon + load * std::min(1.0, share) * (all - epsilon));
  }
  const PowerLevel& off() const { return off_; }
  const PowerLevel& switching_off() const { return going_; }
  const PowerLevel& switching_on() const { return booting_; }

private:
  static bool are_same(const PowerProfile& a, const PowerProfile& b) {
    const auto switch_of = [](const std::optional<PowerSwitch>& change) {
      return change ? std::optional(std::pair(change->time, change->power)) : std::nullopt;
    };
    const auto is_same = [](const PowerState& one, const PowerState& other) {
      return std::tie(one.speed, one.idle, one.epsilon, one.all) ==
             std::tie(other.speed, other.idle, other.epsilon, other.all);
    };
    return std::tie(a.cores, a.first, a.pstates, a.off) == std::tie(b.cores, b.first, b.pstates, b.off) &&
           switch_of(a.shutdown) == switch_of(b.shutdown) && switch_of(a.boot) == switch_of(b.boot) &&
           std::equal(a.states.begin(), a.states.end(), b.states.begin(), b.states.end(), is_same);
  }

  PowerProfile profile_;
  int units_;
  double cores_of_unit_;
  std::vector<PowerLevel> on_;
  PowerLevel off_, going_, booting_;
};

} // namespace malha
