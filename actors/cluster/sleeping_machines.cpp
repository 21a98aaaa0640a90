// SPDX-License-Identifier: MIT
#include "sleeping_machines.hpp"

#include "continuing.hpp"
#include "scheduler_parameters.hpp"
#include "sharing.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

/// What the scheduler cannot bear beside machines that sleep, and what it can; "": there is nothing.
std::string obstacle(ActorContext& scheduler) {
  auto& simulation = scheduler.simulation();
  if (shares_nodes(scheduler))
    return "allocation=shared; valid: allocation=node or core";
  if (!plans_ends(scheduler))
    return "execution=" + scheduler.parameters().text("execution") + "; valid: execution=timeline";
  if (simulation.hosts_may_change())
    return "hosts that fail; valid: a platform without state profiles, and no crashes";
  if (!simulation.peers(scheduler_above).empty())
    return std::string("an actor '") + scheduler_above + "'; valid: a deployment without";
  if (const auto& file = scheduler.parameters().text("reservations"); !file.empty())
    return "reservations=" + file + ", into which jobs would reach that wait for their machines; valid: none";
  if (Continuing::is_asked_of(simulation))
    return "a run that is cut or continued, since a snapshot does not say which machines sleep; valid: a "
           "whole run";
  return "";
}

} // namespace

std::vector<SleepTimes> sleep_times(ActorContext& scheduler, const CheckedSleep& policy,
                                    const Metering* metering) {
  if (!policy.sleeps())
    return {};
  const std::string who = "policy.sleep=" + scheduler.policy_text(sleep_slot);
  if (const auto what = obstacle(scheduler); !what.empty())
    throw InputError(who + " cannot be combined with " + what);
  if (const auto why = EnergyRecords::of(scheduler.simulation()).why_not(); !why.empty())
    throw InputError(who + " switches off machines, and energy is not modelled, since " + why + "; valid: " +
                     (metering == nullptr ? "hosts with power profiles" : "a run whose energy is modelled") +
                     " (docs/energy.md)");
  std::vector<SleepTimes> times;
  for (const auto& profile : metering->profiles())
    times.push_back(profile.can_sleep()
                        ? SleepTimes{profile.shutdown->time, profile.boot->time, break_even(profile)}
                        : SleepTimes{});
  if (std::none_of(times.begin(), times.end(), [](const auto& one) { return one.break_even < never; }))
    throw InputError(
        who + " switches off machines, and none of them can sleep and saves energy by it; valid: hosts "
              "with the properties sleep_pstates, or boot and shutdown (docs/energy.md)");
  return times;
}

} // namespace malha::cluster
