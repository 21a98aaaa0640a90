// SPDX-License-Identifier: MIT
#include "sizing.hpp"

#include "checkpointing.hpp"
#include "continuing.hpp"
#include "limiting.hpp"
#include "predicting.hpp"
#include "scheduler_parameters.hpp"
#include "size_journal.hpp"
#include "sleeping_machines.hpp"
#include "slowed_machines.hpp"

namespace malha::cluster {
namespace {

/// What a policy that chooses sizes cannot be combined with, and what it can; "": there is nothing.
std::string obstacle_to_sizing(ActorContext& scheduler) {
  auto& simulation = scheduler.simulation();
  const auto& given = scheduler.parameters();
  if (!plans_ends(scheduler))
    return "execution=" + given.text("execution") +
           ", since nodes that run jobs cannot be given to others; valid: execution=timeline";
  if (!simulation.peers(scheduler_above).empty())
    return std::string("an actor '") + scheduler_above + "'; valid: a deployment without";
  if (Continuing::is_asked_of(simulation))
    return "a run that is cut or continued, since a snapshot does not say how far jobs are; valid: a whole "
           "run";
  if (const auto& file = given.text("reservations"); !file.empty())
    return "reservations=" + file +
           ", since jobs would grow onto nodes that are set apart; valid: no reservations";
  if (given.text("power_cap_rule") == "strict" &&
      (given.real("power_cap") > 0 || !given.text("power_cap_file").empty()))
    return "a power cap that must not be broken, since jobs change what they draw; valid: "
           "power_cap_rule=count, or "
           "no cap";
  if (given.text("scale_limits") == "on" && given.text("overrun") == "extend")
    return "scale_limits=on and overrun=extend, since no limit ends a job then; valid: one of them";
  const auto is_chosen = [&](const char* slot, const char* none) {
    return scheduler.choice(slot).policy->name != none;
  };
  for (const auto& [slot, none, why] :
       {std::tuple(checkpoint_slot, "cluster/no_checkpoints", "a job whose nodes change has points instead"),
        std::tuple(prediction_slot, "cluster/no_predictions", "run times are learned of one size"),
        std::tuple(limit_slot, "cluster/no_limits", "limits count the nodes for which jobs ask"),
        std::tuple(sleep_slot, "cluster/always_on", "nodes that a job gets must be on"),
        std::tuple(frequency_slot, "cluster/full_speed", "a job has one pstate")})
    if (is_chosen(slot, none))
      return "policy." + std::string(slot) + "=" + scheduler.policy_text(slot) + ", since " + why +
             "; valid: policy." + slot + "=" + none;
  return "";
}

} // namespace

std::vector<ParameterSpec> with_sizes(std::vector<ParameterSpec> parameters) {
  parameters.push_back(choice("on_loss", "requeue", {"requeue", "shrink"},
                              "a malleable job that loses a node is put back in the queue, or goes on from "
                              "its last point with the others if they are enough"));
  return parameters;
}

std::vector<MetricSpec> with_size_metrics(std::vector<MetricSpec> metrics) {
  for (auto& metric : SizeJournal::metrics())
    metrics.push_back(std::move(metric));
  return metrics;
}

void check_sizing(ActorContext& scheduler, const Queue& policy) {
  const auto& given = scheduler.parameters();
  const std::string who = "policy '" + scheduler.policy_text() + "'";
  if (policy.resizes()) {
    if (const auto what = obstacle_to_sizing(scheduler); !what.empty())
      throw InputError(who + " chooses how many nodes jobs get, and cannot be combined with " + what);
    if (given.text("scale_limits") == "off" && given.text("overrun") == "kill")
      scheduler.simulation().add_note(
          "walltimes are times of the clock: a job may be killed because it has fewer "
          "nodes than it prefers; scale_limits=on stretches them");
    return;
  }
  if (given.text("on_loss") == "shrink")
    scheduler.simulation().add_note("on_loss=shrink has no effect, since " + who +
                                    " lets all jobs run as if they were rigid; valid: with a policy such as "
                                    "cluster/equi");
}

} // namespace malha::cluster
