// SPDX-License-Identifier: MIT
#include "estimated_network.hpp"

#include "network.hpp"

namespace malha {

workflow::Network estimated_network(const Stage& stage, const std::vector<simgrid::s4u::Host*>& hosts,
                                    workflow::MeanTransfer mean) {
  std::vector<Seconds> latencies;
  std::vector<double> bandwidths;
  for (std::size_t from = 0; from < hosts.size(); ++from)
    for (std::size_t to = 0; to < hosts.size(); ++to) {
      // A host that is in the list twice has its loopback in between.
      const auto [latency, bandwidth] =
          from == to ? std::pair(0.0, 1.0) : stage.network().route(hosts[from], hosts[to]);
      latencies.push_back(latency);
      bandwidths.push_back(bandwidth);
    }
  return {static_cast<int>(hosts.size()), std::move(latencies), std::move(bandwidths), mean};
}

} // namespace malha
