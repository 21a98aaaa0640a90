// SPDX-License-Identifier: MIT
// A pool of machines that belong to owners: a master, and the machines of each owner in turn, joined as a
// star.
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/star.hpp"
#include "policies/sdk/errors.hpp"

#include <cmath>

namespace malha {
namespace {

constexpr const char* whole_machines =
    "whole numbers of machines, at least one machine in all, and at most 100000";

[[noreturn]] void refuse(const Parameters& given, const char* parameter, const std::string& valid) {
  throw InputError("platform 'owned_pool': parameter '" + std::string(parameter) + "' cannot be '" +
                   given.text(parameter) + "'; valid: " + valid);
}

/// How many machines each owner gives.
std::vector<std::size_t> machines_of_owners(const Parameters& given) {
  std::vector<std::size_t> machines;
  double sum = 0;
  for (const double number : given.reals("machines")) {
    if (number != std::floor(number))
      refuse(given, "machines", whole_machines);
    machines.push_back(static_cast<std::size_t>(number));
    sum += number;
  }
  if (sum < 1 || sum > static_cast<double>(most_hosts_of_a_star))
    refuse(given, "machines", whole_machines);
  return machines;
}

PlatformPlan owned_pool(const Parameters& given, RandomStreams&) {
  const auto machines = machines_of_owners(given);
  const auto speeds = given.reals("speeds");
  if (speeds.size() > 1 && speeds.size() != machines.size())
    refuse(given, "speeds",
           "one speed, or one for each of the " + std::to_string(machines.size()) + " owners");
  PlatformPlan plan;
  plan.hosts.push_back({"master", speeds.front(), 1, {{"role", "master"}}});
  for (std::size_t owner = 0; owner < machines.size(); ++owner)
    for (std::size_t machine = 0; machine < machines[owner]; ++machine)
      plan.hosts.push_back({"host-" + std::to_string(plan.hosts.size() - 1),
                            speeds[speeds.size() > 1 ? owner : 0],
                            1,
                            {{"role", "worker"}, {"owner", "user-" + std::to_string(owner + 1)}}});
  make_star(given, false, plan);
  return plan;
}

} // namespace

MALHA_PLATFORM(platform_generator(
    "owned_pool", "a master, and machines that belong to users user-1, user-2 …, joined as a star",
    "OSEP, sections 3.2.1 and 4.1",
    {reals("machines", "10,10", between(0, 100000), "count", "machines of each owner"),
     reals("speeds", "1e9", above(0), "flop/s", "of a machine; one for all, or one for each owner"),
     bandwidth_parameter(), latency_parameter()},
    owned_pool))

} // namespace malha
