// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "random_order.hpp"

#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>
#include <cmath>

namespace malha::environment {

struct PlannedCrash {
  std::size_t host;
  Seconds date;
};

/// Draws which of `hosts` hosts crash, and when; sorted by date, ties by host (docs/grids.md, Crashes). All
/// hosts are put in a random order, and each draws a date from 0 to `horizon`, which is above 0. The first
/// round(share * hosts) of them crash. So a larger share keeps the crashes of a smaller one, and adds others.
inline std::vector<PlannedCrash> planned_crashes(std::size_t hosts, double share, Seconds horizon,
                                                 RandomStreams::Engine& engine) {
  std::vector<PlannedCrash> crashes;
  for (const auto host : random_order(hosts, engine))
    crashes.push_back({host, boost::random::uniform_real_distribution<Seconds>(0, horizon)(engine)});
  crashes.resize(static_cast<std::size_t>(std::lround(share * static_cast<double>(hosts))));
  std::sort(crashes.begin(), crashes.end(), [](const auto& a, const auto& b) {
    return std::pair(a.date, a.host) < std::pair(b.date, b.host);
  });
  return crashes;
}

} // namespace malha::environment
