// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/checked_queue.hpp"
#include "policies/cluster/priority.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its priority policy.
inline constexpr const char* priority_slot = "priority";

/// Asks the policy of a scheduler which jobs go first. Throws RuleBroken unless a priority is finite, and the
/// next pass is not in the past.
struct CheckedPriority : CheckedPolicy<Priority> {
  explicit CheckedPriority(ActorContext& context) : CheckedPolicy(context, priority_slot) {}

  double priority(const QueuedJob& job, const PriorityView& view) override;
  Seconds next_pass(Seconds now) override;
  void started(const QueuedJob& job, Seconds now) override { ask(&Priority::started, job, now); }
  void ended(const QueuedJob& job, Seconds start, Seconds end) override {
    ask(&Priority::ended, job, start, end);
  }
  bool ranks() const override { return ask(&Priority::ranks); }
};

/// The priorities of a scheduler's jobs, if its deployment has a policy for them.
class Prioritizing {
public:
  /// Throws InputError if priorities would have no effect on `queue`.
  Prioritizing(ActorContext& scheduler, const CheckedQueue& queue);

  /// Whether jobs differ in priority.
  bool ranks() const { return ranks_; }
  Priority& policy() { return policy_; }

private:
  CheckedPriority policy_;
  const bool ranks_;
};

} // namespace malha::cluster
