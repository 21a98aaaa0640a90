// SPDX-License-Identifier: MIT
#include "metering.hpp"

#include "actors/runtime/simgrid/power.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "hosts.hpp"
#include "scheduler_parameters.hpp"
#include "sharing.hpp"

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

} // namespace

std::vector<ParameterSpec> with_energy(std::vector<ParameterSpec> parameters) {
  parameters.push_back(choice("node_load", "all", {"all", "one"},
                              "cores that compute on a node that a job has for itself; it says what the node "
                              "draws where energy is modelled"));
  return parameters;
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
  const int first_unit = records.account().units(), first_host = records.account().hosts();
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
    records.add_host(nodes[node]->get_name(), *profile, by_core ? profile->cores : 1, load,
                     simulation.speeds_of(*nodes[node]));
  }
  if (!all_have)
    return std::nullopt;
  if (const auto why = why_not(scheduler, leaves_checkpoints); !why.empty())
    records.refuse(why);
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

void Metering::submitted(const Job& job, Seconds) { records_.submitted(job.submitted); }

void Metering::began(const LiveJob& job) {
  if (records_.is_on() && !is_late_)
    records_.started(units_of(job), job.start, !job.task.is_delay);
}

std::optional<Joules> Metering::cut_short(const LiveJob& job, Seconds end) {
  if (!records_.is_on())
    return std::nullopt;
  if (is_late_)
    records_.started(units_of(job), job.start, !job.task.is_delay);
  return records_.cut_short(job.task.id, units_of(job), end, !job.task.is_delay);
}

std::optional<Joules> Metering::ended(const LiveJob& job, JobRow& row) {
  if (!records_.is_on())
    return std::nullopt;
  if (is_late_)
    records_.started(units_of(job), row.start, !job.task.is_delay);
  return records_.ended(row, units_of(job), !job.task.is_delay);
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
