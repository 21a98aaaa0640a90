// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/checkpoints.hpp"
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::cluster {

/// The slot of a scheduler's policy for checkpoints.
inline constexpr const char* checkpoint_slot = "checkpoint";

/// Adds the parameters for checkpoints to those of a scheduler.
std::vector<ParameterSpec> with_checkpoints(std::vector<ParameterSpec> parameters);

/// Asks the policy of a scheduler how often its jobs leave checkpoints.
class CheckpointUse : private Checkpoint {
public:
  explicit CheckpointUse(ActorContext& context);

  /// What the model of the scheduler is to know; nothing where jobs leave no checkpoints and a restart costs
  /// nothing. Throws InputError where jobs leave checkpoints, and nobody would know when.
  std::optional<Checkpointing> checkpointing(bool speeds_change);

private:
  Seconds interval(const CheckpointView& view) override;

  ActorContext& context_;
  PolicyUse<Checkpoint> policy_;
};

} // namespace malha::cluster
