// SPDX-License-Identifier: MIT
#pragma once
#include "ordered_queue.hpp"
#include "sizing.hpp"

#include <utility>

namespace malha::cluster {

/// What jobs may use that start before the first that waits, so that they do not put off its start: until the
/// date at which enough running jobs will have ended by their walltimes, and beyond it the nodes that it
/// leaves (EASY backfilling).
class SizedGap {
public:
  /// Before a job that needs `size` nodes, of which `room` are free.
  SizedGap(int size, int room, const QueueView& view, const Sizing& sizing) {
    std::vector<std::pair<Seconds, int>> ends; // of jobs, and how many nodes they give back
    for (const auto& release : view.running)
      if (release.resizing == nullptr)
        ends.emplace_back(release.expected_end, release.size);
      else if (const auto* job = sizing.running_job(release.id); job != nullptr)
        ends.emplace_back(release.expected_end, std::max(job->nodes, job->target));
    for (const auto& job : sizing.started())
      ends.emplace_back(view.now + seconds_on(*job.starts, job.nodes), job.nodes);
    std::sort(ends.begin(), ends.end());
    for (const auto& [end, nodes] : ends) {
      if (room >= size && end > until_)
        break;
      room += nodes;
      until_ = end;
    }
    extra_ = room >= size ? room - size : room;
    until_ = room >= size ? until_ : never;
  }

  /// The same gap as `OrderedQueue::find` takes it, while `free` nodes are free: no job outside of it can
  /// start.
  OrderedQueue::Gap around(int free, Seconds now) const {
    return {now, free, std::min(free, extra_), until_};
  }
  /// So many of at most `most` nodes can the job get now.
  int fitting(const QueuedJob& job, int most, Seconds now) const {
    return most > 0 && now + seconds_on(job, most) <= until_ && job.walltime < never ? most
                                                                                     : std::min(most, extra_);
  }
  /// The job starts on so many nodes. Returns why.
  const char* fill(const QueuedJob& job, int nodes, Seconds now) {
    if (now + seconds_on(job, nodes) <= until_)
      return "ends_by_shadow_time";
    extra_ -= nodes;
    return "fits_in_extra_nodes";
  }

private:
  Seconds until_ = 0;
  int extra_;
};

} // namespace malha::cluster
