// SPDX-License-Identifier: MIT
// EASY backfilling under a power cap, as the EASY+powercap of Batsim's IRIT schedulers. A job fits at a date
// if its nodes are free, and if the power of all machines stays below the cap from then on to its walltime:
// what they draw if nothing computes, what the running jobs draw above that until their walltimes, and what
// the job does. The head starts when it fits. If it does not, its shadow time is the earliest date at which
// it does; a later job starts if it fits and, with it running, the shadow time is no later. Without a cap
// that is EASY.
#include "decision_draft.hpp"
#include "power_plan.hpp"
#include "queue_order.hpp"

namespace malha::cluster {
namespace {

class EasyCap : public Queue {
public:
  explicit EasyCap(const Parameters& parameters) : order_(order_of(parameters)) {}

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    PowerPlan plan(view);
    std::vector<const QueuedJob*> waiting;
    for (const auto& job : view.queue)
      waiting.push_back(&job);
    sort_by(order_, waiting.begin(), waiting.end(), view.now);
    const QueuedJob* head = nullptr;
    Seconds shadow = never;
    for (const auto* job : waiting) {
      if (head == nullptr)
        head = start_head(*job, plan, draft, shadow);
      else if (plan.fits_now(*job))
        backfill(*job, *head, shadow, plan, draft);
    }
    if (head != nullptr)
      draft.hold(*head, "head_reserved", shadow);
    draft.hold_others([&](const QueuedJob& job) {
      return plan.fits_now(job) ? "would_delay_reservation" : "too_few_nodes_or_watts";
    });
    return draft.finish();
  }
  bool heeds_cap() const override { return true; }
  bool heeds_order_of_queue() const override { return order_ == Order::submit; }

private:
  /// Starts the job if it fits. Returns it otherwise, and sets its shadow time.
  static const QueuedJob* start_head(const QueuedJob& job, PowerPlan& plan, DecisionDraft& draft,
                                     Seconds& shadow) {
    if (plan.fits_now(job)) {
      draft.start_on_nodes(job, plan.nodes_for(job), "head");
      plan.start(job);
      return nullptr;
    }
    shadow = plan.shadow_time(job);
    return &job;
  }

  static void backfill(const QueuedJob& job, const QueuedJob& head, Seconds shadow, PowerPlan& plan,
                       DecisionDraft& draft) {
    const IndexSet nodes = plan.nodes_for(job);
    plan.start(job);
    if (plan.shadow_time(head) > shadow)
      return plan.take_back();
    draft.start_on_nodes(job, nodes, "fills_gap");
  }

  const Order order_;
};

} // namespace

MALHA_POLICY(policy<EasyCap>("cluster/easy_cap",
                             "EASY backfilling that keeps the power of all machines below a cap",
                             "Batsim's EASY+powercap (IRIT); the rules are ours where it is silent",
                             {order_parameter("the queue", {"submit", "weight", "shortest", "smallest"})},
                             queue_order_shows()))

} // namespace malha::cluster
