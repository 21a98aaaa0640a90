// SPDX-License-Identifier: MIT
#pragma once
#include "decision_draft.hpp"
#include "ordered_queue.hpp"

namespace malha::cluster {

/// First come, first served: starts jobs in the order of the queue for as long as they fit. Returns the first
/// job that does not fit, or null.
inline const QueuedJob* start_in_order(OrderedQueue& waiting, DecisionDraft& draft) {
  const QueuedJob* job = waiting.first();
  for (; job != nullptr && draft.has_room_for(*job); job = waiting.first()) {
    draft.start(*job, "head");
    waiting.erase(*job);
  }
  return job;
}

} // namespace malha::cluster
