// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/sleeping.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "metering.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its policy for machines that sleep.
inline constexpr const char* sleep_slot = "sleep";

/// Asks the policy of a scheduler which machines sleep.
struct CheckedSleep : CheckedPolicy<Sleep> {
  explicit CheckedSleep(ActorContext& context) : CheckedPolicy(context, sleep_slot) {}

  SleepDecision decide(const SleepView& view) override { return ask(&Sleep::decide, view); }
  bool sleeps() const override { return ask(&Sleep::sleeps); }
  bool boots_ahead() const override { return ask(&Sleep::boots_ahead); }
};

/// How long the machines of a scheduler take to be switched, if its policy may switch them off; otherwise
/// nothing. Throws InputError if no machine can sleep, if energy is not modelled, or if the scheduler cannot
/// bear machines that sleep. `metering`: null if hosts have no power profiles.
std::vector<SleepTimes> sleep_times(ActorContext& scheduler, const CheckedSleep& policy,
                                    const Metering* metering);

} // namespace malha::cluster
