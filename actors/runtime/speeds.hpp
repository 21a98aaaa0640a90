// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"
#include "profiles.hpp"

#include <map>

namespace malha {

/// The speeds over time, as shares of their own, of hosts whose speed changes, by name. Throws InputError
/// where a speed is 0.
std::map<std::string, SpeedProfile> speeds_over_time(const std::vector<Profile>& profiles);

} // namespace malha
