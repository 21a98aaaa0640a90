// SPDX-License-Identifier: MIT
#include "checkpointing.hpp"

#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha::cluster {

std::vector<ParameterSpec> with_checkpoints(std::vector<ParameterSpec> parameters) {
  parameters.push_back(integer("requeue_limit", -1, between(-1, 1'000'000), "count",
                               "times that a job which has lost a node is put back in the queue; after that "
                               "it is killed; -1: no limit"));
  parameters.push_back(real("checkpoint_cost", 60, above(0), "s", "time that a job needs for a checkpoint"));
  parameters.push_back(real(
      "restart_cost", 0, at_least(0), "s",
      "time that a job needs, at each start but the first, before it continues from its last checkpoint"));
  return parameters;
}

std::optional<Checkpointing> checkpointing_of(ActorContext& scheduler, CheckedCheckpoint& policy,
                                              bool speeds_change) {
  const auto& given = scheduler.parameters();
  const Seconds restart = given.real("restart_cost");
  const bool leaves_any = policy.leaves_any();
  if (!leaves_any && restart <= 0)
    return std::nullopt;
  const std::string what = leaves_any
                               ? "policy '" + scheduler.policy_text(checkpoint_slot) + "' leaves checkpoints"
                               : "restart_cost is " + given.text("restart_cost") + " s";
  const auto& execution = given.text("execution");
  if (execution == "exec")
    throw InputError(what + ", and with execution=exec no actor plans how long a job computes; valid: "
                            "execution=timeline, or messages with transport=instant");
  if (execution == "messages" && scheduler.simulation().transport() == Transport::network)
    throw InputError(what +
                     ", and the scheduler would be notified late of each; valid: execution=timeline, or "
                     "transport=instant");
  if (speeds_change)
    throw InputError(what + ", and nodes change their speed; valid: a platform without speed profiles");
  return Checkpointing{policy, given.real("checkpoint_cost"), restart};
}

Seconds CheckedCheckpoint::interval(const CheckpointView& view) {
  const Seconds interval = ask(&Checkpoint::interval, view);
  if (!(interval > 0))
    broke("the interval between checkpoints of job " + std::to_string(view.job.id) + " is " +
          shortest(interval) + " s; valid: above 0");
  return interval;
}

} // namespace malha::cluster
