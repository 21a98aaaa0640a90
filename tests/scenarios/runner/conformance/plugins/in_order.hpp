// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::cluster {

/// Jobs start in their order, as long as there are nodes for the next one.
inline Decision in_order(const QueueView& view) {
  Decision decision;
  auto free = static_cast<int>(view.free.size());
  for (const auto& job : view.queue) {
    if (job.size > free)
      break;
    free -= job.size;
    decision.start.push_back({job.handle});
    decision.reasons.push_back({job.handle, "started"});
  }
  return decision;
}

} // namespace malha::cluster
