// SPDX-License-Identifier: MIT
#include "copy_rules.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::multicluster {

void check_copies(ActorContext& meta_scheduler, bool coallocates) {
  auto& simulation = meta_scheduler.simulation();
  const auto refuse = [&](const std::string& with, const std::string& valid) {
    throw InputError("policy.selection=" + meta_scheduler.choice("selection").policy->name +
                     " cannot be combined with " + with + "; valid: " + valid);
  };
  if (simulation.transport() != Transport::instant)
    refuse("transport=network, since two clusters could start a job before one of them hears of the other",
           "transport=instant");
  if (simulation.hosts_may_change())
    refuse("hosts that fail or recover", "a run in which no host fails");
  if (coallocates)
    refuse("policy.coallocation=" + meta_scheduler.choice("coallocation").policy->name,
           "policy.coallocation=multicluster/never");
  for (const auto& gateway : simulation.peers("multicluster/gateway"))
    if (gateway.parameters.real("estimate_cost") > 0)
      refuse("estimate_cost above 0, since jobs may start while the meta-scheduler waits for estimates",
             "estimate_cost=0");
}

} // namespace malha::multicluster
