// SPDX-License-Identifier: MIT
#pragma once
#include "quantities.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// The power that a host draws in a pstate (a level of DVFS) in which it computes. SimGrid, plugin
/// host_energy: `epsilon` may lie below `idle`, and nothing says that `all` is the greatest.
struct PowerState {
  FlopsPerSecond speed; ///< of one core, above 0
  Watts idle;           ///< on, and nothing computes
  Watts epsilon;        ///< something computes, at a load of next to nothing
  Watts all;            ///< all cores compute
};

/// Going to sleep, or booting: how long it takes and what it draws in the meantime.
struct PowerSwitch {
  Seconds time;
  Watts power;
};

/// What a host draws in each of its states. The model is that of SimGrid (plugin host_energy; Heinrich
/// et al. 2017, hal-01523608), with the switches of Batsim's convention for nodes that sleep.
struct PowerProfile {
  int cores = 1;
  /// By pstate of SimGrid, the fastest most often first, without pstates for sleeping and switching, and
  /// without those of speed 0. At least one.
  std::vector<PowerState> states;
  int first = 0;            ///< the state in use at the start: an index in `states`
  std::vector<int> pstates; ///< SimGrid's number of each of the states
  Watts off = 0;            ///< while the host sleeps or is off
  /// A host that can sleep has both.
  std::optional<PowerSwitch> shutdown, boot;

  bool can_sleep() const { return shutdown && boot; }
  /// What the host draws in a state, an index in `states`, while `load` of its cores compute. More than it
  /// has count as all; parts of a core count, too (a core that computes at half its speed is 0.5).
  Watts power(int state, double load) const;
};

/// The least gap between two jobs for which a host that is switched off and booted again costs no more energy
/// than one that stays on and idle in its first state: max(d, (E - d off) / (idle - off)), where d is the
/// time and E the energy of both switches. `never` if idle draws no more than off, or the host cannot sleep.
Seconds break_even(const PowerProfile& profile);

/// The power profile of a host from the properties that a platform gives it; nothing if it has no
/// `wattage_per_state`, or no pstate above speed 0 (it never computes).
///
/// - `wattage_per_state`: for each pstate, with ',' between them, Idle:Epsilon:AllCores or Idle:AllCores.
/// - `wattage_off`: power while the host is off; 0 where it is missing.
/// - `sleep_pstates` (of Batsim), "s:d:b": the host sleeps in pstate s, goes to sleep in d and boots in b. A
///   switch takes 1 / speed of its pstate. Of several, with ',' between them, the first counts.
/// - `boot` and `shutdown` (ours), "p:time": the switch takes that time. It draws, as those of Batsim, what
///   its pstate draws at full load.
///
/// A host that sleeps in s draws what s draws when idle, whatever `wattage_off` says. No host draws more than
/// 9e9 W.
///
/// `host` is its name, for messages; `speeds` are those of one core, by pstate; `first` is the pstate at the
/// start.
/// Throws InputError, "host 'x' has …; valid: …", to which the caller adds the place.
std::optional<PowerProfile> read_power_profile(const std::string& host, int cores,
                                               const std::vector<FlopsPerSecond>& speeds, int first,
                                               const std::map<std::string, std::string>& properties);

/// The grams of CO2 a kWh of a host by its property `carbon_intensity`, which SimGrid 4 reads (plugin
/// host_carbon_footprint); nothing if it has none. Throws InputError as above.
std::optional<double> read_carbon_intensity(const std::string& host,
                                            const std::map<std::string, std::string>& properties);

/// The names of the properties that are read for a power profile.
const std::vector<std::string>& power_properties();

} // namespace malha
