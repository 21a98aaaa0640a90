// SPDX-License-Identifier: MIT
// First come first served, no filling: jobs start in the order of the queue, and the first that does not fit
// holds back all behind it.
#include "node_choice.hpp"
#include "ordered_queue.hpp"

namespace malha::cluster {
namespace {

class Fcfs : public Queue {
public:
  explicit Fcfs(const Parameters& parameters)
      : order_(order_of(parameters)), nodes_(parameters), waiting_(order_) {}

  Decision decide(const QueueView& view) override {
    for (const auto& job : view.changes.arrived)
      waiting_.insert(job, view.now);
    if (order_ == Order::wfp3)
      waiting_.rerank(view.queue, view.now);
    Decision decision;
    int free = view.free.size();
    while (!waiting_.empty() && waiting_[waiting_.first()].size <= free) {
      const QueuedJob job = waiting_[waiting_.first()];
      decision.start.push_back({job.handle, nodes_.next(view, decision, job.size)});
      free -= job.size;
      waiting_.erase(job.handle);
    }
    if (view.explain)
      explain(view, decision);
    return decision;
  }

private:
  void explain(const QueueView& view, Decision& decision) const {
    for (const auto& start : decision.start)
      decision.reasons.push_back({start.job, "head"});
    const JobHandle head = waiting_.first();
    for (const auto& job : view.queue)
      if (head != OrderedQueue::none && !waiting_.before(job.handle, head))
        decision.reasons.push_back({job.handle, job.handle == head ? "too_few_nodes" : "behind_head"});
  }

  Order order_;
  NodeChoice nodes_;
  OrderedQueue waiting_;
};

} // namespace

MALHA_POLICY(policy<Fcfs>(
    "cluster/fcfs", "starts jobs in the order of the queue; the first that does not fit blocks the rest",
    "textbook", {order_parameter(), NodeChoice::parameter()}))

} // namespace malha::cluster
