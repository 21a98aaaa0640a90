// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/releases.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its release policy.
inline constexpr const char* release_slot = "release";

/// Asks the policy of a scheduler when jobs are released. Throws RuleBroken unless that is a finite date that
/// is not over.
struct CheckedRelease : CheckedPolicy<JobRelease> {
  explicit CheckedRelease(ActorContext& context) : CheckedPolicy(context, release_slot) {}

  Seconds release(const QueuedJob& job, const ReleaseView& view) override;
  bool holds_back() const override { return ask(&JobRelease::holds_back); }
  bool needs_carbon() const override { return ask(&JobRelease::needs_carbon); }
  bool needs_price() const override { return ask(&JobRelease::needs_price); }
  bool needs_walltimes() const override { return ask(&JobRelease::needs_walltimes); }
};

/// The release policy of a scheduler, if its deployment has one that holds jobs back.
class Releasing {
public:
  /// Throws InputError if a meta-scheduler above would not know that jobs are held back.
  explicit Releasing(ActorContext& scheduler);

  bool holds_back() const { return holds_back_; }
  /// The policy with the series of these hosts. Throws InputError if it needs a series, and there is none, or
  /// not the same for all of them. The rates of energy must have been read, see Metering::of.
  Releases of(const std::vector<simgrid::s4u::Host*>& hosts);

private:
  ActorContext& scheduler_;
  CheckedRelease policy_;
  const bool holds_back_;
};

} // namespace malha::cluster
