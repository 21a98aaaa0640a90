// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/malleable.hpp"

namespace malha::cluster {

/// The number of nodes from `low` to `high` on which the job is fastest; the fewest of several. A table of
/// measured times is the only law that may be slower on more nodes; there all numbers are looked at.
inline int fastest_size(const JobSizes& sizes, int low, int high) {
  const auto& law = sizes.law;
  if (law.law() == SpeedUp::Law::table) {
    int best = low;
    for (int nodes = low + 1; nodes <= high; ++nodes)
      best = law.at(nodes) > law.at(best) ? nodes : best;
    return best;
  }
  const double fastest = law.at(high);
  if (low == high || law.at(high - 1) < fastest)
    return high;
  while (low < high) { // the first that is as fast
    const int middle = low + (high - low) / 2;
    if (law.at(middle) < fastest)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

} // namespace malha::cluster
