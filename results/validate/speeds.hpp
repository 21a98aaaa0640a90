// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "resources.hpp"

namespace malha {

/// The speeds over time, in flop/s, of the resources whose speed changes, by index of the resource.
using Speeds = std::map<int, SpeedProfile>;

/// Reads a speeds.csv; empty if the run has none. Throws InputError if a resource is unknown, or its rows are
/// no profile of speeds.
Speeds read_speeds(const std::filesystem::path& file, const Resources& resources);

} // namespace malha
