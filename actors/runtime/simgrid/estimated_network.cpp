// SPDX-License-Identifier: MIT
#include "estimated_network.hpp"

#include "network.hpp"

namespace malha {

workflow::Network estimated_network(const Stage& stage, const std::vector<simgrid::s4u::Host*>& hosts,
                                    workflow::MeanTransfer mean) {
  std::vector<Seconds> latencies;
  std::vector<double> bandwidths;
  for (const auto* from : hosts)
    for (const auto* to : hosts) {
      const auto [latency, bandwidth] = from == to ? std::pair(0.0, 1.0) : stage.network().route(from, to);
      latencies.push_back(latency);
      bandwidths.push_back(bandwidth);
    }
  return {static_cast<int>(hosts.size()), std::move(latencies), std::move(bandwidths), mean};
}

} // namespace malha
