// SPDX-License-Identifier: MIT
// Starts every job at once, whether there are free nodes or not.
#include "policies/cluster/queue.hpp"

namespace malha::cluster {
namespace {

class Greedy : public Queue {
public:
  Decision decide(const QueueView& view) override {
    Decision decision;
    for (const auto& job : view.queue) {
      decision.start.push_back({job.handle});
      decision.reasons.push_back({job.handle, "started"});
    }
    return decision;
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Greedy>("bad/greedy", "starts every job", ""))
