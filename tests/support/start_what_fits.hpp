// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::testing {

/// Starts jobs in the order of the queue until one does not fit.
inline void start_what_fits(const cluster::QueueView& view, cluster::Decision& decision) {
  int free = view.free.size();
  for (const auto& job : view.queue) {
    if (job.size > free)
      break;
    decision.start.push_back({job.handle});
    free -= job.size;
  }
}

} // namespace malha::testing
