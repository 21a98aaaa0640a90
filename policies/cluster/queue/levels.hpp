// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace malha::cluster {

/// A number that may be raised up to its top.
struct Level {
  int value, top;
};

/// Raises one of the levels by 1 so many times, or until all have their tops: the least that is below its
/// top, the first of several. Returns by how much each has been raised.
inline std::vector<int> raise_lowest(const std::vector<Level>& levels, int times) {
  std::vector<int> raised(levels.size(), 0);
  if (levels.empty() || times <= 0)
    return raised;
  const auto to = [](const Level& one, int least) { // what raises it to `least`, as far as it goes
    return std::max(0, std::min(least, one.top) - one.value);
  };
  const auto all_to = [&](int least) {
    std::int64_t sum = 0;
    for (const auto& one : levels)
      sum += to(one, least);
    return sum;
  };
  int low = levels.front().value, high = levels.front().top;
  for (const auto& one : levels) {
    low = std::min(low, one.value);
    high = std::max(high, one.top);
  }
  while (low < high) { // the greatest number to which all can be raised
    const int middle = low + (high - low + 1) / 2;
    (all_to(middle) <= times ? low : high) = all_to(middle) <= times ? middle : middle - 1;
  }
  auto rest = times - all_to(low);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    raised[i] = to(levels[i], low);
    if (rest > 0 && levels[i].value <= low && low < levels[i].top) {
      ++raised[i];
      --rest;
    }
  }
  return raised;
}

} // namespace malha::cluster
