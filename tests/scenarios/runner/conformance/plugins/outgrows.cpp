// SPDX-License-Identifier: MIT
// Lets running jobs grow into all free nodes at their points, and does not look at their maximum.
#include "in_order.hpp"

namespace malha::cluster {
namespace {

class Outgrows : public Queue {
public:
  Decision decide(const QueueView& view) override {
    Decision decision = in_order(view);
    int free = view.free.size();
    for (const auto& start : decision.start)
      for (const auto& job : view.queue)
        free -= job.handle == start.job ? job.size : 0;
    for (const auto& job : view.running)
      if (free > 0 && job.resizing != nullptr && job.resizing->at_point && obeys(job.resizing->sizes->kind))
        decision.resize.push_back({job.handle, job.resizing->nodes + std::exchange(free, 0)});
    return decision;
  }
  bool resizes() const override { return true; }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Outgrows>("bad/outgrows", "grows jobs without end", ""))
