// SPDX-License-Identifier: MIT
// A pool of machines that belong to owners: a master, and the machines of each owner in turn, joined as a
// star. How many machines each owner gives is given, or drawn.
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/power.hpp"
#include "platforms/plans/star.hpp"
#include "policies/sdk/errors.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

constexpr const char* whole_machines =
    "whole numbers of machines, at least one machine in all, and at most 100000";

[[noreturn]] void refuse(const Parameters& given, const char* parameter, const std::string& valid) {
  throw InputError("platform 'owned_pool': parameter '" + std::string(parameter) + "' cannot be '" +
                   given.text(parameter) + "'; valid: " + valid);
}

/// How many machines each owner gives, or their total.
std::vector<std::size_t> machines_given(const Parameters& given) {
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

/// Divides machines among owners, at least one each. All divisions are equally likely: between the machines
/// in a row, owners - 1 of the gaps are drawn, and the row is cut there.
std::vector<std::size_t> drawn_shares(std::size_t machines, std::size_t owners,
                                      RandomStreams::Engine& engine) {
  std::vector<std::size_t> shares{1};
  for (std::size_t gaps = machines - 1; gaps > 0; --gaps) {
    const auto cuts = owners - shares.size();
    if (boost::random::uniform_int_distribution<std::size_t>(1, gaps)(engine) <= cuts)
      shares.push_back(1);
    else
      ++shares.back();
  }
  return shares;
}

/// How many machines each owner gives. Where that is drawn, the largest share is that of user-1 and the least
/// that of user-2, so that metrics can name them.
std::vector<std::size_t> machines_of_owners(const Parameters& given, RandomStreams& random) {
  const auto machines = machines_given(given);
  const auto owners = static_cast<std::size_t>(given.integer("owners"));
  if (owners == 0)
    return machines;
  if (machines.size() > 1 || machines.front() < owners)
    refuse(given, "machines", "one number, at least the " + std::to_string(owners) + " of owners");
  auto shares = drawn_shares(machines.front(), owners, random.stream("platform.shares"));
  std::iter_swap(shares.begin(), std::max_element(shares.begin(), shares.end()));
  if (owners > 1)
    std::iter_swap(shares.begin() + 1, std::min_element(shares.begin() + 1, shares.end()));
  return shares;
}

PlatformPlan owned_pool(const Parameters& given, RandomStreams& random) {
  const auto machines = machines_of_owners(given, random);
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
  add_power("owned_pool", given, plan);
  make_star(given, false, plan);
  return plan;
}

} // namespace

MALHA_PLATFORM(platform_generator(
    "owned_pool",
    "a master, and machines that belong to users user-1, user-2 …, joined as a star; the seed varies who "
    "gives how many, where owners is above 0",
    "OSEP, sections 3.2.1 and 4.1",
    with_power_parameters(
        {reals("machines", "10,10", between(0, 100000), "count",
               "machines of each owner; of all, with owners"),
         integer("owners", 0, between(0, 100000), "count",
                 "among whom the machines are divided at random, at least one each; 0: as machines says"),
         reals("speeds", "1e9", above(0), "flop/s", "of a machine; one for all, or one for each owner"),
         bandwidth_parameter(), latency_parameter()}),
    owned_pool))

} // namespace malha
