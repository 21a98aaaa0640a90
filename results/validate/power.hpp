// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/power_profile.hpp"
#include "resources.hpp"

namespace malha {

/// What a host does, as power_states.csv says.
enum class PowerUse { on, switching_off, off, switching_on };

/// The word for it in power_states.csv.
const char* word_of(PowerUse use);

/// A host in host_power.csv.
struct HostInFile {
  std::string name;
  std::string place;        ///< of its first row: "host_power.csv:2"
  int units = 1;            ///< resources that it has
  double cores_of_unit = 1; ///< cores that compute on each of them while a job computes there
  PowerProfile profile;
  std::vector<int> resources; ///< their indices in resources.csv

  /// The power while it is on, so many of its units compute, and it has this share of its speed.
  Watts on(std::size_t state, int computing, double share) const;
  /// The greatest power that it can draw.
  Watts most() const;
};

/// A row of power_states.csv.
struct PowerTurn {
  std::size_t host; ///< index in PowerRead::hosts
  Seconds time;
  PowerUse use;
  std::size_t state; ///< its pstate: index in PowerProfile::states
  std::string place; ///< "power_states.csv:3"
};

/// What host_power.csv and power_states.csv give.
struct PowerRead {
  bool is_modelled = false; ///< whether there is a host_power.csv
  std::vector<HostInFile> hosts;
  std::vector<PowerTurn> turns;            ///< in the order of the file
  std::map<int, std::size_t> host_of = {}; ///< index in `hosts`, by index of the resource
  std::vector<std::string> not_known = {}; ///< why the power of a host is not known, one sentence each
};

/// Reads both files; nothing if a run has no host_power.csv. The pstate at the start is not in the files: it
/// is that of the speed in resources.csv. Throws InputError if a host has no resource, or other units than it
/// has resources, or if a row cannot be read.
PowerRead read_power(const std::filesystem::path& folder, const Resources& resources);

} // namespace malha
