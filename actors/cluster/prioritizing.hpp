// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/checked_queue.hpp"
#include "policies/cluster/priority.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its priority policy.
inline constexpr const char* priority_slot = "priority";

/// Adds the parameters for accounts to those of a scheduler.
std::vector<ParameterSpec> with_priorities(std::vector<ParameterSpec> parameters);

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

/// The priorities of a scheduler's jobs, if its deployment has a policy for them, and the accounts of its
/// site.
class Prioritizing {
public:
  /// Throws InputError if the accounts cannot be read, or if priorities would have no effect on `queue`.
  Prioritizing(ActorContext& scheduler, const CheckedQueue& queue);

  /// Whether jobs differ in priority.
  bool ranks() const { return ranks_; }
  Priority& policy() { return policy_; }
  /// Null: the site has no accounts.
  const SharesOfSite* shares() const { return shares_ ? &*shares_ : nullptr; }

private:
  CheckedPriority policy_;
  const bool ranks_;
  std::optional<SharesOfSite> shares_;
};

} // namespace malha::cluster
