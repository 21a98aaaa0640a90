// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/checkpoints.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"

namespace malha::cluster {

/// The slot of a scheduler's policy for checkpoints.
inline constexpr const char* checkpoint_slot = "checkpoint";

/// Adds the parameters for checkpoints to those of a scheduler.
std::vector<ParameterSpec> with_checkpoints(std::vector<ParameterSpec> parameters);

/// Asks the policy of a scheduler how often its jobs leave checkpoints. An interval must be above 0.
struct CheckedCheckpoint : CheckedPolicy<Checkpoint> {
  explicit CheckedCheckpoint(ActorContext& context) : CheckedPolicy(context, checkpoint_slot) {}

  Seconds interval(const CheckpointView& view) override;
  bool leaves_any() const override { return ask(&Checkpoint::leaves_any); }
};

/// What the model of the scheduler must know of checkpoints; nothing if jobs leave none and a restart costs
/// nothing. Throws InputError if jobs leave checkpoints and no actor plans when they end.
std::optional<Checkpointing> checkpointing_of(ActorContext& scheduler, CheckedCheckpoint& policy,
                                              bool speeds_change);

} // namespace malha::cluster
