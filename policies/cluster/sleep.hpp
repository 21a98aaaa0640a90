// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// The state of a cluster whose nodes may sleep, after the queue policy has decided. All sets are of
/// machines, by their index in `cluster.machines`. Machines that cannot sleep are in none of them but `idle`.
struct SleepView {
  Seconds now;
  /// The cluster as the queue policy sees it. Machines that sleep or boot are free: a job that gets one
  /// starts when all of its machines are on. Those that are switched off are down until they sleep.
  const QueueView& cluster;
  const IndexSet& idle;    ///< on, and without a job
  const IndexSet& asleep;  ///< switched off, and without a job
  const IndexSet& booting; ///< switched on, not yet on, and without a job
  const IndexSet& going;   ///< switched off, and not yet asleep
  /// Of each machine the date since which it is idle. It counts for idle machines alone.
  const std::vector<Seconds>& idle_since;
  /// Of each machine the least gap for which sleeping costs no more energy than staying on; `never`: it
  /// cannot sleep.
  const std::vector<Seconds>& break_even;
};

/// Which machines are switched off or on.
struct SleepDecision {
  IndexSet switch_off;  ///< idle ones, which can sleep
  IndexSet boot;        ///< ones that sleep
  Seconds wake = never; ///< when to ask again if nothing happens before; after `now`
};

/// Which idle machines sleep, and which are woken before a job needs them? The scheduler asks at each of its
/// decisions, after the queue policy, and at the date that the last answer named.
class Sleep : public Policy {
public:
  static constexpr const char* question = "cluster/sleep";
  virtual SleepDecision decide(const SleepView& view) = 0;
  /// Whether any machine may be switched off.
  virtual bool sleeps() const { return true; }
  /// Whether it may boot machines that no job has got. The power that they draw is in no plan of a queue
  /// policy that heeds a power cap, so that such a cap is refused.
  virtual bool boots_ahead() const { return true; }
};

} // namespace malha::cluster
