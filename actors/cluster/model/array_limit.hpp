// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/limit.hpp"

#include <map>

namespace malha::cluster {

/// Holds back the tasks of a job array beyond those of which its user lets so many run at once, whatever the
/// limits of the site are. Jobs that it lets go are asked of the other limit.
class ArrayLimit : public Limit {
public:
  /// `other` may be null: the site has no limits.
  explicit ArrayLimit(Limit* other) : other_(other) {}

  const char* why_refused(const QueuedJob& job, const LimitView& view) override {
    return other_ != nullptr ? other_->why_refused(job, view) : nullptr;
  }
  const char* why_not_now(const QueuedJob& job, const LimitView& view) override {
    const auto* array = array_of(job);
    if (array != nullptr && running_[array->name] >= array->most_at_once)
      return "JobArrayTaskLimit";
    return other_ != nullptr ? other_->why_not_now(job, view) : nullptr;
  }
  Seconds next_change(Seconds now) override { return other_ != nullptr ? other_->next_change(now) : never; }
  void submitted(const QueuedJob& job, Seconds now) override {
    if (other_ != nullptr)
      other_->submitted(job, now);
  }
  void left(const QueuedJob& job, Seconds now) override {
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
  static const JobArray* array_of(const QueuedJob& job) {
    return job.request != nullptr && job.request->array.most_at_once > 0 ? &job.request->array : nullptr;
  }

  Limit* other_;
  std::map<SharedText, int> running_; ///< tasks, by the name of the array
};

} // namespace malha::cluster
