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

/// Throws InputError if nobody can keep the power below the cap, or if the policy does not heed it.
void check_cap(const StepSeries& cap, Watts least, bool is_strict, bool is_heeded) {
  if (!is_strict)
    return;
  if (!is_heeded)
    throw InputError(
        "the policy of the queue does not heed the power cap; valid: a policy that does, such as "
        "cluster/easy_cap, or power_cap_rule=count");
  for (const auto& [date, watts] : cap.steps())
    if (watts < least)
      throw InputError("the power cap is " + shortest(watts) + " W from t=" + shortest(date) +
                       " s on, and the machines draw " + shortest(least) +
                       " W if nothing computes; valid: a cap of at least that, or power_cap_rule=count");
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

std::optional<CappedPower> capped_power(ActorContext& scheduler, const Metering& metering,
                                        const Queue& policy, int nodes, bool may_sleep) {
  auto& simulation = scheduler.simulation();
  auto& records = EnergyRecords::of(simulation);
  const auto* cap =
      simulation.shared<EnergyRates>("energy_rates/" + scheduler.self().mailbox, scheduler).cap();
  const bool is_alone = simulation.peers("cluster/scheduler").size() == 1;
  if (!is_alone || !records.has_trace()) {
    if (cap != nullptr)
      throw InputError(std::string("a power cap cannot be combined with ") +
                       (is_alone ? "messages that take time and say late when jobs end; valid: "
                                   "execution=timeline, or transport=instant"
                                 : "several actors 'cluster/scheduler'; valid: one"));
    return std::nullopt;
  }
  const bool is_strict = scheduler.parameters().text("power_cap_rule") == "strict";
  auto gauge = metering.gauge(may_sleep);
  if (cap != nullptr) {
    check_cap(*cap, gauge.least_idle, is_strict, policy.heeds_cap());
    records.count_above(*cap);
  }
  return CappedPower(std::move(gauge), nodes, cap, is_strict);
}

CappedPower::Gauge Metering::gauge(bool may_sleep) const {
  auto& records = records_;
  const auto& account = records.account();
  const auto machine_of = [&account, first = first_unit_](int node) { return account.host_of(first + node); };
  CappedPower::Gauge gauge;
  gauge.now = [&records] { return records.power(); };
  gauge.idle = [&account] { return account.idle_power(); };
  gauge.extra = [&account, machine_of](int node) { return account.most_extra(machine_of(node)); };
  const auto least_of = [&account, may_sleep](int host) {
    const auto& profile = account.profile(host);
    const Watts idle = profile.power(profile.first, 0);
    return may_sleep && profile.can_sleep() ? std::min(idle, profile.off) : idle;
  };
  gauge.least = [&account, machine_of, least_of](int node) {
    const int host = machine_of(node);
    const auto& profile = account.profile(host);
    return (profile.power(profile.first, account.cores_of_unit(host) * account.units_of(host)) -
            least_of(host)) /
           account.units_of(host);
  };
  for (int host = 0; host < account.hosts(); ++host)
    gauge.least_idle += least_of(host);
  return gauge;
}

void Metering::began(const LiveJob& job) {
  if (records_.is_on() && !is_late_)
    take(job, job.start);
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

std::optional<Joules> Metering::cut_short(const LiveJob& job, Seconds end) {
  if (!records_.is_on())
    return std::nullopt;
  if (is_late_)
    take(job, job.start);
  const Joules energy = records_.cut_short(job.task.id, units_of(job), end, is_busy(job.task));
  leave_pstate(job, end);
  return energy;
}

std::optional<Joules> Metering::ended(const LiveJob& job, JobRow& row) {
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
