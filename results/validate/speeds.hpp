// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "resources.hpp"

namespace malha {

/// The speeds in flop/s of the resources whose speed changes, by index.
using Speeds = std::map<int, SpeedProfile>;

/// Reads a speeds.csv; empty if the run has none. Throws InputError if a row cannot be the speed of a
/// resource.
Speeds read_speeds(const std::filesystem::path& file, const Resources& resources);

} // namespace malha
