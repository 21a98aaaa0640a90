// SPDX-License-Identifier: MIT
#pragma once
#include "decision_draft.hpp"
#include "ordered_queue.hpp"
#include "profile.hpp"

namespace malha::cluster {

/// EASY backfilling with reservations for the first `depth` jobs that cannot start, on nodes or on machines.
/// It looks at jobs in the order of the queue, and no job delays a reservation. A plan has three functions:
/// - `const QueuedJob* next(bool may_reserve)` gives the next job, or null. If jobs may not reserve, it
///   may pass over those that cannot start.
/// - `bool start(const QueuedJob&)` starts the job if it can, and returns whether it does.
/// - `bool start_or_reserve(const QueuedJob&)` does the same; a job that cannot start reserves its earliest
///   date.
template <class Plan>
void backfill(Plan& plan, std::int64_t depth) {
  std::int64_t reserved = 0;
  while (const QueuedJob* job = plan.next(reserved < depth))
    if (reserved >= depth)
      plan.start(*job);
    else if (!plan.start_or_reserve(*job))
      ++reserved;
}

/// A plan of nodes that are all alike. Its reservations last for one decision.
class NodePlan {
public:
  /// `fillers` are the same jobs in the order in which they are looked at when none may reserve any more;
  /// null: that of `waiting`.
  NodePlan(OrderedQueue& waiting, OrderedQueue* fillers, DecisionDraft& draft)
      : waiting_(waiting), fillers_(fillers), draft_(draft) {}

  const QueuedJob* next(bool may_reserve) {
    if (!may_reserve && fillers_ != nullptr && may_reserve_)
      last_ = nullptr;
    may_reserve_ = may_reserve;
    const int most = may_reserve ? std::numeric_limits<int>::max() : draft_.free();
    const auto& jobs = may_reserve || fillers_ == nullptr ? waiting_ : *fillers_;
    return last_ = jobs.find(last_, {draft_.now(), most, most, never});
  }

  /// Starts the job if it fits. While nothing is reserved, a job that fits now will also fit later, because
  /// nodes only become free.
  bool start(const QueuedJob& job) {
    if (!draft_.has_room_for(job) || !(reserved_.empty() || free_.holds_now(job.size, job.walltime)))
      return false;
    draft_.start(job, !reserved_.empty() ? "delays_no_reservation" : may_reserve_ ? "head" : "fits");
    waiting_.erase(job);
    if (fillers_ != nullptr)
      fillers_->erase(job);
    if (!reserved_.empty())
      take(job, draft_.now());
    return true;
  }

  bool start_or_reserve(const QueuedJob& job) {
    if (start(job))
      return true;
    if (reserved_.empty())
      look_ahead();
    const Seconds date = free_.earliest(job.size, job.walltime);
    reserved_.emplace_back(&job, date);
    take(job, date);
    return false;
  }

  /// Gives the reasons of the jobs that have reservations.
  void hold_reserved() const {
    for (const auto& [job, date] : reserved_)
      draft_.hold(*job, job == reserved_.front().first ? "head_reserved" : "reserved", date);
  }

private:
  void look_ahead() {
    free_.reset(draft_.now(), draft_.free(), draft_.view().running);
    for (const auto& release : draft_.started())
      free_.add(release.expected_end, never, release.size);
  }
  void take(const QueuedJob& job, Seconds from) { free_.add(from, from + job.walltime, -job.size); }

  OrderedQueue& waiting_;
  OrderedQueue* const fillers_;
  DecisionDraft& draft_;
  const QueuedJob* last_ = nullptr; ///< the last job that was looked at
  bool may_reserve_ = false;
  /// Jobs with reservations, and the dates of those.
  boost::container::small_vector<std::pair<const QueuedJob*, Seconds>, 8> reserved_;
  Profile free_; ///< kept up to date once something is reserved
};

} // namespace malha::cluster
