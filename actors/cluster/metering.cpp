// SPDX-License-Identifier: MIT
#include "metering.hpp"

#include "actors/runtime/records/energy_rates.hpp"
#include "actors/runtime/simgrid/power.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "hosts.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"
#include "sharing.hpp"
#include "site.hpp"

#include <set>

namespace malha::cluster {
namespace {

/// Whether attempts are known only when they have ended.
bool is_late(ActorContext& scheduler) { return !plans_ends(scheduler) && !is_instant(scheduler); }

/// Why the energy of the jobs cannot be known; "": it can.
std::string why_not(ActorContext& scheduler, bool leaves_checkpoints) {
  const auto& given = scheduler.parameters();
  if (shares_nodes(scheduler))
    return "jobs share hosts (allocation=shared), and it is not known when each of them computes";
  if (given.text("allocation") == "core" && is_late(scheduler))
    return "messages that take time say which cores compute (transport=network), and come late";
  if (leaves_checkpoints || given.real("restart_cost") > 0)
    return "the power of a node that leaves a checkpoint is not known";
  return "";
}

/// Whether the cap is ever less than before.
bool falls(const StepSeries& cap) {
  const auto& steps = cap.steps();
  for (std::size_t step = 1; step < steps.size(); ++step)
    if (steps[step].value < steps[step - 1].value)
      return true;
  return cap.period() && steps.front().value < steps.back().value;
}

/// What keeps a policy from keeping the power below a cap, and what does not; "": there is nothing.
std::string what_breaks_cap(ActorContext& scheduler, const StepSeries& cap, const Queue& policy,
                            const PowerHabits& habits) {
  if (!policy.heeds_cap())
    return "the policy of the queue does not heed the power cap; valid: a policy that does, such as "
           "cluster/easy_cap";
  if (habits.sleeps && habits.boots_ahead)
    return "the policy of sleep boots machines that no job has got, so that nobody plans their power; "
           "valid: cluster/idle_timeout, or cluster/keep_spares without restore";
  if (!falls(cap))
    return "";
  if (scheduler.parameters().text("overrun") == "extend")
    return "jobs may run longer than is planned (overrun=extend), into a time of a lower power cap; valid: "
           "overrun=kill, a cap that never falls";
  if (habits.predicts)
    return "jobs may run longer than is predicted, into a time of a lower power cap; valid: "
           "policy.prediction=cluster/no_predictions, a cap that never falls";
  return "";
}

/// Throws InputError if nobody can keep the power below the cap.
void check_cap(const StepSeries* cap, Watts least) {
  if (cap == nullptr)
    return;
  for (const auto& [date, watts] : cap->steps())
    if (watts < least)
      throw InputError("the power cap is " + shortest(watts) + " W from t=" + shortest(date) +
                       " s on, and the machines draw " + shortest(least) +
                       " W if nothing computes; valid: a cap of at least that");
}

/// What keeps the power of the machines from being known when the policy decides, and what does not; "": it
/// is known.
std::string why_not_capped(ActorContext& scheduler, const Metering* metering) {
  auto& simulation = scheduler.simulation();
  const auto& records = EnergyRecords::of(simulation);
  if (metering == nullptr || !records.is_on())
    return "a run whose energy is not modelled, since " + records.why_not() +
           "; valid: hosts with power profiles (docs/energy.md)";
  if (simulation.peers("cluster/scheduler").size() > 1)
    return "several actors 'cluster/scheduler'; valid: one";
  if (!simulation.peers(scheduler_above).empty())
    return std::string("an actor '") + scheduler_above + "'; valid: a deployment without";
  if (!records.has_trace())
    return "messages that take time and say late when jobs end; valid: execution=timeline, or "
           "transport=instant";
  return "";
}

} // namespace

std::vector<ParameterSpec> with_energy(std::vector<ParameterSpec> parameters) {
  parameters.push_back(choice("node_load", "all", {"all", "one"},
                              "cores that compute on a node that a job has for itself; it says what the node "
                              "draws where energy is modelled"));
  return with_energy_rates(std::move(parameters));
}

std::vector<MetricSpec> with_energy(std::vector<MetricSpec> metrics) {
  for (auto& metric : EnergyRecords::metrics())
    metrics.push_back(std::move(metric));
  return metrics;
}

std::optional<Metering> Metering::of(ActorContext& scheduler, const std::vector<simgrid::s4u::Host*>& nodes,
                                     bool leaves_checkpoints) {
  auto& simulation = scheduler.simulation();
  auto& records = EnergyRecords::of(simulation);
  const bool by_core = scheduler.parameters().text("allocation") == "core";
  if (by_core && scheduler.parameters().text("node_load") == "one")
    throw InputError("node_load=one is about nodes that a job has for itself; valid: with allocation=node");
  const int first_unit = records.account().units(), first_host = records.account().hosts();
  auto& rates = simulation.shared<EnergyRates>("energy_rates/" + scheduler.self().mailbox, scheduler);
  bool all_have = true;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (node > 0 && nodes[node] == nodes[node - 1])
      continue;
    const auto profile = power_profile_of(*nodes[node]);
    all_have = all_have && profile;
    if (!profile) {
      records.lacks(nodes[node]->get_name());
      continue;
    }
    const int load = scheduler.parameters().text("node_load") == "all" ? profile->cores : 1;
    const int host = records.add_host(nodes[node]->get_name(), *profile, by_core ? profile->cores : 1, load,
                                      simulation.speeds_of(*nodes[node]));
    const auto site = site_name(scheduler.parameters());
    records.set_rates(host, rates.carbon_of(*nodes[node], site), rates.price_of(*nodes[node], site));
  }
  std::set<std::string> sites;
  for (const auto& peer : simulation.peers("cluster/scheduler"))
    sites.insert(site_name(peer.parameters));
  rates.check_names(sites);
  if (const auto why = why_not(scheduler, leaves_checkpoints); all_have && !why.empty())
    records.refuse(why);
  if (!records.why_not().empty() && !rates.asks().empty())
    throw InputError(rates.asks() + " needs the energy of machines, which is not modelled, since " +
                     records.why_not() + "; valid: hosts with power profiles (docs/energy.md)");
  if (!all_have)
    return std::nullopt;
  if (is_late(scheduler))
    records.know_late();
  return Metering(records, first_unit, first_host, records.account().hosts() - first_host,
                  is_late(scheduler));
}

std::vector<PowerProfile> Metering::profiles() const {
  std::vector<PowerProfile> profiles;
  for (int host = first_host_; host < first_host_ + hosts_; ++host)
    profiles.push_back(records_.account().profile(host));
  return profiles;
}

std::vector<MachineLevels> Metering::levels() const {
  std::vector<MachineLevels> machines;
  const auto& account = records_.account();
  for (int host = first_host_; host < first_host_ + hosts_; ++host) {
    const auto& profile = account.profile(host);
    auto& machine = machines.emplace_back();
    machine.platform = profile.pstates[static_cast<std::size_t>(profile.first)];
    for (std::size_t state = 0; state < profile.states.size(); ++state) {
      const auto number = static_cast<int>(state);
      machine.levels.push_back({profile.pstates[state], profile.states[state].speed, profile.power(number, 0),
                                profile.power(number, account.cores_of_unit(host))});
    }
  }
  return machines;
}

std::optional<CappedPower> capped_power(ActorContext& scheduler, const Metering* metering,
                                        const Queue& policy, const PowerHabits& habits) {
  auto& simulation = scheduler.simulation();
  auto& records = EnergyRecords::of(simulation);
  const auto* cap =
      simulation.shared<EnergyRates>("energy_rates/" + scheduler.self().mailbox, scheduler).cap();
  if (const auto why = why_not_capped(scheduler, metering); !why.empty()) {
    if (cap != nullptr)
      throw InputError("a power cap cannot be combined with " + why);
    if (policy.needs_power())
      throw InputError("the policy of the queue plans energy, and that cannot be combined with " + why);
    return std::nullopt;
  }
  const bool is_strict = cap != nullptr && scheduler.parameters().text("power_cap_rule") == "strict";
  CappedPower power(
      {[&records] { return records.power(); }, [&records](Seconds now) { return records.energy_until(now); }},
      metering->machines(habits.sleeps), cap, {is_strict, policy.heeds_cap()});
  if (is_strict) {
    if (const auto what = what_breaks_cap(scheduler, *cap, policy, habits); !what.empty())
      throw InputError(what + ", or power_cap_rule=count");
  }
  if (is_strict || policy.heeds_cap())
    check_cap(cap, power.least_power());
  if (policy.needs_power() && habits.sleeps && habits.boots_ahead)
    throw InputError("the policy of the queue plans energy, and that of sleep boots machines that no job has "
                     "got; valid: cluster/idle_timeout, or cluster/keep_spares without restore");
  if (cap != nullptr)
    records.count_above(*cap);
  return power;
}

std::vector<MachinePower> Metering::machines(bool may_sleep) const {
  const auto& account = records_.account();
  std::vector<MachinePower> machines;
  for (int host = first_host_; host < first_host_ + hosts_; ++host) {
    const auto& profile = account.profile(host);
    MachinePower machine{account.units_of(host), profile.power(profile.first, 0), account.most_extra(host)};
    if (may_sleep && break_even(profile) < never) // no policy may switch others off
      machine.sleeps = {profile.off, profile.shutdown->power, profile.boot->power, profile.boot->time};
    machines.push_back(machine);
  }
  return machines;
}

void Metering::began(const LiveJob& job) {
  if (records_.is_on() && !is_late_)
    take(job, job.start);
}

/// In its pause the job draws as it does when it computes: it moves its data.
void Metering::resized(const LiveJob& job, const SizeChange& change) {
  if (records_.is_on())
    records_.changed_units(job.task.id, change.before.shifted(first_unit_), units_of(job), change.date,
                           is_busy(job.task));
}

/// The nodes of the job are its own, and in its pstate.
void Metering::take(const LiveJob& job, Seconds date) {
  if (job.pstate != LiveJob::usual_pstate)
    records_.set_pstate(units_of(job), job.pstate, date);
  records_.started(units_of(job), date, is_busy(job.task));
}

/// The nodes that the job had are in the pstate of the platform again.
void Metering::leave_pstate(const LiveJob& job, Seconds date) {
  if (job.pstate != LiveJob::usual_pstate)
    records_.set_pstate(units_of(job), std::nullopt, date);
}

std::optional<Joules> Metering::charge_attempt(const LiveJob& job, Seconds end) {
  if (!records_.is_on())
    return std::nullopt;
  if (is_late_)
    take(job, job.start);
  const Joules energy = records_.cut_short(job.task.id, units_of(job), end, is_busy(job.task));
  leave_pstate(job, end);
  return energy;
}

std::optional<Joules> Metering::charge(const LiveJob& job, JobRow& row) {
  if (!records_.is_on())
    return std::nullopt;
  if (is_late_)
    take(job, row.start);
  const Joules energy = records_.ended(row, units_of(job), is_busy(job.task));
  leave_pstate(job, row.finish);
  return energy;
}

void Metering::machine_turned(int machine, HostState state, Seconds now) {
  if (records_.is_on())
    records_.turn(first_host_ + machine, state, now);
}

void Metering::turn(int node, HostState state, Seconds date) {
  if (records_.is_on())
    records_.turn(records_.account().host_of(first_unit_ + node), state, date);
}

} // namespace malha::cluster
