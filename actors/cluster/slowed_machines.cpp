// SPDX-License-Identifier: MIT
#include "slowed_machines.hpp"

#include "continuing.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

/// Whether a cap must not be broken. A policy of the queue keeps to it by what jobs draw at full speed.
bool has_strict_cap(const ActorContext& scheduler) {
  const auto& given = scheduler.parameters();
  return given.text("power_cap_rule") == "strict" &&
         (given.real("power_cap") > 0 || !given.text("power_cap_file").empty());
}

/// What the scheduler cannot bear where limits of jobs are stretched; "": there is nothing.
std::string obstacle_to_limits(const ActorContext& scheduler) {
  const auto& given = scheduler.parameters();
  if (given.text("scale_limits") == "off")
    return "";
  if (given.text("overrun") == "extend")
    return "scale_limits=on and overrun=extend, since no limit ends a job then; valid: one of them";
  if (const auto& file = given.text("reservations"); !file.empty())
    return "scale_limits=on and reservations=" + file +
           ", into which jobs would reach that run for longer; valid: scale_limits=off";
  return "";
}

/// What the scheduler cannot bear beside jobs at several speeds, and what it can; "": there is nothing.
std::string obstacle_to_slowing(ActorContext& scheduler, bool predicts, bool plans_energy) {
  auto& simulation = scheduler.simulation();
  const auto& given = scheduler.parameters();
  if (const auto& allocation = given.text("allocation"); allocation != "node")
    return "allocation=" + allocation +
           ", since jobs that share a host cannot have two pstates; valid: "
           "allocation=node";
  if (given.text("execution") == "exec")
    return "execution=exec; valid: execution=timeline or messages";
  if (!simulation.peers(scheduler_above).empty())
    return std::string("an actor '") + scheduler_above + "'; valid: a deployment without";
  if (predicts)
    return "predicted run times, since they are learned from jobs at full speed; valid: "
           "policy.prediction=cluster/no_predictions";
  if (has_strict_cap(scheduler))
    return "a power cap that must not be broken, since policies of the queue count with full speed; valid: "
           "power_cap_rule=count, or no cap";
  if (plans_energy)
    return "a policy of the queue that plans energy, since it counts with full speed; valid: another one, "
           "such "
           "as cluster/easy_backfill";
  if (Continuing::is_asked_of(simulation))
    return "a run that is cut or continued, since a snapshot does not say how fast jobs run; valid: a whole "
           "run";
  return obstacle_to_limits(scheduler);
}

void note_settings_without_effect(ActorContext& scheduler, bool resizes) {
  const auto& given = scheduler.parameters();
  const std::string why = " has no effect, since all jobs run at full speed; valid: with a policy such as "
                          "policy.frequency=cluster/dvfs_slack";
  if (given.real("dvfs_beta") < 1)
    scheduler.simulation().add_note("dvfs_beta=" + shortest(given.real("dvfs_beta")) + why);
  if (given.text("scale_limits") == "on" && !resizes)
    scheduler.simulation().add_note(
        "scale_limits=on has no effect, since all jobs run at full speed, on the nodes that "
        "they prefer; valid: with a policy such as policy.frequency=cluster/dvfs_slack, or "
        "policy=cluster/equi");
}

} // namespace

std::vector<ParameterSpec> with_frequencies(std::vector<ParameterSpec> parameters) {
  parameters.push_back(real("dvfs_beta", 1, between(0, 1), "1",
                            "how far run times depend on the speed that policy.frequency gives jobs: 1: they "
                            "only compute, 0: not at all (Etinski et al. 2010)"));
  parameters.push_back(
      choice("scale_limits", "off", {"off", "on"},
             "the walltime of a job is stretched as its run is, by policy.frequency or by other "
             "numbers of nodes than it prefers; otherwise slow jobs may be killed at it"));
  return parameters;
}

std::optional<Frequencies> frequencies_of(ActorContext& scheduler, CheckedFrequency& policy,
                                          const Metering* metering, bool predicts, const Queue& queue) {
  if (!policy.changes_any()) {
    note_settings_without_effect(scheduler, queue.resizes());
    return std::nullopt;
  }
  const std::string who = "policy.frequency=" + scheduler.policy_text(frequency_slot);
  if (const auto what = obstacle_to_slowing(scheduler, predicts, queue.needs_power()); !what.empty())
    throw InputError(who + " cannot be combined with " + what);
  if (const auto why = EnergyRecords::of(scheduler.simulation()).why_not(); !why.empty())
    throw InputError(who + " chooses by power, and energy is not modelled, since " + why + "; valid: " +
                     (metering == nullptr ? "hosts with power profiles" : "a run whose energy is modelled") +
                     " (docs/energy.md)");
  auto machines = metering->levels();
  if (std::all_of(machines.begin(), machines.end(), [](const auto& one) { return one.levels.size() == 1; }))
    throw InputError(who + " chooses pstates, and no host has two in which it computes; valid: hosts with "
                           "several speeds and wattages (docs/energy.md)");
  for (const auto& machine : machines)
    if (machine.platform != machines.front().platform)
      throw InputError(who + " chooses one pstate for all hosts of a job, and hosts begin in pstates " +
                       std::to_string(machines.front().platform) + " and " +
                       std::to_string(machine.platform) + "; valid: hosts that begin in the same");
  const auto& given = scheduler.parameters();
  return Frequencies(policy, std::move(machines),
                     {given.real("dvfs_beta"), given.text("scale_limits") == "on"});
}

} // namespace malha::cluster
