// SPDX-License-Identifier: MIT
// First come first served, no filling: jobs start in the order of the queue, and the first that does not fit
// holds back all behind it.
#include "in_order.hpp"

namespace malha::cluster {
namespace {

class Fcfs : public Queue {
public:
  explicit Fcfs(const Parameters& parameters) : nodes_(parameters), waiting_(order_of(parameters)) {}

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view, nodes_);
    waiting_.update(view);
    const QueuedJob* head = start_in_order(waiting_, draft);
    draft.hold_others(
        [&](const QueuedJob& job) { return job.id == head->id ? "too_few_nodes" : "behind_head"; });
    return draft.finish();
  }
  bool heeds_weights() const override { return true; }
  bool heeds_order_of_queue() const override { return waiting_.order() == Order::submit; }
  bool takes_predictions() const override { return looks_at_walltimes(waiting_.order()); }

private:
  const NodeChoice nodes_;
  OrderedQueue waiting_;
};

} // namespace

MALHA_POLICY(policy<Fcfs>(
    "cluster/fcfs", "starts jobs in the order of the queue; the first that does not fit blocks the rest",
    "textbook", {queue_order_parameter(), NodeChoice::parameter()}, queue_order_shows()))

} // namespace malha::cluster
