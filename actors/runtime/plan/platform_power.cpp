// SPDX-License-Identifier: MIT
#include "platform_power.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/power_profile.hpp"
#include "policies/sdk/split.hpp"
#include "policies/sdk/units.hpp"

#include <algorithm>

namespace malha {
namespace {

/// The name of a host; of a cluster, that of its first host.
std::string host_of(const XmlFile& platform, const pugi::xml_node& element) {
  if (std::string(element.name()) == "host")
    return platform.required(element, "id");
  const auto radical = platform.required(element, "radical");
  return platform.optional(element, "prefix") + radical.substr(0, radical.find_first_of(",-")) +
         platform.optional(element, "suffix");
}

std::map<std::string, std::string> power_properties_of(const XmlFile& platform,
                                                       const pugi::xml_node& element) {
  auto names = power_properties();
  names.push_back("carbon_intensity");
  std::map<std::string, std::string> found;
  for (const auto prop : element.children("prop")) {
    const auto name = platform.required(prop, "id");
    if (std::find(names.begin(), names.end(), name) != names.end() &&
        !found.emplace(name, platform.required(prop, "value")).second)
      platform.fail(prop, "host '" + host_of(platform, element) + "' has " + name + " twice; valid: once");
  }
  return found;
}

/// Nothing where a speed has a unit that we do not know.
std::optional<std::vector<FlopsPerSecond>> speeds_of(const pugi::xml_node& element) {
  std::vector<FlopsPerSecond> speeds;
  for (const auto& part : split(element.attribute("speed").value(), ',')) {
    const auto begin = std::min(part.find_first_not_of(' '), part.size());
    const auto speed = parse_quantity(std::string_view(part).substr(begin), "flop/s");
    if (!speed)
      return std::nullopt;
    speeds.push_back(*speed);
  }
  return speeds;
}

/// What is not heeded of these properties; "": nothing.
std::string remark_on(const std::string& host, const std::map<std::string, std::string>& properties,
                      const std::optional<PowerProfile>& profile) {
  const auto has = [&properties](const char* name) { return properties.count(name) > 0; };
  if (has("carbon_intensity") && !has("wattage_per_state"))
    return "host '" + host +
           "' has carbon_intensity and no wattage_per_state, so that its carbon is not known";
  if (has("sleep_pstates") && properties.at("sleep_pstates").find(',') != std::string::npos)
    return "host '" + host + "' has several pstates to sleep in, sleep_pstates '" +
           properties.at("sleep_pstates") + "', and only the first is used";
  if (has("sleep_pstates") && has("wattage_off") && profile &&
      parse_number<double>(properties.at("wattage_off")) != profile->off)
    return "host '" + host + "' has wattage_off '" + properties.at("wattage_off") + "', and draws " +
           shortest(profile->off) + " W, as in its pstate to sleep in, whenever it is off or has failed";
  return "";
}

} // namespace

std::string check_power(const XmlFile& platform, const pugi::xml_node& element) {
  const auto properties = power_properties_of(platform, element);
  if (properties.empty())
    return "";
  const auto speeds = speeds_of(element);
  const auto first = parse_number<double>(platform.optional(element, "pstate", "0"));
  const auto cores = parse_number<int>(platform.optional(element, "core", "1"));
  const auto host = host_of(platform, element);
  std::optional<PowerProfile> profile;
  try {
    read_carbon_intensity(host, properties);
    if (speeds)
      profile = read_power_profile(host, cores.value_or(1), *speeds, static_cast<int>(first.value_or(0)),
                                   properties);
  } catch (const InputError& error) {
    platform.fail(element, error.what());
  }
  return remark_on(host, properties, profile);
}

} // namespace malha
