// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "random_order.hpp"

#include <boost/random/exponential_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace malha::environment {

/// The numbers of the hosts whose owners take them back, in their order: round(share * hosts) of them. A
/// larger share keeps those of a smaller one. `share` is from 0 to 1.
inline std::vector<std::size_t> reclaimed_hosts(std::size_t hosts, double share,
                                                RandomStreams::Engine& engine) {
  auto order = random_order(hosts, engine);
  order.resize(static_cast<std::size_t>(std::lround(share * static_cast<double>(hosts))));
  std::sort(order.begin(), order.end());
  return order;
}

/// The times at which the owner of one host takes it back and returns it (docs/grids.md, Reclaims): idle and
/// busy times in turns, the idle one first, each drawn from an exponential distribution with that mean in s.
/// Each host has an engine of its own, so that its times do not depend on other hosts.
class ReclaimPlan {
public:
  ReclaimPlan(Seconds mean_idle, Seconds mean_busy, RandomStreams::Engine& engine)
      : mean_idle_(mean_idle), mean_busy_(mean_busy), engine_(engine) {
    advance();
  }

  /// From when to when the owner has it next.
  Seconds begin() const { return begin_; }
  Seconds end() const { return end_; }
  /// Goes on to the time after.
  void advance() {
    begin_ = end_ + draw(mean_idle_);
    end_ = begin_ + draw(mean_busy_);
  }

private:
  /// Times of no length would be no times: such a draw is drawn again.
  Seconds draw(Seconds mean) {
    for (;;)
      if (const Seconds time = boost::random::exponential_distribution<Seconds>(1 / mean)(engine_);
          time > least)
        return time;
  }

  static constexpr Seconds least = 1e-6; // SimGrid's clock tells dates apart that differ by 1e-9 s

  const Seconds mean_idle_, mean_busy_;
  RandomStreams::Engine& engine_;
  Seconds begin_ = 0, end_ = 0;
};

} // namespace malha::environment
