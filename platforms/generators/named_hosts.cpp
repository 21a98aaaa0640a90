// SPDX-License-Identifier: MIT
// Hosts with the names of a real site, all alike, around a centre.
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/star.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/host_list.hpp"

#include <set>

namespace malha {
namespace {

PlatformPlan named_hosts(const Parameters& given, RandomStreams&) {
  const auto& list = given.text("names");
  const auto refuse = [&](const std::string& what) {
    throw InputError("platform 'named_hosts': parameter 'names' " + what +
                     "; valid: names of hosts such as n[001-128],login");
  };
  const auto names = hosts_in(list);
  if (!names)
    refuse("cannot be '" + list + "'");
  PlatformPlan plan;
  std::set<std::string> known;
  for (const auto& name : *names) {
    if (!known.insert(name).second)
      refuse("has host '" + name + "' twice");
    plan.hosts.push_back({name, given.real("speed"), static_cast<int>(given.integer("cores")), {}});
  }
  make_star(given, false, plan);
  return plan;
}

} // namespace

MALHA_PLATFORM(platform_generator(
    "named_hosts", "hosts with given names, all alike, with one link each to a common centre",
    "for the nodes of a real site",
    {text("names", "host-[0-49]", "names of the hosts, as Slurm writes lists of nodes: n[001-128],login"),
     real("speed", 1e9, above(0), "flop/s", "speed of one core"),
     integer("cores", 1, between(1, 1e6), "count", "cores of each host"), bandwidth_parameter(),
     latency_parameter()},
    named_hosts))

} // namespace malha
