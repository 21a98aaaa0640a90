// SPDX-License-Identifier: MIT
// Promises the shortest waiting job a start, and lets a shorter one that comes later take its place. It does
// not say so.
#include "policies/cluster/queue.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

class ShortestFirst : public Queue {
public:
  Decision decide(const QueueView& view) override {
    std::vector<QueuedJob> jobs(view.queue.begin(), view.queue.end());
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const auto& a, const auto& b) { return a.walltime < b.walltime; });
    Decision decision;
    int free = view.free.size();
    for (const auto& job : jobs) {
      if (job.size > free) {
        if (view.explain && decision.start.empty()) // those that start now are not among those that run
          promise(job, free, view, decision);
        break;
      }
      free -= job.size;
      decision.start.push_back({job.handle});
      if (view.explain)
        decision.reasons.push_back({job.handle, "head"});
    }
    return decision;
  }

private:
  static void promise(const QueuedJob& job, int free, const QueueView& view, Decision& decision) {
    for (const auto& release : view.running)
      if ((free += release.size) >= job.size)
        return decision.reasons.push_back({job.handle, "head_reserved", release.expected_end});
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::ShortestFirst>("bad/changes_heads", "the shortest first", ""))
