// SPDX-License-Identifier: MIT
// Conservative backfilling (Mu'alem and Feitelson, TPDS 12(6), 2001): every job is promised a start when it
// is submitted, the earliest that delays nobody. When a job ends early, reservations are lifted and put back
// one by one, in the order of their promises, at the earliest date: never later than promised.
#include "../sdk/order.hpp"
#include "decision_draft.hpp"
#include "profile.hpp"

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
                                   [handle](const Promise& one) { return one.job.handle == handle; }));
    if (anew)
      plan_anew(view);
    else
      improve(view);
    for (const auto& job : changes.arrived)
      if (!anew || !was_running(job, view))
        promise(job);
    return keep_promises(view);
  }

private:
  struct Promise {
    Seconds start;
    QueuedJob job;
    Seconds freed_behind = 0; ///< until when jobs behind it have given back nodes since it was last looked at

    bool operator<(const Promise& other) const {
      return std::tie(start, job.submitted, job.id) <
             std::tie(other.start, other.job.submitted, other.job.id);
    }
  };

  /// Starts the jobs whose promises are due.
  Decision keep_promises(const QueueView& view) {
    DecisionDraft draft(view, nodes_);
    auto waits = promises_.begin();
    for (; waits != promises_.end() && waits->start <= view.now; ++waits)
      draft.start(waits->job, "promise_due", waits->start);
    promises_.erase(promises_.begin(), waits);
    if (draft.explains())
      for (const auto& one : promises_)
        draft.hold(one.job, "promised", one.start);
    return draft.finish();
  }

  void promise(const QueuedJob& job) {
    const Promise made{profile_.earliest(job.size, job.walltime), job};
    profile_.add(made.start, made.start + job.walltime, -job.size);
    promises_.insert(std::upper_bound(promises_.begin(), promises_.end(), made), made);
  }

  /// A job that comes back has lost its node.
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
      promise(one.job);
  }

  /// Gives jobs what others have left by ending early. A job can start earlier only where nodes were given
  /// back since it was last looked at: before the end of the latest such time.
  void improve(const QueueView& view) {
    profile_.trim(view.now);
    Seconds freed_until = view.now;
    for (const auto& ended : view.changes.ended) {
      profile_.add(view.now, ended.expected_end, ended.size);
      freed_until = std::max(freed_until, ended.expected_end);
    }
    if (!(freed_until > view.now))
      return;
    std::vector<Seconds> freed; // by each job's move, until when
    for (auto& one : promises_) {
      const Seconds end = one.start + one.job.walltime;
      // Its own reservation counts as free: a start before the promise has to fit only up to it.
      const Seconds start = profile_.earliest_before(one.start, one.job.size, one.job.walltime,
                                                     std::max(freed_until, one.freed_behind));
      const bool moves = start < one.start;
      freed.push_back(moves ? end : view.now);
      if (!moves)
        continue;
      freed_until = std::max(freed_until, end);
      profile_.add(one.start, end, one.job.size);
      profile_.add(start, start + one.job.walltime, -one.job.size);
      one.start = start;
    }
    Seconds behind = view.now;
    for (std::size_t i = promises_.size(); i-- > 0; behind = std::max(behind, freed[i]))
      promises_[i].freed_behind = behind;
    std::sort(promises_.begin(), promises_.end());
  }

  const NodeChoice nodes_;
  Profile profile_;
  std::vector<Promise> promises_; ///< in their order
};

} // namespace

MALHA_POLICY(policy<ConservativeBackfill>(
    "cluster/conservative_backfill",
    "promises every job a start when it is submitted, and keeps it; gaps are filled where no promise suffers",
    "Mu'alem and Feitelson, TPDS 12(6), 2001",
    {order_parameter("the promises", {"submit"}), NodeChoice::parameter()}))

} // namespace malha::cluster
