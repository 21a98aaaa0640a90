// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/limit.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace malha::cluster {

/// Holds back what users want to be held back, whatever the limits of the site are: jobs before the dates at
/// which they may begin, or are released, and the tasks of a job array beyond those of which so many run at
/// once. Reasons are those of Slurm, and `not_released`. Jobs that it lets go are asked of the other limit.
class Wishes : public Limit {
public:
  /// `other` may be null: the site has no limits.
  explicit Wishes(Limit* other) : other_(other) {}

  /// Whether it may hold the job back.
  static bool concern(const Job& job) { return job.array.most_at_once > 0 || job.dates.are_given(); }

  /// Holds a job back until that date, for a release policy.
  void hold_until(TaskId job, Seconds date) { releases_[job] = date; }

  const char* why_refused(const QueuedJob& job, const LimitView& view) override {
    return other_ != nullptr ? other_->why_refused(job, view) : nullptr;
  }
  const char* why_not_now(const QueuedJob& job, const LimitView& view) override {
    if (const char* too_early =
            job.request != nullptr ? why_too_early(job.request->dates, view.now) : nullptr)
      return too_early;
    if (!is_released(job.id, view.now))
      return "not_released";
    const auto* array = array_of(job);
    if (array != nullptr && running_[array->name] >= array->most_at_once)
      return "JobArrayTaskLimit";
    return other_ != nullptr ? other_->why_not_now(job, view) : nullptr;
  }
  Seconds next_change(Seconds now) override {
    const Seconds of_other = other_ != nullptr ? other_->next_change(now) : never;
    dates_.erase(dates_.begin(), dates_.upper_bound(now));
    return dates_.empty() ? of_other : std::min(of_other, *dates_.begin());
  }
  void submitted(const QueuedJob& job, Seconds now) override {
    if (other_ != nullptr)
      other_->submitted(job, now);
  }
  void left(const QueuedJob& job, Seconds now) override {
    releases_.erase(job.id);
    if (other_ != nullptr)
      other_->left(job, now);
  }
  void started(const QueuedJob& job, Seconds now) override {
    if (const auto* array = array_of(job))
      ++running_[array->name];
    if (other_ != nullptr)
      other_->started(job, now);
  }
  void ended(const QueuedJob& job, Seconds start, Seconds end, bool waits_again) override {
    if (const auto* array = array_of(job); array != nullptr && --running_[array->name] == 0)
      running_.erase(array->name);
    if (other_ != nullptr)
      other_->ended(job, start, end, waits_again);
  }

private:
  /// A hold is said first, as it is priority 0 in Slurm.
  const char* why_too_early(const StartDates& dates, Seconds now) {
    if (now >= dates.earliest())
      return nullptr;
    for (const Seconds date : {dates.begin, dates.held_until})
      if (date > now && date < never)
        dates_.insert(date);
    return now < dates.held_until ? "JobHeldUser" : "BeginTime";
  }
  bool is_released(TaskId job, Seconds now) {
    const auto release = releases_.find(job);
    if (release == releases_.end())
      return true;
    if (now < release->second) {
      dates_.insert(release->second);
      return false;
    }
    releases_.erase(release);
    return true;
  }
  static const JobArray* array_of(const QueuedJob& job) {
    return job.request != nullptr && job.request->array.most_at_once > 0 ? &job.request->array : nullptr;
  }

  Limit* other_;
  std::map<SharedText, int> running_;  ///< tasks, by the name of the array
  std::map<TaskId, Seconds> releases_; ///< of jobs that were asked for at last before these dates
  std::set<Seconds> dates_;            ///< at which jobs may start that were asked for before them
};

} // namespace malha::cluster
