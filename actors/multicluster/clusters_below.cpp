// SPDX-License-Identifier: MIT
#include "clusters_below.hpp"
#include "actors/runtime/simgrid/round_loop.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/versions.hpp"

namespace malha::multicluster {
namespace {

/// The hosts of all gateways.
std::vector<simgrid::s4u::Host*> fronts_of(const Stage& simulation) {
  std::vector<simgrid::s4u::Host*> hosts;
  for (const auto& gateway : simulation.peers("multicluster/gateway"))
    hosts.push_back(gateway.host);
  return hosts;
}

void check_sites(const Stage& simulation) {
  std::map<std::string, std::map<std::string, int>> actors_of_site;
  for (const char* actor : {"multicluster/gateway", "cluster/scheduler"})
    for (const auto& peer : simulation.peers(actor))
      ++actors_of_site[cluster::site_name(peer.parameters)][actor];
  if (simulation.peers("multicluster/gateway").empty())
    throw InputError("there is no actor 'multicluster/gateway'; valid: one for each site");
  for (auto& [site, number] : actors_of_site)
    for (const char* actor : {"multicluster/gateway", "cluster/scheduler"})
      if (number[actor] != 1)
        throw InputError("site '" + site + "' has " + std::to_string(number[actor]) + " actors '" + actor +
                         "'; valid: one");
}

} // namespace

ClustersBelow::ClustersBelow(ActorContext& meta_scheduler)
    : context_(meta_scheduler), fronts_(meta_scheduler.simulation(), fronts_of(meta_scheduler.simulation())) {
  check_sites(meta_scheduler.simulation());
}

std::vector<Cluster> ClustersBelow::connect(bool coallocates) {
  FlopsPerSecond fastest = 0;
  for (const auto& [name, site] : cluster::sites_of(context_.simulation()))
    fastest = std::max(fastest, site.book().nodes().machines().fastest());
  std::vector<Cluster> clusters;
  for (auto* gateway : gateways_of(context_.simulation())) {
    gateway->connect(fastest, coallocates);
    clusters.push_back(gateway->cluster());
  }
  for (const auto& scheduler : context_.simulation().peers("cluster/scheduler")) {
    const auto site = cluster::site_name(scheduler.parameters);
    const auto found = std::find_if(clusters.begin(), clusters.end(),
                                    [&](const Cluster& cluster) { return cluster.site == site; });
    cluster_of_.push_back(static_cast<int>(found - clusters.begin()));
    schedulers_.emplace_back(context_, scheduler);
  }
  return clusters;
}

void ClustersBelow::watch(ClusterPort& port, Model& model) {
  if (!context_.simulation().hosts_may_change())
    return;
  if (!std::exchange(is_watched_, true)) {
    model.clusters_may_fail();
    HostWatch::on_switch(context_.simulation(), fronts_.hosts(), [&port](const HostWatch::Switch& seen) {
      if (!seen.on)
        port.switched(seen.node, false);
    });
  }
  fronts_.notify_of_switches([to = Address<EntryMessage, std::variant<HostSwitched>>(
                                  context_, context_.self())] { to.send(HostSwitched{}); });
}

void ClustersBelow::take_switches(ClusterPort& port, Model& model, Seconds& date) {
  for (const auto& [cluster, is_on, switched] : fronts_.take()) {
    date = std::max(date, switched);
    port.switched(cluster, is_on);
    if (is_on)
      model.cluster_recovered(cluster);
    else
      model.cluster_failed(cluster, fronts_.stays_down(cluster));
  }
}

void ClustersBelow::end() {
  cluster::meta_scheduler_has_ended(context_.simulation()) = true;
  const bool may_be_lost = context_.simulation().entry_recovers(); // with the host from which it is sent
  for (const auto& scheduler : context_.simulation().peers("cluster/scheduler")) {
    const auto notify = [to = schedulers_[static_cast<std::size_t>(scheduler.number)]] {
      to.send(LastSubmission{});
    };
    if (!may_be_lost)
      notify();
    else if (scheduler.host->is_on())
      add_actor(scheduler.mailbox + "-end", scheduler.host, notify);
  }
}

} // namespace malha::multicluster
