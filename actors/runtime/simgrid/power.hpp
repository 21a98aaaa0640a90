// SPDX-License-Identifier: MIT
#pragma once
#include "forward.hpp"
#include "policies/sdk/power_profile.hpp"

namespace malha {

/// What a host of a loaded platform draws, by its properties; nothing if they do not say, or it never
/// computes. A Grid has checked the properties of its hosts, so that this throws no InputError later.
std::optional<PowerProfile> power_profile_of(const simgrid::s4u::Host& host);

/// The grams of CO2 a kWh of a host of a loaded platform; nothing if its property `carbon_intensity` is
/// missing.
std::optional<double> carbon_intensity_of(const simgrid::s4u::Host& host);

} // namespace malha
