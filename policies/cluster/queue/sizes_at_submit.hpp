// SPDX-License-Identifier: MIT
#pragma once
#include "profile.hpp"
#include "sizing.hpp"

#include <map>

namespace malha::cluster {

/// Sizes that are chosen when jobs come (after Cirne and Berman 2002): a job gets the size with which it ends
/// first if all jobs before it in the queue start as early as they can, in order; ties the fewest nodes. It
/// looks at all of these jobs for each that comes.
class SizesAtSubmit {
public:
  /// Chooses for jobs that have come. `sizes_within(job)`: its sizes.
  template <class Sizes>
  void choose(const QueueView& view, Sizes sizes_within) {
    for (const auto& job : view.changes.arrived) // they may have the handles of others, or be back
      chosen_.erase(job.handle);
    auto more = view.changes.arrived.size();
    Profile plan;
    if (more > 0)
      plan.reset(view.now, view.free.size(), view.running);
    for (auto job = view.queue.begin(); more > 0 && job != view.queue.end(); ++job) {
      if (chosen_.count(job->handle) == 0) {
        chosen_[job->handle] = best_size(*job, sizes_within(*job), plan);
        --more;
      }
      const int size = chosen_[job->handle];
      const Seconds time = seconds_on(*job, size), date = plan.earliest(size, time);
      if (date < never)
        plan.add(date, date + time, -size);
    }
  }

  /// Of a job that waits.
  int of(const QueuedJob& job) const { return chosen_.at(job.handle); }

private:
  static int best_size(const QueuedJob& job, const SizeBounds& sizes, const Profile& plan) {
    int best = sizes.min;
    Seconds best_end = never;
    for (int size = sizes.min; size <= sizes.max; ++size) {
      const Seconds time = seconds_on(job, size), end = plan.earliest(size, time) + time;
      if (end < best_end) {
        best = size;
        best_end = end;
      }
    }
    return best;
  }

  std::map<JobHandle, int> chosen_;
};

} // namespace malha::cluster
