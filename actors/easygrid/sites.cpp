// SPDX-License-Identifier: MIT
#include "sites.hpp"

#include <algorithm>

namespace malha::easygrid {

ParameterSpec site_parameter() {
  return text("site", "site", "name of the site: its manager and its hosts carry the same");
}

std::vector<Peer> hosts_of_site(const Stage& simulation, const std::string& site,
                                const std::string& host_manager) {
  std::vector<Peer> found;
  const auto& peers = simulation.peers(host_manager);
  std::copy_if(peers.begin(), peers.end(), std::back_inserter(found),
               [&](const Peer& peer) { return peer.parameters.text("site") == site; });
  return found;
}

std::vector<Support> supported_by_managers() {
  return {{Condition::network},
          {Condition::inputs},
          {Condition::bandwidth_profile},
          {Condition::speed_profile},
          {Condition::external_load}};
}

const Peer& site_manager_of(ActorContext& context, const std::string& site_manager) {
  const Peer* manager = nullptr;
  int number = 0;
  for (const auto& peer : context.simulation().peers(site_manager))
    if (peer.parameters.text("site") == context.parameters().text("site")) {
      manager = &peer;
      ++number;
    }
  if (number != 1)
    throw InputError("site '" + context.parameters().text("site") + "' must have one " + site_manager +
                     "; it has " + std::to_string(number));
  return *manager;
}

Job take_job(Stage& simulation) {
  Job job = simulation.take_job();
  if (std::any_of(job.tasks.begin(), job.tasks.end(), [](const Task& task) { return task.is_delay; }))
    throw InputError("workload '" + simulation.workload().name() + "': job " + std::to_string(job.id) +
                     " is a delay, and EasyGrid runs work that shares its host; valid: --set "
                     "workload.delay=scaled");
  return job;
}

} // namespace malha::easygrid
