// SPDX-License-Identifier: MIT
// First come first served, EASY and conservative backfilling (Mu'alem and Feitelson, TPDS 12(6), 2001) for
// jobs whose fragments have to lie on machines. A reservation is a date and a machine for each fragment: that
// with the fewest free CPUs for the job's whole walltime; ties: the first. Fragments that name a machine are
// placed first, then the others in the order of the request. A later job may start where a reservation keeps
// its date on other machines. Conservative: the plan stands while nothing ends early; then it is made anew in
// the order of submission, so that a reservation other than the first may be put off.
#include "backfill.hpp"
#include "machine_plan.hpp"
#include "queue_order.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

/// One pass over the queue, with machines for its jobs: a plan of backfill.hpp.
class MachinePass {
public:
  MachinePass(MachinePlan& machines, DecisionDraft& draft, Order order)
      : machines_(machines), draft_(draft), jobs_(undropped_jobs(draft)) {
    sort_by(order, jobs_.begin(), jobs_.end(), draft.now());
  }

  const QueuedJob* next(bool /* may_reserve */ = true) {
    return looked_at_ < jobs_.size() ? jobs_[looked_at_++] : nullptr;
  }

  bool start(const QueuedJob& job) {
    if (!machines_.reserve(job, draft_.now())) {
      if (draft_.explains())
        draft_.hold(job, why_not(job));
      return false;
    }
    const bool ends_first = shadow_time_ && draft_.now() + job.walltime <= *shadow_time_;
    draft_.say(job, !shadow_time_ ? "head" : ends_first ? "ends_by_shadow_time" : "fits_in_extra_nodes");
    return true;
  }

  bool start_or_reserve(const QueuedJob& job) {
    const Seconds date = machines_.reserve_earliest(job);
    if (date == draft_.now()) {
      draft_.say(job, "head");
      return true;
    }
    shadow_time_ = date;
    draft_.hold(job, "head_reserved", date);
    return false;
  }

private:
  const char* why_not(const QueuedJob& job) const {
    return job.size > machines_.free_at(draft_.now())               ? "too_few_nodes"
           : machines_.fits_without_reservations(job, draft_.now()) ? "would_delay_reservation"
                                                                    : "no_machines_for_fragments";
  }

  MachinePlan& machines_;
  DecisionDraft& draft_;
  std::vector<const QueuedJob*> jobs_;
  std::size_t looked_at_ = 0;
  std::optional<Seconds> shadow_time_; ///< of the first that waits
};

class MachineBackfill : public Queue {
public:
  explicit MachineBackfill(const Parameters& parameters)
      : backfill_(parameters.text("backfill")), order_(order_of(parameters)) {
    if (order_ != Order::submit && backfill_ == "conservative")
      throw std::invalid_argument("order=weight does not go with backfill=conservative; valid: none, easy");
  }

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    machines_.reset(view);
    drop_what_never_fits(draft, [&](const QueuedJob& job, const std::vector<int>& free) {
      auto rooms =
          rooms_of(job, view.machines, view.stock != nullptr, [&](std::size_t resource, std::size_t machine) {
            return (*view.stock)[machine][resource];
          });
      return FragmentPlacer(free, MachineChoice::pack, false, std::move(rooms)).place(job);
    });
    if (backfill_ == "none")
      in_order(draft);
    else if (backfill_ == "easy")
      easy(draft);
    else
      conservative(draft);
    for (auto& due : machines_.launch(view.now))
      draft.start_on(due.job, std::move(due.machines));
    return draft.finish();
  }
  bool heeds_order_of_queue() const override { return order_ == Order::submit; }
  bool heeds_nodes() const override { return true; }
  bool heeds_stock() const override { return true; }
  bool takes_predictions() const override { return backfill_ != "none" || looks_at_walltimes(order_); }

private:
  void in_order(DecisionDraft& draft) {
    MachinePass pass(machines_, draft, order_);
    const QueuedJob* job = pass.next();
    while (job != nullptr && pass.start(*job))
      job = pass.next();
    while ((job = pass.next()) != nullptr)
      draft.hold(*job, "behind_head");
  }

  void easy(DecisionDraft& draft) {
    MachinePass pass(machines_, draft, order_);
    backfill(pass, 1);
  }

  void conservative(DecisionDraft& draft) {
    const auto& view = draft.view();
    const auto& ended = view.changes.ended;
    const bool stands =
        !view.changes.promises_void &&
        std::all_of(ended.begin(), ended.end(), [&](auto& one) { return one.expected_end <= view.now; });
    const auto reserve = [&](const QueuedJob& job) {
      if (!draft.is_dropped(job))
        machines_.reserve_earliest(job);
    };
    if (stands) {
      machines_.restore();
      std::for_each(view.changes.arrived.begin(), view.changes.arrived.end(), reserve);
    } else {
      std::for_each(view.queue.begin(), view.queue.end(), reserve);
    }
    for (const auto& job : view.queue)
      if (draft.explains() && !draft.is_dropped(job)) {
        const Seconds date = machines_.start_of(job);
        draft.say(job, date <= view.now ? "promise_due" : "reserved", date);
      }
  }

  const std::string backfill_;
  const Order order_;
  MachinePlan machines_;
};

} // namespace

MALHA_POLICY(policy<MachineBackfill>(
    "cluster/machine_backfill",
    "first come first served, EASY or conservative backfilling, with the fragments of jobs on machines",
    "Mu'alem and Feitelson, TPDS 12(6), 2001",
    {choice("backfill", "easy", {"none", "easy", "conservative"},
            "which jobs have reservations that later ones must not delay: none fill gaps, the first, or all"),
     order_parameter("the queue (weight: not with conservative)", {"submit", "weight"})},
    queue_order_shows()))

} // namespace malha::cluster
