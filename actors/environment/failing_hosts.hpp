// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/errors.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace malha::environment {

/// The hosts that an environment actor may turn off: those of its parameter `hosts`, without the masters of
/// the platform. `prefix` is the first part of its settings, and `none` the setting under which it turns off
/// none. `hosts_recover`: the hosts are turned on again. Throws InputError if there is no such host, or if
/// other actors cannot go on without an actor on one of them.
inline std::vector<simgrid::s4u::Host*> hosts_that_fail(ActorContext& context, const std::string& prefix,
                                                        const std::string& none, bool hosts_recover) {
  auto& simulation = context.simulation();
  const auto& selector = context.parameters().text("hosts");
  const auto masters = simulation.masters();
  std::vector<simgrid::s4u::Host*> hosts;
  for (auto* host : simulation.hosts(selector))
    if (std::find(masters.begin(), masters.end(), host) == masters.end())
      hosts.push_back(host);
  const std::string who = prefix + ".hosts is '" + selector + "', ";
  if (hosts.empty())
    throw InputError(who + "which is no host but those of @role=master; valid: a selector of others, or " +
                     none);
  const auto stays = std::find_if(hosts.begin(), hosts.end(), [&](const auto* host) {
    return simulation.keeper_of(host, hosts_recover) != nullptr;
  });
  if (stays != hosts.end())
    throw InputError(who + "and host '" + (*stays)->get_name() + "' must stay, since actor '" +
                     simulation.keeper_of(*stays, hosts_recover)->descriptor->name +
                     "' is there; valid: a deployment that has it on a host of @role=master, another " +
                     prefix + ".hosts, or " + none);
  return hosts;
}

} // namespace malha::environment
