// SPDX-License-Identifier: MIT
#pragma once
#include "known_jobs.hpp"
#include "settings.hpp"
#include "windows.hpp"

namespace malha::cluster::slurm {

/// Whether jobs of the first terms may preempt jobs of the others, as far as partitions or QOSes go.
inline bool may_preempt(PreemptBy by, const Terms& one, const Terms& other) {
  if (by == PreemptBy::partition)
    return one.tier() > other.tier();
  return by == PreemptBy::qos && one.of_qos != nullptr && other.of_qos != nullptr &&
         one.of_qos->preempts.count(other.of_qos->name) > 0;
}

/// The order in which both schedulers look at jobs (Slurm 22.05): a job before those that it may preempt,
/// jobs of windows, a larger PriorityTier, and then the order of the queue.
class JobOrder {
public:
  JobOrder(const QueueView& view, const Settings& settings, KnownJobs& known) : view_(view) {
    if (is_that_of_queue(view, settings))
      return;
    jobs_.emplace();
    for (const auto& job : view.queue)
      jobs_->push_back({&job, &known.of(job, view.site)});
    const auto rank = [&](const One& one) {
      const int outside = window_of(*one.job) == Request::none ? 1 : 0;
      const auto tier = -one.terms->tier();
      return settings.preempt_by == PreemptBy::partition
                 ? std::tuple<std::int64_t, std::int64_t>(tier, outside)
                 : std::tuple<std::int64_t, std::int64_t>(outside, tier);
    };
    std::stable_sort(jobs_->begin(), jobs_->end(),
                     [&](const One& a, const One& b) { return rank(a) < rank(b); });
    if (settings.preempt_by == PreemptBy::qos)
      move_before_whom_they_preempt();
  }

  /// Calls `look(job)` for each job in that order, for as long as it returns true.
  template <class Look>
  void for_each(Look look) const {
    if (jobs_) {
      for (const auto& one : *jobs_)
        if (!look(*one.job))
          return;
      return;
    }
    for (const auto& job : view_.queue)
      if (!look(job))
        return;
  }

private:
  struct One {
    const QueuedJob* job;
    const Terms* terms;
  };

  static bool is_that_of_queue(const QueueView& view, const Settings& settings) {
    if (view.windows != nullptr && !view.windows->empty())
      return false;
    if (view.site == nullptr)
      return true;
    const auto& all = view.site->partitions;
    const bool one_tier = std::all_of(all.begin(), all.end(), [&](const auto& entry) {
      return entry.second.tier == all.begin()->second.tier;
    });
    return one_tier && settings.preempt_by != PreemptBy::qos;
  }

  /// Puts each job before the first one that it may preempt.
  void move_before_whom_they_preempt() {
    std::vector<One> ordered;
    std::map<std::string, std::size_t> first; // of each QOS in `ordered`
    for (const auto& one : *jobs_) {
      auto place = ordered.size();
      if (one.terms->of_qos != nullptr)
        for (const auto& name : one.terms->of_qos->preempts)
          if (const auto found = first.find(name); found != first.end())
            place = std::min(place, found->second);
      ordered.insert(ordered.begin() + static_cast<std::ptrdiff_t>(place), one);
      for (auto& [name, at] : first)
        at += at >= place;
      if (one.terms->of_qos != nullptr) {
        auto& at = first.emplace(one.terms->of_qos->name, place).first->second;
        at = std::min(at, place);
      }
    }
    *jobs_ = std::move(ordered);
  }

  const QueueView& view_;
  std::optional<std::vector<One>> jobs_; ///< nothing: the queue as it is
};

} // namespace malha::cluster::slurm
