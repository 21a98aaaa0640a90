// SPDX-License-Identifier: MIT
// EASY backfilling under a power cap, as the EASY+powercap of Batsim's IRIT schedulers. A job fits at a date
// if its nodes are free, and if the power of all machines stays below the cap from then on to its walltime:
// what they draw if nothing computes, what the running jobs draw above that until their walltimes, and what
// the job does. The head starts when it fits. If it does not, its shadow time is the earliest date at which
// it does; a later job starts if it fits, and if the head then still fits at its shadow time. Jobs get nodes
// of machines that are on first, then those that draw least (ours). Without a cap that is EASY.
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
    for (const auto* job : waiting)
      if (head == nullptr && plan.fits_now(*job)) {
        start(*job, plan.load_of(*job), "head", plan, draft);
      } else if (head == nullptr) {
        head = job;
        shadow = plan.earliest(*job);
      } else if (plan.fits_now(*job)) {
        const auto load = plan.load_of(*job);
        if (shadow == never || still_fits(*head, shadow, load, plan))
          start(*job, load, load.end <= shadow ? "ends_by_shadow_time" : "fits_in_extra_nodes", plan, draft);
      }
    if (head != nullptr)
      draft.hold(*head, plan.is_uncertain() ? "reserved" : "head_reserved", shadow);
    draft.hold_others([&](const QueuedJob& job) {
      return !plan.has_nodes(job) ? "too_few_nodes"
             : plan.fits_now(job) ? "would_delay_reservation"
                                  : "too_few_watts";
    });
    return draft.finish();
  }
  bool heeds_cap() const override { return true; }
  bool heeds_order_of_queue() const override { return order_ == Order::submit; }

private:
  static void start(const QueuedJob& job, const PowerPlan::Load& load, const char* why, PowerPlan& plan,
                    DecisionDraft& draft) {
    draft.start_on_nodes(job, load.nodes, why);
    plan.start(load);
  }
  static bool still_fits(const QueuedJob& head, Seconds shadow, const PowerPlan::Load& also,
                         const PowerPlan& plan) {
    const auto later = plan.load_later(shadow, head, also);
    return later && plan.fits(shadow, *later, &also);
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
