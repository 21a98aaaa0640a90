// SPDX-License-Identifier: MIT
#pragma once
#include "queue_run.hpp"

namespace malha::conformance {

/// Starts jobs in the order of the queue until one does not fit.
class InOrder : public cluster::Queue {
public:
  cluster::Decision decide(const cluster::QueueView& view) override {
    cluster::Decision decision;
    int free = view.free.size();
    for (auto job = view.queue.begin(); job != view.queue.end() && job->size <= free; ++job) {
      free -= job->size;
      decision.start.push_back({job->handle});
    }
    return decision;
  }
};

} // namespace malha::conformance
