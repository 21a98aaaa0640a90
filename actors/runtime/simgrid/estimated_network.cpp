// SPDX-License-Identifier: MIT
#include "estimated_network.hpp"

#include "network.hpp"
#include "policies/sdk/errors.hpp"

namespace malha {
namespace {

/// From a host to itself: its loopback, or as good as no time where it has none.
std::pair<Seconds, double> loopback(const Stage& stage, const simgrid::s4u::Host* host) {
  try {
    return stage.network().route(host, host);
  } catch (const InputError&) {
    return {0, 1e18};
  }
}

} // namespace

workflow::Network estimated_network(const Stage& stage, const std::vector<simgrid::s4u::Host*>& hosts,
                                    workflow::MeanTransfer mean) {
  std::vector<Seconds> latencies;
  std::vector<double> bandwidths;
  for (std::size_t from = 0; from < hosts.size(); ++from)
    for (std::size_t to = 0; to < hosts.size(); ++to) {
      const auto [latency, bandwidth] = from == to ? std::pair(0.0, 1.0)
                                        : hosts[from] == hosts[to]
                                            ? loopback(stage, hosts[from])
                                            : stage.network().route(hosts[from], hosts[to]);
      latencies.push_back(latency);
      bandwidths.push_back(bandwidth);
    }
  return {static_cast<int>(hosts.size()), std::move(latencies), std::move(bandwidths), mean};
}

} // namespace malha
