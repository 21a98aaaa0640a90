// SPDX-License-Identifier: MIT
#include "plain_scheduler.hpp"

#include "arena_kind.hpp"

namespace malha::duel {

const PlacedActor& plain_scheduler(const Side& side) {
  static const Settings textbook{{"checkpoint", "cluster/no_checkpoints"},
                                 {"limits", "cluster/no_limits"},
                                 {"sleep", "cluster/always_on"},
                                 {"frequency", "cluster/full_speed"},
                                 {"release", "cluster/at_once"}};
  const auto* scheduler = only_actor(side, "cluster/scheduler");
  if (scheduler == nullptr)
    throw InputError("duel: " + side.name +
                     " has not one actor cluster/scheduler; valid: one, for the front hosts of all clusters");
  for (const auto& [slot, choice] : scheduler->choices)
    if (const auto one = textbook.find(slot); one != textbook.end() && choice.policy->name != one->second)
      throw InputError("duel: " + side.name + " has policy." + slot + "=" + choice.policy->name +
                       ", and a duel tries instances without it; valid: " + one->second);
  for (const auto& parameter : {"accounts", "usage", "qos", "slurm_conf", "reservations"})
    if (scheduler->parameters.all().count(parameter) > 0 && !scheduler->parameters.text(parameter).empty())
      throw InputError("duel: " + side.name + " has " + parameter + "=" +
                       scheduler->parameters.text(parameter) +
                       ", and a duel tries instances without rules of a site; valid: no " + parameter);
  if (scheduler->parameters.text("allocation") == "shared")
    throw InputError("duel: " + side.name +
                     " has allocation=shared, and a duel tries instances whose jobs share no node; valid: "
                     "node, core");
  return *scheduler;
}

} // namespace malha::duel
