// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/frequencies.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "metering.hpp"

namespace malha::cluster {

/// The name under which a deployment gives a scheduler its policy of frequencies.
inline constexpr const char* frequency_slot = "frequency";

/// Adds the parameters of frequencies to those of a scheduler.
std::vector<ParameterSpec> with_frequencies(std::vector<ParameterSpec> parameters);

/// Asks the policy of a scheduler at which pstates jobs run.
struct CheckedFrequency : CheckedPolicy<Frequency> {
  explicit CheckedFrequency(ActorContext& context) : CheckedPolicy(context, frequency_slot) {}

  int pstate(const FrequencyView& view) override { return ask(&Frequency::pstate, view); }
  bool changes_any() const override { return ask(&Frequency::changes_any); }
};

/// The pstates of the machines of a scheduler, if its policy may change them; otherwise nothing. Throws
/// InputError if no machine has two pstates, if energy is not modelled, or if the scheduler cannot bear jobs
/// at several speeds. `metering`: null if hosts have no power profiles. `predicts`: run times are predicted.
/// `queue`: its policy, which may count with what jobs draw at full speed.
std::optional<Frequencies> frequencies_of(ActorContext& scheduler, CheckedFrequency& policy,
                                          const Metering* metering, bool predicts, const Queue& queue);

} // namespace malha::cluster
