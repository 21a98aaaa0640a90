// SPDX-License-Identifier: MIT
#pragma once
#include "decision_draft.hpp"
#include "ordered_queue.hpp"
#include "profile.hpp"

namespace malha::cluster {

/// EASY backfilling with reservations for the first `depth` jobs that cannot start, on nodes or on machines.
/// Jobs are looked at in the order of the queue, and no job delays a reservation. A plan has
/// - `const QueuedJob* next(bool may_reserve)`: the next job, or null; it may pass over jobs that cannot
///   start where they may not reserve either;
/// - `bool start(const QueuedJob&)`: starts the job if it can, and says whether it does;
/// - `bool start_or_reserve(const QueuedJob&)`: the same; a job that cannot start reserves the earliest date.
template <class Plan>
void backfill(Plan& plan, std::int64_t depth) {
  std::int64_t reserved = 0;
  while (const QueuedJob* job = plan.next(reserved < depth))
    if (reserved >= depth)
      plan.start(*job);
    else if (!plan.start_or_reserve(*job))
      ++reserved;
}

/// A plan of nodes that are one like the other. Its reservations last for one decision.
class NodePlan {
public:
  NodePlan(OrderedQueue& waiting, DecisionDraft& draft) : waiting_(waiting), draft_(draft) {}

  const QueuedJob* next(bool may_reserve) {
    may_reserve_ = may_reserve;
    const int most = may_reserve ? std::numeric_limits<int>::max() : draft_.free();
    return last_ = waiting_.find(last_, {draft_.now(), most, most, never});
  }

  /// As long as nothing is reserved, a job that fits now fits for good: nodes are only given back.
  bool start(const QueuedJob& job) {
    if (!draft_.has_room_for(job) || !(reserved_.empty() || free_.holds_now(job.size, job.walltime)))
      return false;
    draft_.start(job, !reserved_.empty() ? "delays_no_reservation" : may_reserve_ ? "head" : "fits");
    waiting_.erase(job);
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

  /// Gives the reasons of jobs with reservations.
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
  DecisionDraft& draft_;
  const QueuedJob* last_ = nullptr; ///< that was looked at
  bool may_reserve_ = false;
  boost::container::small_vector<std::pair<const QueuedJob*, Seconds>, 8> reserved_; ///< and when they start
  Profile free_; ///< once anything is reserved
};

} // namespace malha::cluster
