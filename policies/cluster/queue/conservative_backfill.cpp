// SPDX-License-Identifier: MIT
// Conservative backfilling (Mu'alem and Feitelson, TPDS 12(6), 2001): every job is promised a start when it
// is submitted, the earliest that delays no job. When a job ends early, reservations are lifted and put back
// one by one, in the order of their promises, at the earliest date: never later than promised.
#include "decision_draft.hpp"
#include "gap_sweep.hpp"
#include "policies/sdk/order.hpp"

#include <tuple>

namespace malha::cluster {
namespace {

class ConservativeBackfill : public Queue {
public:
  explicit ConservativeBackfill(const Parameters& parameters) : nodes_(parameters) {}

  Decision decide(const QueueView& view) override {
    const auto& changes = view.changes;
    const bool anew = changes.promises_void || profile_.steps().empty();
    for (const auto handle : changes.withdrawn)
      promises_.erase(std::find_if(promises_.begin(), promises_.end(),
                                   [handle](const Promise& one) { return one.job == handle; }));
    if (changes.reordered || (changes.new_priorities && changes.promises_void)) {
      plan_in_order_of_queue(view);
      return keep_promises(view);
    }
    if (anew)
      plan_anew(view);
    else
      improve(view);
    for (const auto& job : changes.arrived)
      if (!anew || !was_running(job, view))
        promise(job);
    return keep_promises(view);
  }
  bool heeds_weights() const override { return true; }

private:
  /// What must be known of a job to move it. It is small, since many are looked at for each that starts.
  struct Promise {
    Seconds start, walltime;
    int size;
    GapSweep::SizeClass size_class;
    JobHandle job;
  };

  bool comes_before(const Promise& a, const Promise& b) const {
    if (a.start != b.start)
      return a.start < b.start;
    const auto &one = jobs_[a.job], &other = jobs_[b.job];
    return std::tie(one.submitted, one.id) < std::tie(other.submitted, other.id);
  }

  /// Starts the jobs whose promises are due.
  Decision keep_promises(const QueueView& view) {
    DecisionDraft draft(view, nodes_);
    auto waits = promises_.begin();
    for (; waits != promises_.end() && waits->start <= view.now; ++waits)
      draft.start(jobs_[waits->job], "promise_due", waits->start);
    promises_.erase(promises_.begin(), waits);
    if (draft.explains())
      for (const auto& one : promises_)
        draft.hold(jobs_[one.job], "promised", one.start);
    return draft.finish();
  }

  void promise(const QueuedJob& job) {
    if (job.handle >= jobs_.size())
      jobs_.resize(job.handle + 1);
    jobs_[job.handle] = job;
    const Promise made{profile_.earliest(job.size, job.walltime), job.walltime, job.size,
                       GapSweep::class_of(job.size), job.handle};
    profile_.add(made.start, made.start + job.walltime, -job.size);
    const auto is_before = [this](const Promise& a, const Promise& b) { return comes_before(a, b); };
    promises_.insert(std::upper_bound(promises_.begin(), promises_.end(), made, is_before), made);
  }

  /// A job that waits again has lost its node.
  static bool was_running(const QueuedJob& job, const QueueView& view) {
    return std::any_of(view.changes.ended.begin(), view.changes.ended.end(),
                       [&](const Release& ended) { return ended.id == job.id; });
  }

  /// After nodes went or came, or a job outlived its walltime, no promise holds: all are made again in their
  /// order. A job that has lost its node comes first.
  void plan_anew(const QueueView& view) {
    profile_.reset(view.now, view.free.size(), view.running);
    auto old = std::move(promises_);
    promises_.clear();
    for (const auto& job : view.changes.arrived)
      if (was_running(job, view))
        promise(job);
    for (const auto& one : old)
      promise(jobs_[one.job]);
  }

  /// After priorities have reordered the queue, or jobs that wait have got other walltimes, all promises are
  /// made again in its order.
  void plan_in_order_of_queue(const QueueView& view) {
    profile_.reset(view.now, view.free.size(), view.running);
    promises_.clear();
    for (const auto& job : view.queue)
      promise(job);
  }

  /// Gives jobs what others have left by ending early. Nodes that are given back at or after the start of a
  /// promise are of no use to it: when a promise moves, only later ones need be looked at.
  void improve(const QueueView& view) {
    profile_.trim(view.now);
    Seconds given_to = view.now;
    for (const auto& ended : view.changes.ended) {
      profile_.add(view.now, ended.expected_end, ended.size);
      given_to = std::max(given_to, ended.expected_end);
    }
    if (given_to == view.now)
      return;
    gaps_.restart(given_to);
    for (auto one = promises_.begin(); one != promises_.end(); ++one)
      if (gaps_.may_hold(one->size, one->size_class, one->walltime))
        if (const Seconds start =
                gaps_.earliest_before(one->start, one->size, one->size_class, one->walltime);
            start < one->start)
          move(one, start);
  }

  /// Puts the promise forward, and into its new place.
  void move(std::vector<Promise>::iterator one, Seconds start) {
    profile_.put_forward(gaps_.step_back_to(start), one->start, one->walltime, one->size);
    gaps_.give_to(one->start + one->walltime);
    auto moved = *one;
    moved.start = start;
    for (; one != promises_.begin() && comes_before(moved, *std::prev(one)); --one)
      *one = *std::prev(one);
    *one = moved;
  }

  const NodeChoice nodes_;
  Profile profile_;
  GapSweep gaps_{profile_};
  std::vector<Promise> promises_; ///< in their order
  std::vector<QueuedJob> jobs_;   ///< by handle: those that wait
};

} // namespace

MALHA_POLICY(policy<ConservativeBackfill>(
    "cluster/conservative_backfill",
    "promises every job a start when it is submitted, and keeps it; gaps are filled where no promise suffers",
    "Mu'alem and Feitelson, TPDS 12(6), 2001",
    {order_parameter("the promises", {"submit"}), NodeChoice::parameter()}))

} // namespace malha::cluster
