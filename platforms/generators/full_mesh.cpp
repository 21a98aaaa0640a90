// SPDX-License-Identifier: MIT
// Hosts of which every two have a link of their own.
#include "platforms/plans/hosts.hpp"

namespace malha {
namespace {

PlatformPlan full_mesh(const Parameters& given, RandomStreams&) {
  PlatformPlan plan = hosts_of("full_mesh", given);
  for (std::size_t from = 0; from < plan.hosts.size(); ++from)
    for (std::size_t to = from + 1; to < plan.hosts.size(); ++to) {
      plan.routes.push_back({from, to, plan.links.size()});
      plan.links.push_back({"link-" + std::to_string(from) + "-" + std::to_string(to),
                            given.real("bandwidth"), given.real("latency")});
    }
  return plan;
}

} // namespace

MALHA_PLATFORM(platform_generator("full_mesh",
                                  "hosts with a link of its own for every pair; quadratic in hosts",
                                  "tonelli2010, section 5.1", host_parameters(2000), full_mesh))

} // namespace malha
