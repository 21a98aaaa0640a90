// SPDX-License-Identifier: MIT
#include "plan.hpp"

namespace malha {
namespace {

std::vector<ParameterSpec> parameters(std::int64_t most_hosts) {
  return {integer("hosts", 50, between(1, static_cast<double>(most_hosts)), "count", "number of hosts"),
          reals("speeds", "1e9", above(0), "flop/s",
                "speed of one core; k values split the hosts into k equal consecutive parts (property "
                "speed_class)"),
          integer("cores", 1, between(1, 1e6), "count", "cores of each host"),
          real("bandwidth", 12.5e6, above(0), "B/s", "bandwidth of each link"),
          real("latency", 1e-3, at_least(0), "s", "latency of each link")};
}

PlatformPlan hosts_of(const Parameters& given) {
  PlatformPlan plan;
  const auto number = static_cast<std::size_t>(given.integer("hosts"));
  const auto speeds = given.reals("speeds");
  for (std::size_t i = 0; i < number; ++i) {
    const std::size_t part = i * speeds.size() / number;
    plan.hosts.push_back({"host-" + std::to_string(i),
                          speeds[part],
                          static_cast<int>(given.integer("cores")),
                          {{"speed_class", std::to_string(part + 1)}}});
  }
  return plan;
}

PlatformPlan full_mesh(const Parameters& given) {
  PlatformPlan plan = hosts_of(given);
  for (std::size_t from = 0; from < plan.hosts.size(); ++from)
    for (std::size_t to = from + 1; to < plan.hosts.size(); ++to) {
      plan.routes.push_back({from, to, plan.links.size()});
      plan.links.push_back({"link-" + std::to_string(from) + "-" + std::to_string(to),
                            given.real("bandwidth"), given.real("latency")});
    }
  return plan;
}

PlatformPlan star(const Parameters& given) {
  PlatformPlan plan = hosts_of(given);
  plan.star = true;
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.links.push_back({"link-" + std::to_string(host), given.real("bandwidth"), given.real("latency")});
  return plan;
}

} // namespace

const std::vector<PlatformGenerator>& platform_generators() {
  static const std::vector<PlatformGenerator> generators{
      {"full_mesh", "hosts with a link of its own for every pair; quadratic in hosts",
       "tonelli2010, section 5.1", parameters(2000), full_mesh},
      {"star", "hosts with one link each to a common centre", "for grids too large for a mesh",
       parameters(100000), star},
  };
  return generators;
}

} // namespace malha
