// SPDX-License-Identifier: MIT
#include "plan.hpp"
#include "policies/sdk/errors.hpp"

namespace malha {
namespace {

std::vector<ParameterSpec> parameters(std::int64_t most_hosts) {
  return {
      integer("hosts", 50, between(1, static_cast<double>(most_hosts)), "count", "number of hosts"),
      reals("speeds", "1e9", above(0), "flop/s",
            "speed of one core; k values split the hosts into k equal consecutive parts (property "
            "speed_class)"),
      integer("cores", 1, between(1, 1e6), "count", "cores of each host"),
      real("bandwidth", 12.5e6, above(0), "B/s", "bandwidth of each link"),
      real("latency", 1e-3, at_least(0), "s", "latency of each link"),
      integer("sites", 1, between(1, static_cast<double>(most_hosts)), "count",
              "sites: the hosts split into so many equal consecutive parts (property site, \"site-1\" and "
              "so on), the first host of each its manager's (property site_role, \"manager\")")};
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
  return plan;
}

PlatformPlan full_mesh(const Parameters& given) {
  PlatformPlan plan = hosts_of("full_mesh", given);
  for (std::size_t from = 0; from < plan.hosts.size(); ++from)
    for (std::size_t to = from + 1; to < plan.hosts.size(); ++to) {
      plan.routes.push_back({from, to, plan.links.size()});
      plan.links.push_back({"link-" + std::to_string(from) + "-" + std::to_string(to),
                            given.real("bandwidth"), given.real("latency")});
    }
  return plan;
}

/// Of SimGrid's own loopback, which only a full mesh has by itself.
constexpr double loopback_bandwidth = 10e9;
constexpr Seconds loopback_latency = 0;

PlatformPlan star(const Parameters& given) {
  PlatformPlan plan = hosts_of("star", given);
  plan.star = true;
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.links.push_back({"link-" + std::to_string(host), given.real("bandwidth"), given.real("latency"),
                          given.text("sharing") == "fatpipe"});
  plan.links.push_back({"loopback", loopback_bandwidth, loopback_latency, true});
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.routes.push_back({host, host, plan.hosts.size()});
  return plan;
}

std::vector<ParameterSpec> star_parameters() {
  auto all = parameters(100000);
  all.push_back(choice("sharing", "shared", {"shared", "fatpipe"},
                       "transfers on a link share its bandwidth, or each has the whole of it"));
  return all;
}

} // namespace

const std::vector<PlatformGenerator>& platform_generators() {
  static const std::vector<PlatformGenerator> generators{
      {"full_mesh", "hosts with a link of its own for every pair; quadratic in hosts",
       "tonelli2010, section 5.1", parameters(2000), full_mesh},
      {"star", "hosts with one link each to a common centre", "for grids too large for a mesh",
       star_parameters(), star},
  };
  return generators;
}

} // namespace malha
