// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/checkpoints.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its checkpoint policy.
inline constexpr const char* checkpoint_slot = "checkpoint";

/// Adds the parameters for checkpoints and restarts to those of a scheduler.
std::vector<ParameterSpec> with_checkpoints(std::vector<ParameterSpec> parameters);

/// Asks the policy of a scheduler how often its jobs leave checkpoints. Throws RuleBroken unless an interval
/// is above 0.
struct CheckedCheckpoint : CheckedPolicy<Checkpoint> {
  explicit CheckedCheckpoint(ActorContext& context) : CheckedPolicy(context, checkpoint_slot) {}

  Seconds interval(const CheckpointView& view) override;
  bool leaves_any() const override { return ask(&Checkpoint::leaves_any); }
};

/// What the model of the scheduler must know of checkpoints; nothing if jobs leave none and restarts take no
/// time. Otherwise throws InputError if the ends of jobs are not planned, are reported late, or depend on
/// speeds that change.
std::optional<Checkpointing> checkpointing_of(ActorContext& scheduler, CheckedCheckpoint& policy,
                                              bool speeds_change);

} // namespace malha::cluster
