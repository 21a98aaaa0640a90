// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/random_streams.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <numeric>
#include <utility>
#include <vector>

namespace malha::environment {

/// The numbers from 0 to `size` - 1 in a random order.
inline std::vector<std::size_t> random_order(std::size_t size, RandomStreams::Engine& engine) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = size; left > 1; --left)
    std::swap(order[left - 1],
              order[boost::random::uniform_int_distribution<std::size_t>(0, left - 1)(engine)]);
  return order;
}

} // namespace malha::environment
