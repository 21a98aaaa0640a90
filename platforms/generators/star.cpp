// SPDX-License-Identifier: MIT
// Hosts around a centre, one link each.
#include "platforms/plans/star.hpp"
#include "platforms/plans/hosts.hpp"

namespace malha {
namespace {

PlatformPlan star(const Parameters& given, RandomStreams&) {
  PlatformPlan plan = hosts_of("star", given);
  make_star(given, given.text("sharing") == "fatpipe", plan);
  return plan;
}

std::vector<ParameterSpec> star_parameters() {
  auto all = host_parameters(most_hosts_of_a_star);
  all.push_back(choice("sharing", "shared", {"shared", "fatpipe"},
                       "transfers on a link share its bandwidth, or each has the whole of it"));
  return all;
}

} // namespace

MALHA_PLATFORM(platform_generator("star", "hosts with one link each to a common centre",
                                  "for grids too large for a mesh", star_parameters(), star))

} // namespace malha
