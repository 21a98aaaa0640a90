// SPDX-License-Identifier: MIT
// First come first served, EASY and conservative backfilling (Mu'alem and Feitelson, TPDS 12(6), 2001) for
// jobs whose fragments have to lie on machines. A reservation is a date and a machine for each fragment: that
// with the fewest free CPUs for the job's whole walltime; ties: the first. Fragments that name a machine are
// placed first, then the others in the order of the request. A later job may start where a reservation keeps
// its date on other machines. Conservative: the plan stands while nothing ends early; then it is made anew in
// the order of submission, so that a reservation other than the first may be put off.
#include "machine_plan.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

class MachineBackfill : public Queue {
public:
  explicit MachineBackfill(const Parameters& parameters)
      : backfill_(parameters.text("backfill")), by_weight_(parameters.text("order") == "weight") {
    if (by_weight_ && backfill_ == "conservative")
      throw std::invalid_argument("order=weight does not go with backfill=conservative; valid: none, easy");
  }

  Decision decide(const QueueView& view) override {
    view_ = &view;
    decision_ = {};
    before_ = plan_.reservations();
    plan_.reset(view);
    drop_what_never_fits();
    if (backfill_ == "none")
      in_order();
    else if (backfill_ == "easy")
      easy();
    else
      conservative();
    for (auto& due : plan_.launch(view.now))
      decision_.start.push_back({due.job.handle, {}, std::move(due.machines)});
    return std::move(decision_);
  }

private:
  /// A job that an empty cluster has no room for would hold back the others for ever.
  void drop_what_never_fits() {
    const auto all = all_cpus(*view_);
    for (const auto& job : view_->changes.arrived)
      if (FragmentPlacer(all, MachineChoice::pack, false).place(job).empty())
        decision_.drop.push_back(job.handle);
  }

  bool is_dropped(const QueuedJob& job) const {
    return std::find(decision_.drop.begin(), decision_.drop.end(), job.handle) != decision_.drop.end();
  }

  /// The queue in its order, without the dropped.
  std::vector<const QueuedJob*> ordered() const {
    std::vector<const QueuedJob*> queue;
    for (const auto& job : view_->queue)
      if (!is_dropped(job))
        queue.push_back(&job);
    if (by_weight_)
      std::stable_sort(queue.begin(), queue.end(), [](const auto* a, const auto* b) {
        return a->size * a->walltime < b->size * b->walltime;
      });
    return queue;
  }

  void say(const QueuedJob& job, const char* code, Seconds date = never) {
    if (view_->explain)
      decision_.reasons.push_back({job.handle, code, date});
  }

  /// The machines that were reserved for the job when it was last decided on. They may still serve where the
  /// best ones would now do only later: a choice that is best for one fragment may be bad for the next.
  Placement reserved_before(const QueuedJob& job) const {
    const auto before = before_.find(job.id);
    return before != before_.end() && !view_->changes.promises_void ? before->second.machines : Placement{};
  }

  void in_order() {
    bool blocked = false;
    for (const auto* job : ordered()) {
      if (blocked) {
        say(*job, "behind_head");
      } else if (plan_.reserve(*job, view_->now)) {
        say(*job, "head");
      } else {
        say_why_not(*job);
        blocked = true;
      }
    }
  }

  void easy() {
    Seconds shadow = view_->now; // when the first that waits can start
    for (const auto* job : ordered()) {
      if (shadow == view_->now) {
        shadow = plan_.reserve_earliest(*job, reserved_before(*job));
        say(*job, shadow == view_->now ? "head" : "head_reserved", shadow == view_->now ? never : shadow);
      } else if (plan_.reserve(*job, view_->now)) {
        say(*job, view_->now + job->walltime <= shadow ? "ends_by_shadow_time" : "fits_in_extra_nodes");
      } else {
        say_why_not(*job);
      }
    }
  }

  void say_why_not(const QueuedJob& job) {
    if (!view_->explain)
      return;
    int free = view_->free.size();
    for (const auto& [id, one] : plan_.reservations())
      free -= one.start <= view_->now ? one.job.size : 0;
    say(job, job.size > free                                    ? "too_few_nodes"
             : plan_.fits_without_reservations(job, view_->now) ? "would_delay_reservation"
                                                                : "no_machines_for_fragments");
  }

  void conservative() {
    const auto& changes = view_->changes;
    const bool stands =
        !changes.promises_void && std::all_of(changes.ended.begin(), changes.ended.end(),
                                              [&](auto& one) { return one.expected_end <= view_->now; });
    if (stands)
      for (const auto& [id, one] : before_)
        plan_.put(one);
    for (const auto& job : stands ? queued(changes.arrived) : queued(view_->queue))
      if (!is_dropped(job))
        plan_.reserve_earliest(job, reserved_before(job));
    if (view_->explain)
      for (const auto& job : view_->queue)
        explain_reservation(job);
  }

  template <class Jobs>
  static std::vector<QueuedJob> queued(const Jobs& jobs) {
    return {jobs.begin(), jobs.end()};
  }

  void explain_reservation(const QueuedJob& job) {
    const auto found = plan_.reservations().find(job.id);
    const Seconds date = found != plan_.reservations().end() ? found->second.start : never;
    if (!is_dropped(job))
      say(job, date <= view_->now ? "promise_due" : "reserved", date);
  }

  const std::string backfill_;
  const bool by_weight_;
  MachinePlan plan_;

  // Of one decision:
  const QueueView* view_ = nullptr;
  Decision decision_;
  MachinePlan::Reservations before_; ///< of the last decision
};

} // namespace

MALHA_POLICY(policy<MachineBackfill>(
    "cluster/machine_backfill",
    "first come first served, EASY or conservative backfilling, with the fragments of jobs on machines",
    "Mu'alem and Feitelson, TPDS 12(6), 2001",
    {choice("backfill", "easy", {"none", "easy", "conservative"},
            "which jobs have reservations that later ones must not delay: none fill gaps, the first, or all"),
     choice("order", "submit", {"submit", "weight"},
            "order of the queue: by submission, or least CPUs x walltime first (not with conservative)")}))

} // namespace malha::cluster
