// SPDX-License-Identifier: MIT
// The grids of GridTS: a star of a master and of workers whose speeds are drawn until they add up to a total.
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/power.hpp"
#include "platforms/plans/star.hpp"
#include "policies/sdk/amounts.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <boost/random/uniform_real_distribution.hpp>

namespace malha {
namespace {

std::vector<ParameterSpec> uniform_speeds_parameters() {
  return with_power_parameters(
      {real("total_speed", 1000, above(0), "flop/s", "speed of all workers together"),
       real("mean", 10, above(0), "flop/s", "mean speed of a worker, and the speed of the master"),
       real("hm", 0, at_least(0), "flop/s",
            "machine heterogeneity: speeds are drawn uniformly from mean - hm/2 to mean + hm/2; less than "
            "twice the mean"),
       choice("sum", "trim", {"trim", "scale"},
              "how the sum becomes exact: the last speed is what is left, however little, or all are "
              "scaled, the last one like the others"),
       bandwidth_parameter(), latency_parameter()});
}

/// The speeds of the workers. Unless they are scaled, the last is what the others leave of the sum.
std::vector<FlopsPerSecond> uniform_speeds_of(const Parameters& given, RandomStreams& random) {
  const double mean = given.real("mean"), hm = given.real("hm"), total = given.real("total_speed");
  const auto refuse = [&](const char* parameter, const std::string& valid) {
    throw InputError("platform 'uniform_speeds': parameter '" + std::string(parameter) + "' cannot be '" +
                     given.text(parameter) + "' with mean " + given.text("mean") + "; valid: " + valid);
  };
  if (hm >= 2 * mean)
    refuse("hm", "from 0 to less than " + shortest(2 * mean) + ", so that every speed is above 0");
  if (total / mean > static_cast<double>(most_hosts_of_a_star))
    refuse("total_speed", "at most " + shortest(mean * static_cast<double>(most_hosts_of_a_star)) + ", for " +
                              std::to_string(most_hosts_of_a_star) + " hosts");
  auto* engine = hm > 0 ? &random.stream("platform.speeds") : nullptr;
  FlopsPerSecond last = mean;
  auto speeds = amounts_of(total, [&] {
    if (engine != nullptr)
      last = boost::random::uniform_real_distribution<>(mean - hm / 2, mean + hm / 2)(*engine);
    return last;
  });
  if (given.text("sum") == "scale") {
    const double drawn = total - speeds.back() + last;
    speeds.back() = last;
    for (auto& speed : speeds)
      speed *= total / drawn;
  }
  return speeds;
}

PlatformPlan uniform_speeds(const Parameters& given, RandomStreams& random) {
  PlatformPlan plan;
  plan.hosts.push_back({"master", given.real("mean"), 1, {{"role", "master"}}});
  for (const auto speed : uniform_speeds_of(given, random))
    plan.hosts.push_back({"host-" + std::to_string(plan.hosts.size() - 1), speed, 1, {{"role", "worker"}}});
  add_power("uniform_speeds", given, plan);
  make_star(given, false, plan);
  return plan;
}

} // namespace

MALHA_PLATFORM(platform_generator(
    "uniform_speeds",
    "a master, and as many workers of uniform speeds as add up to a total, joined as a star; the seed "
    "varies the speeds, and with them the number of workers",
    "the grids of GridTS: S_j ~ U(10 - hm/2, 10 + hm/2) until their sum is 1000, the last one trimmed",
    uniform_speeds_parameters(), uniform_speeds))

} // namespace malha
