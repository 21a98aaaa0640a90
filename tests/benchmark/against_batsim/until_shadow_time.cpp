// SPDX-License-Identifier: MIT
// EASY backfilling as batsched 1.4 has it under the name easy_bf_fast. The shadow time is computed once, when
// a job becomes the head of the queue. Later jobs start before the head only if they end by then: there are
// no extra nodes. The queue is looked through when jobs end; between ends only new jobs are looked at.
#include "policies/cluster/queue.hpp"

#include <optional>

namespace malha::against_batsim {
namespace {

using cluster::QueuedJob;

class UntilShadowTime : public cluster::Queue {
public:
  cluster::Decision decide(const cluster::QueueView& view) override {
    decision_ = {};
    free_ = view.free.size();
    expected_ = view.running;
    if (!view.changes.ended.empty() && head_)
      fill(view.now);
    for (const auto& job : view.changes.arrived)
      take(job, view.now);
    return std::move(decision_);
  }

private:
  /// Starts jobs in the order of the queue, up to one that does not fit, and then those that end before it.
  void fill(Seconds now) {
    if (head_->size <= free_) {
      start(*head_, now);
      head_.reset();
      while (!head_ && !behind_.empty()) {
        const QueuedJob next = behind_.front();
        behind_.pop_front();
        if (next.size <= free_)
          start(next, now);
        else
          make_head(next);
      }
    }
    for (auto job = behind_.begin(); job != behind_.end() && free_ > 0;) {
      const bool fits = job->size <= free_ && ends_in_time(*job, now);
      if (fits)
        start(*job, now);
      job = fits ? behind_.erase(job) : std::next(job);
    }
  }

  void take(const QueuedJob& job, Seconds now) {
    if (job.size <= free_ && ends_in_time(job, now))
      start(job, now);
    else if (!head_)
      make_head(job);
    else
      behind_.push_back(job);
  }

  bool ends_in_time(const QueuedJob& job, Seconds now) const {
    return !head_ || now + job.walltime <= shadow_time_;
  }

  void start(const QueuedJob& job, Seconds now) {
    decision_.start.push_back({job.handle});
    free_ -= job.size;
    const Seconds end = now + job.walltime;
    const auto later = std::find_if(expected_.begin(), expected_.end(),
                                    [end](const auto& one) { return one.expected_end > end; });
    expected_.insert(later, {end, job.id, job.handle, job.size});
  }

  void make_head(const QueuedJob& job) {
    head_ = job;
    int free = free_;
    for (const auto& release : expected_)
      if (free < job.size) {
        free += release.size;
        shadow_time_ = release.expected_end;
      }
  }

  cluster::Decision decision_;
  int free_ = 0;
  std::vector<cluster::Release> expected_; ///< by date
  std::optional<QueuedJob> head_;
  Seconds shadow_time_ = 0; ///< of the head
  std::list<QueuedJob> behind_;
};

} // namespace

MALHA_POLICY(policy<UntilShadowTime>("against_batsim/until_shadow_time",
                                     "EASY backfilling without extra nodes, whose shadow time stays",
                                     "batsched 1.4"))

} // namespace malha::against_batsim
