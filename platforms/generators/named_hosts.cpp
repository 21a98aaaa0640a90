// SPDX-License-Identifier: MIT
// Hosts with the names of a real site, all alike, around a centre.
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/power.hpp"
#include "platforms/plans/star.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/host_names.hpp"

#include <stdexcept>

namespace malha {
namespace {

std::vector<std::string> names_in(const std::string& list) {
  std::string why_not = "'" + list + "' names no host; valid: such as n[001-128],login";
  try {
    if (auto names = host_names(list); !names.empty())
      return names;
  } catch (const std::invalid_argument& refused) {
    why_not = refused.what();
  }
  throw InputError("platform 'named_hosts': parameter 'names': " + why_not);
}

PlatformPlan named_hosts(const Parameters& given, RandomStreams&) {
  PlatformPlan plan;
  for (const auto& name : names_in(given.text("names")))
    plan.hosts.push_back({name, given.real("speed"), static_cast<int>(given.integer("cores")), {}});
  add_power("named_hosts", given, plan);
  make_star(given, false, plan);
  return plan;
}

} // namespace

MALHA_PLATFORM(platform_generator(
    "named_hosts", "hosts with given names, all alike, with one link each to a common centre",
    "for the nodes of a real site",
    with_power_parameters({text("names", "host-[0-49]",
                                "names of the hosts, as Slurm writes lists of nodes: n[001-128],login"),
                           real("speed", 1e9, above(0), "flop/s", "speed of one core"),
                           integer("cores", 1, between(1, 1e6), "count", "cores of each host"),
                           bandwidth_parameter(), latency_parameter()}),
    named_hosts))

} // namespace malha
