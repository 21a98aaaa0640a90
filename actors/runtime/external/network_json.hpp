// SPDX-License-Identifier: MIT
#pragma once
#include "json_line.hpp"
#include "policies/workflow/costs.hpp"

namespace malha::external {

/// The members `latency` and `bandwidth` of a network: a number each if all pairs of its resources are alike,
/// or else a row for each resource that sends, with a number for each that receives.
inline void write_network(JsonLine& line, const workflow::Network& network) {
  if (network.is_uniform()) {
    line.member("latency", network.latency(0, 1));
    line.member("bandwidth", network.bandwidth(0, 1));
    return;
  }
  std::vector<std::vector<double>> latencies, bandwidths;
  for (int from = 0; from < network.resources(); ++from) {
    auto& latency = latencies.emplace_back();
    auto& bandwidth = bandwidths.emplace_back();
    for (int to = 0; to < network.resources(); ++to) {
      latency.push_back(network.latency(from, to));
      bandwidth.push_back(network.bandwidth(from, to));
    }
  }
  line.member("latency", latencies);
  line.member("bandwidth", bandwidths);
}

} // namespace malha::external
