// SPDX-License-Identifier: MIT
#include "power.hpp"

#include <simgrid/s4u/Host.hpp>

namespace malha {

std::optional<PowerProfile> power_profile_of(const simgrid::s4u::Host& host) {
  std::map<std::string, std::string> properties;
  for (const auto& name : power_properties())
    if (const char* value = host.get_property(name))
      properties[name] = value;
  if (properties.empty())
    return std::nullopt;
  std::vector<FlopsPerSecond> speeds;
  for (unsigned long state = 0; state < host.get_pstate_count(); ++state)
    speeds.push_back(host.get_pstate_speed(state));
  return read_power_profile(host.get_name(), host.get_core_count(), speeds,
                            static_cast<int>(host.get_pstate()), properties);
}

std::optional<double> carbon_intensity_of(const simgrid::s4u::Host& host) {
  const char* value = host.get_property("carbon_intensity");
  return value == nullptr ? std::nullopt
                          : read_carbon_intensity(host.get_name(), {{"carbon_intensity", value}});
}

} // namespace malha
