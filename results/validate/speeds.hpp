// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// In flop/s, of resources whose speed changes.
using Speeds = std::map<int, SpeedProfile>;

/// Of a speeds.csv, if the run wrote one. Throws InputError where it says what no speeds can be.
Speeds read_speeds(const std::filesystem::path& speeds, const std::map<int, ResourceRow>& resources);

/// The resources of a run, when they were down, and how fast they were.
struct Machines {
  const std::map<int, ResourceRow>& resources;
  const std::vector<OutageRow>& outages;
  const Speeds& speeds;

  Flops computed(int resource, Seconds start, Seconds end) const;
};

} // namespace malha
