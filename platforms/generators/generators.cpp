// SPDX-License-Identifier: MIT
#include "plan.hpp"
#include "policies/sdk/amounts.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <boost/random/uniform_real_distribution.hpp>

namespace malha {
namespace {

constexpr std::int64_t most_hosts_of_a_star = 100000;

ParameterSpec bandwidth() { return real("bandwidth", 12.5e6, above(0), "B/s", "bandwidth of each link"); }
ParameterSpec latency() { return real("latency", 1e-3, at_least(0), "s", "latency of each link"); }

std::vector<ParameterSpec> parameters(std::int64_t most_hosts) {
  return {
      integer("hosts", 50, between(1, static_cast<double>(most_hosts)), "count", "number of hosts"),
      reals("speeds", "1e9", above(0), "flop/s",
            "speed of one core; k values split the hosts into k equal consecutive parts (property "
            "speed_class)"),
      integer("cores", 1, between(1, 1e6), "count", "cores of each host"),
      bandwidth(),
      latency(),
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

/// Of SimGrid's own loopback, which only a full mesh has by itself.
constexpr double loopback_bandwidth = 10e9;
constexpr Seconds loopback_latency = 0;

/// Joins the hosts to a common centre.
void make_star(const Parameters& given, bool fat_pipes, PlatformPlan& plan) {
  plan.star = true;
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.links.push_back(
        {"link-" + std::to_string(host), given.real("bandwidth"), given.real("latency"), fat_pipes});
  plan.links.push_back({"loopback", loopback_bandwidth, loopback_latency, true});
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.routes.push_back({host, host, plan.hosts.size()});
}

PlatformPlan star(const Parameters& given, RandomStreams&) {
  PlatformPlan plan = hosts_of("star", given);
  make_star(given, given.text("sharing") == "fatpipe", plan);
  return plan;
}

std::vector<ParameterSpec> star_parameters() {
  auto all = parameters(most_hosts_of_a_star);
  all.push_back(choice("sharing", "shared", {"shared", "fatpipe"},
                       "transfers on a link share its bandwidth, or each has the whole of it"));
  return all;
}

std::vector<ParameterSpec> uniform_speeds_parameters() {
  return {real("total_speed", 1000, above(0), "flop/s", "speed of all workers together"),
          real("mean", 10, above(0), "flop/s", "mean speed of a worker, and the speed of the master"),
          real("hm", 0, at_least(0), "flop/s",
               "machine heterogeneity: speeds are drawn uniformly from mean - hm/2 to mean + hm/2; less than "
               "twice the mean"),
          choice("sum", "trim", {"trim", "scale"},
                 "how the sum becomes exact: the last speed is what is left, however little, or all are "
                 "scaled, the last one like the others"),
          bandwidth(),
          latency()};
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
  auto& engine = random.stream("platform.speeds");
  FlopsPerSecond last = mean;
  auto speeds = amounts_of(total, [&] {
    if (hm > 0)
      last = boost::random::uniform_real_distribution<>(mean - hm / 2, mean + hm / 2)(engine);
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
  make_star(given, false, plan);
  return plan;
}

} // namespace

const std::vector<PlatformGenerator>& platform_generators() {
  static const std::vector<PlatformGenerator> generators{
      {"full_mesh", "hosts with a link of its own for every pair; quadratic in hosts",
       "tonelli2010, section 5.1", parameters(2000), full_mesh},
      {"star", "hosts with one link each to a common centre", "for grids too large for a mesh",
       star_parameters(), star},
      {"uniform_speeds",
       "a master, and as many workers of uniform speeds as add up to a total, joined as a star; the seed "
       "varies the speeds, and with them the number of workers",
       "the grids of GridTS: S_j ~ U(10 - hm/2, 10 + hm/2) until their sum is 1000, the last one trimmed",
       uniform_speeds_parameters(), uniform_speeds},
  };
  return generators;
}

} // namespace malha
