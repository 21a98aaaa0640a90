// SPDX-License-Identifier: MIT
#include "hosts.hpp"

#include "policies/sdk/errors.hpp"
#include "power.hpp"

namespace malha {

ParameterSpec bandwidth_parameter() {
  return real("bandwidth", 12.5e6, above(0), "B/s", "bandwidth of each link");
}

ParameterSpec latency_parameter() { return real("latency", 1e-3, at_least(0), "s", "latency of each link"); }

std::vector<ParameterSpec> host_parameters(std::int64_t most_hosts) {
  return with_power_parameters(
      {integer("hosts", 50, between(1, static_cast<double>(most_hosts)), "count", "number of hosts"),
       reals("speeds", "1e9", above(0), "flop/s",
             "speed of one core; k values split the hosts into k equal consecutive parts (property "
             "speed_class)"),
       integer("cores", 1, between(1, 1e6), "count", "cores of each host"), bandwidth_parameter(),
       latency_parameter(),
       integer("sites", 1, between(1, static_cast<double>(most_hosts)), "count",
               "sites: the hosts split into so many equal consecutive parts (property site, \"site-1\" and "
               "so on), the first host of each its manager's (property site_role, \"manager\")")});
}

PlatformPlan hosts_of(const std::string& platform, const Parameters& given) {
  PlatformPlan plan;
  const auto number = static_cast<std::size_t>(given.integer("hosts"));
  const auto sites = static_cast<std::size_t>(given.integer("sites"));
  const auto speeds = given.reals("speeds");
  if (sites > number)
    throw InputError("platform '" + platform + "': parameter 'sites' cannot be '" + std::to_string(sites) +
                     "' with " + std::to_string(number) + " hosts; valid: at most one site a host");
  for (std::size_t i = 0; i < number; ++i) {
    const std::size_t part = i * speeds.size() / number, site = i * sites / number;
    plan.hosts.push_back(
        {"host-" + std::to_string(i),
         speeds[part],
         static_cast<int>(given.integer("cores")),
         {{"speed_class", std::to_string(part + 1)}, {"site", "site-" + std::to_string(site + 1)}}});
    if (i == 0 || (i - 1) * sites / number != site)
      plan.hosts.back().properties["site_role"] = "manager";
  }
  add_power(platform, given, plan);
  return plan;
}

} // namespace malha
