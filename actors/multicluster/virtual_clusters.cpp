// SPDX-License-Identifier: MIT
#include "virtual_clusters.hpp"
#include "actors/cluster/iterations.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "gateway.hpp"

namespace malha::multicluster {

namespace s4u = simgrid::s4u;

VirtualClusters::VirtualClusters(ActorContext& meta_scheduler, const Channels& channels)
    : context_(meta_scheduler), channels_(channels), meta_scheduler_(meta_scheduler, meta_scheduler.self()) {}

void VirtualClusters::start(const Job& job, const Coallocated& parts) {
  const auto& gateways = gateways_of(context_.simulation());
  std::vector<s4u::Host*> hosts;
  for (const auto& [cluster, nodes] : parts.parts)
    for (const int node : nodes)
      hosts.push_back(gateways[static_cast<std::size_t>(cluster)]->parts().host_of(node));
  const auto& first = *gateways[static_cast<std::size_t>(parts.parts.front().cluster)];
  const auto& task = job.tasks.front();
  const auto iterations = cluster::Iterations::of(task, job.extensions, first.iterations());
  const auto run = [this, id = task.id, iterations, hosts, start = parts.start] {
    const auto end = iterations.run(hosts, start, never, [this, id] { return channels_.slowdown(id); });
    auto row = context_.simulation().recorder().expect_row(*end);
    meta_scheduler_.send(CoallocatedEnded{id, *end, std::move(row)});
  };
  add_actor(context_.self().mailbox + "-job-" + std::to_string(task.id), context_.host(), run);
}

} // namespace malha::multicluster
