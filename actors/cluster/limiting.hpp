// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "policies/cluster/limit.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its limits.
inline constexpr const char* limit_slot = "limits";

/// Asks the policy of a scheduler which jobs may not start yet. Throws RuleBroken if it calls a date a change
/// that is not in the future.
struct CheckedLimit : CheckedPolicy<Limit> {
  explicit CheckedLimit(ActorContext& context) : CheckedPolicy(context, limit_slot) {}

  const char* why_refused(const QueuedJob& job, const LimitView& view) override {
    return ask(&Limit::why_refused, job, view);
  }
  const char* why_not_now(const QueuedJob& job, const LimitView& view) override {
    return ask(&Limit::why_not_now, job, view);
  }
  Seconds next_change(Seconds now) override;
  void submitted(const QueuedJob& job, Seconds now) override { ask(&Limit::submitted, job, now); }
  void left(const QueuedJob& job, Seconds now) override { ask(&Limit::left, job, now); }
  void started(const QueuedJob& job, Seconds now) override { ask(&Limit::started, job, now); }
  void ended(const QueuedJob& job, Seconds start, Seconds end, bool waits_again) override {
    ask(&Limit::ended, job, start, end, waits_again);
  }
  bool limits() const override { return ask(&Limit::limits); }
};

/// The limits of a scheduler's jobs, if its deployment has a policy for them.
class Limiting {
public:
  /// Throws InputError if a meta-scheduler above would not know of the limits.
  explicit Limiting(ActorContext& scheduler);

  bool limits() const { return limits_; }
  Limit& policy() { return policy_; }

private:
  CheckedLimit policy_;
  const bool limits_;
};

} // namespace malha::cluster
