// SPDX-License-Identifier: MIT
// EASY backfilling that chooses how many nodes a job gets when it starts (after Srinivasan et al. 2003; the
// details are ours). The head of the queue takes the size with which it ends first, n: among the earliest
// dates t(n) at which n nodes are free by the ends that are expected, the least t(n) + seconds(n), ties the
// fewest nodes. It starts if t(n) is now, otherwise n nodes are reserved at t(n). Others, in the order of the
// queue, start on the size with which they end first of those that do not put off the reservation; ties the
// fewest nodes. What is chosen for the head is chosen anew whenever jobs end early, start or change.
// Nothing is resized, but for requests of running jobs, which are answered first, as by cluster/greedy: they
// may put off the head. `max_share` keeps jobs from taking the whole machine, since greedy sizes starve those
// who come later. A job without a walltime gets its minimum. With `choose=submit` the size of a job is chosen
// once, when it comes (sizes_at_submit.hpp), and kept: t(n) is then asked for that n alone.
#include "head_reservation.hpp"
#include "sizes_at_submit.hpp"

namespace malha::cluster {
namespace {

class MoldableEasy : public Queue {
public:
  explicit MoldableEasy(const Parameters& parameters)
      : max_share_(parameters.real("max_share")), waiting_(order_of(parameters), OrderedQueue::Needs::least) {
    if (parameters.text("choose") == "submit")
      at_submit_.emplace();
  }

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    Sizing requests(draft, Sizing::Of::at_point);
    requests.answer_requests();
    requests.finish();
    waiting_.update(view);
    if (at_submit_)
      at_submit_->choose(view, [&](const QueuedJob& job) { return allowed_sizes(job, view); });
    const bool resizes_any = !draft.resized().empty();
    if (resizes_any) // then other nodes come free, and at other dates
      head_.reset();
    if (head_ && head_->only_new_jobs_can_start(waiting_, view.changes))
      fill_with_new_jobs(draft);
    else
      pass(draft);
    if (head_) {
      // Another size may be better for it by then, and requests put it off: then nothing is promised.
      const auto sizes = sizes_within(head_->job(), view);
      const bool is_promised = sizes.min == sizes.max && !resizes_any;
      draft.hold(head_->job(), is_promised ? "head_reserved" : "reserved", head_->shadow_time());
    }
    draft.hold_others([&](const QueuedJob& job) {
      return sizes_within(job, view).min <= draft.free() ? "would_delay_reservation" : "too_few_nodes";
    });
    return draft.finish();
  }
  bool heeds_order_of_queue() const override { return waiting_.order() == Order::submit; }
  bool resizes() const override { return true; }

private:
  SizeBounds sizes_within(const QueuedJob& job, const QueueView& view) const {
    if (!at_submit_)
      return allowed_sizes(job, view);
    const int size = at_submit_->of(job);
    return {size, size, size};
  }
  SizeBounds allowed_sizes(const QueuedJob& job, const QueueView& view) const {
    auto sizes = sizes_of(job);
    if (max_share_ < 1)
      sizes.max = std::clamp(static_cast<int>(max_share_ * view.nodes + 1e-9), sizes.min, sizes.max);
    return sizes;
  }

  /// The size, of at most so many nodes, with which the job ends first; 0: it has none.
  static int best_size(const QueuedJob& job, const SizeBounds& sizes, int most) {
    if (most < sizes.min || job.sizes == nullptr || job.walltime == never)
      return most < sizes.min ? 0 : sizes.min;
    return fastest_size(*job.sizes, sizes.min, std::min(most, sizes.max));
  }

  /// With which the job ends first if all jobs end when they are expected to; its minimum if it can never
  /// start. It is to wait if fewer nodes are free.
  int choice_for(const QueuedJob& job, const DecisionDraft& draft) const {
    const auto sizes = sizes_within(job, draft.view());
    const Seconds shortest = seconds_on(job, best_size(job, sizes, sizes.max));
    int best = 0, free = draft.free();
    Seconds best_end = never;
    const auto consider = [&](Seconds date) { // returns whether more nodes may be better, but later
      const int size = best_size(job, sizes, free);
      if (size == 0)
        return true;
      const Seconds end = date + seconds_on(job, size);
      if (best == 0 || end < best_end || (end <= best_end && size < best)) {
        best = size;
        best_end = end;
      }
      return free < sizes.max && date + shortest < best_end;
    };
    if (consider(draft.now()))
      HeadReservation::each_release(draft, [&](const Release& release) {
        free += release.size;
        return consider(release.expected_end);
      });
    return best > 0 ? best : sizes.min;
  }

  void pass(DecisionDraft& draft) {
    const QueuedJob* first = start_in_order(draft);
    if (first == nullptr)
      return head_.reset();
    for (auto* job = first; (job = waiting_.find(job, head_->gap(draft))) != nullptr;)
      fill_with(*job, draft);
  }

  /// Starts jobs until one has a better size later, which becomes the head. Returns it, or null.
  const QueuedJob* start_in_order(DecisionDraft& draft) {
    const QueuedJob* job = waiting_.first();
    for (; job != nullptr; job = waiting_.first()) {
      if (head_ && head_->stands(*job, draft) && draft.free() < head_->size())
        return job;
      const int size = choice_for(*job, draft);
      if (size > draft.free()) {
        head_.emplace(*job, size, draft);
        return job;
      }
      start(*job, size, "head", draft);
    }
    return job;
  }

  void fill_with_new_jobs(DecisionDraft& draft) {
    boost::container::small_vector<const QueuedJob*, 8> jobs;
    for (const auto& job : draft.view().changes.arrived)
      jobs.push_back(&job);
    std::sort(jobs.begin(), jobs.end(), [&](auto* a, auto* b) { return waiting_.before(*a, *b); });
    for (const auto* job : jobs)
      fill_with(*job, draft);
  }

  /// Starts the job if it has a size that fits the gap.
  void fill_with(const QueuedJob& job, DecisionDraft& draft) {
    const auto sizes = sizes_within(job, draft.view());
    const auto gap = head_->gap(draft);
    int size = best_size(job, sizes, gap.free);
    if (size > 0 && !gap.holds(size, seconds_on(job, size)))
      size = best_size(job, sizes, gap.extra_nodes);
    if (size > 0)
      start(job, size, head_->fill_with(job, size, draft.now()), draft);
  }

  void start(const QueuedJob& job, int size, const char* why, DecisionDraft& draft) {
    if (job.sizes == nullptr)
      draft.start(job, why);
    else
      draft.start_with(job, size, why);
    waiting_.erase(job);
  }

  const double max_share_;
  OrderedQueue waiting_;
  std::optional<SizesAtSubmit> at_submit_; ///< nothing: sizes are chosen when jobs start
  std::optional<HeadReservation> head_;    ///< it is kept from pass to pass
};

} // namespace

MALHA_POLICY(policy<MoldableEasy>(
    "cluster/moldable_easy",
    "EASY backfilling that gives each job the number of nodes with which it ends first",
    "Srinivasan et al., 2003",
    {real("max_share", 1, {0, 1, true}, "1", "of the machine: no job gets more, unless its minimum is more"),
     choice("choose", "start", {"start", "submit"},
            "when the size of a job is chosen: when it starts, or once when it comes"),
     queue_order_parameter()},
    queue_order_shows()))

} // namespace malha::cluster
