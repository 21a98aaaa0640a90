// SPDX-License-Identifier: MIT
#include "star.hpp"

namespace malha {
namespace {

/// Of SimGrid's own loopback, which only a full mesh has by itself.
constexpr double loopback_bandwidth = 10e9;
constexpr Seconds loopback_latency = 0;

} // namespace

PlatformPlan::Link loopback_link(const std::string& name) {
  return {name, loopback_bandwidth, loopback_latency, true};
}

void make_star(const Parameters& given, bool fat_pipes, PlatformPlan& plan) {
  plan.star = true;
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.links.push_back(
        {"link-" + std::to_string(host), given.real("bandwidth"), given.real("latency"), fat_pipes});
  plan.links.push_back(loopback_link("loopback"));
  for (std::size_t host = 0; host < plan.hosts.size(); ++host)
    plan.routes.push_back({host, host, plan.hosts.size()});
}

} // namespace malha
