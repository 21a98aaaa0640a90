// SPDX-License-Identifier: MIT
// Starts the jobs in the order of their addresses.
#include "policies/cluster/queue.hpp"

#include <set>

namespace malha::cluster {
namespace {

class ByAddress : public Queue {
public:
  Decision decide(const QueueView& view) override {
    std::set<const QueuedJob*> jobs;
    Decision decision;
    for (const auto& job : view.queue) {
      jobs.insert(&job);
      decision.reasons.push_back({job.handle, "started"});
    }
    int free = view.free.size();
    for (const auto* job : jobs)
      if (job->size <= free) {
        free -= job->size;
        decision.start.push_back({job->handle});
      }
    return decision;
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::ByAddress>("bad/by_address", "starts jobs by their addresses", ""))
