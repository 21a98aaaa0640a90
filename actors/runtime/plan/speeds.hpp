// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "profiles.hpp"

#include <map>

namespace malha {

/// How the speeds of hosts change over time, by host, as shares of the host's speed. Hosts of constant speed
/// are not in it. Throws InputError where a speed is 0.
std::map<std::string, SpeedProfile> speeds_over_time(const std::vector<Profile>& profiles);

} // namespace malha
