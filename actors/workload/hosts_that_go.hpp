// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/stage.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace malha::workload {

/// The hosts of a selector that an environment actor may turn off: masters never go. Throws InputError where
/// there is none, or an actor must stay on one. `name` is the first part of the settings `hosts` and `share`
/// of the environment actor. `come_back`: the hosts are turned on again.
inline std::vector<simgrid::s4u::Host*> hosts_that_go(const Stage& simulation, const std::string& name,
                                                      const std::string& selector, bool come_back) {
  const auto masters = simulation.masters();
  std::vector<simgrid::s4u::Host*> hosts;
  for (auto* host : simulation.hosts(selector))
    if (std::find(masters.begin(), masters.end(), host) == masters.end())
      hosts.push_back(host);
  const std::string key = name + ".hosts", none = name + ".share=0";
  if (hosts.empty())
    throw InputError(key + " is '" + selector +
                     "', which is no host but those of @role=master; valid: a selector of others, or " +
                     none);
  const auto stays = std::find_if(hosts.begin(), hosts.end(), [&](const auto* host) {
    return simulation.keeper_of(host, come_back) != nullptr;
  });
  if (stays != hosts.end())
    throw InputError(key + " is '" + selector + "', and host '" + (*stays)->get_name() +
                     "' must stay, since actor '" +
                     simulation.keeper_of(*stays, come_back)->descriptor->name +
                     "' is there; valid: a deployment that has it on a host of @role=master, another " + key +
                     ", or " + none);
  return hosts;
}

} // namespace malha::workload
