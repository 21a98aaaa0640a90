// SPDX-License-Identifier: MIT
// EASY backfilling (Lifka 1995; Mu'alem and Feitelson, TPDS 12(6), 2001): the head of the queue gets a
// reservation at its shadow time, when enough running jobs will have ended by their walltimes; a later job
// starts now if it does not delay the head: it ends by the shadow time, or needs no more than the extra nodes
// that the head leaves then. `depth` jobs get reservations, made again at each pass; with 0 every job that
// fits starts. One reservation is kept from pass to pass; any other number is backfill.hpp's. Under
// backfill_order=shortest the jobs that may only fill gaps are looked at by walltime (shortest job backfilled
// first, Tsafrir, Etsion and Feitelson, TPDS 18(6), 2007), ties in the order of the queue.
#include "backfill.hpp"
#include "head_reservation.hpp"
#include "in_order.hpp"

namespace malha::cluster {
namespace {

class EasyBackfill : public Queue {
public:
  explicit EasyBackfill(const Parameters& parameters)
      : depth_(parameters.integer("depth")), nodes_(parameters), waiting_(order_of(parameters)) {
    if (parameters.text("backfill_order") == "shortest")
      fillers_.emplace(Order::shortest);
  }

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view, nodes_);
    waiting_.update(view);
    if (fillers_)
      fillers_->update(view);
    if (depth_ != 1)
      pass_with_reservations(draft);
    else if (head_ && head_->only_new_jobs_can_start(waiting_, view.changes))
      fill_with_new_jobs(draft);
    else
      pass(draft);
    if (head_)
      draft.hold(head_->job(), "head_reserved", head_->shadow_time());
    draft.hold_others([&](const QueuedJob& job) {
      return draft.has_room_for(job) ? "would_delay_reservation" : "too_few_nodes";
    });
    return draft.finish();
  }
  bool heeds_weights() const override { return true; }
  bool heeds_order_of_queue() const override { return waiting_.order() == Order::submit; }
  bool takes_predictions() const override {
    return depth_ > 0 || fillers_ || looks_at_walltimes(waiting_.order());
  }

private:
  void fill_with_new_jobs(DecisionDraft& draft) {
    boost::container::small_vector<const QueuedJob*, 8> jobs;
    for (const auto& job : draft.view().changes.arrived)
      jobs.push_back(&job);
    std::sort(jobs.begin(), jobs.end(), [&](auto* a, auto* b) { return fillers().before(*a, *b); });
    for (const auto* job : jobs)
      if (head_->gap(draft).holds(job->size, job->walltime))
        fill_with(*job, draft);
  }

  void pass(DecisionDraft& draft) {
    const QueuedJob* first = start_in_order(waiting_, draft);
    if (fillers_)
      for (const auto& started : draft.started())
        fillers_->erase(started.handle);
    if (first == nullptr)
      return head_.reset();
    if (!head_ || !head_->stands(*first, draft))
      head_.emplace(*first, draft);
    // The head itself is among the fillers, and fits no gap: too few nodes are free.
    for (auto* job = fillers_ ? nullptr : first; (job = fillers().find(job, head_->gap(draft))) != nullptr;)
      fill_with(*job, draft);
  }

  void fill_with(const QueuedJob& job, DecisionDraft& draft) {
    draft.start(job, head_->fill_with(job, draft.now()));
    waiting_.erase(job);
    if (fillers_)
      fillers_->erase(job);
  }

  const OrderedQueue& fillers() const { return fillers_ ? *fillers_ : waiting_; }

  void pass_with_reservations(DecisionDraft& draft) {
    NodePlan plan(waiting_, fillers_ ? &*fillers_ : nullptr, draft);
    backfill(plan, depth_);
    plan.hold_reserved();
  }

  const std::int64_t depth_;
  const NodeChoice nodes_;
  OrderedQueue waiting_;
  std::optional<OrderedQueue> fillers_; ///< the same jobs as they fill gaps; nothing: in the same order
  std::optional<HeadReservation> head_; ///< of one reservation; it is kept from pass to pass
};

} // namespace

MALHA_POLICY(policy<EasyBackfill>(
    "cluster/easy_backfill",
    "starts jobs in the order of the queue; later ones fill gaps if they do not delay the first that waits",
    "Mu'alem and Feitelson, TPDS 12(6), 2001",
    {integer("depth", 1, between(0, 1e9), "count",
             "jobs with a reservation, made again at each pass; 1: EASY; 0: every job that fits starts"),
     queue_order_parameter(),
     choice("backfill_order", "queue", {"queue", "shortest"},
            "order in which jobs without a reservation fill gaps: that of the queue, or shortest walltime "
            "first"),
     NodeChoice::parameter()},
    queue_order_shows()))

} // namespace malha::cluster
