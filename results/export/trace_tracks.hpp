// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"
#include "trace_events.hpp"

#include <map>

namespace malha {

/// The tracks of a trace: a process for each site, with a track for each slot of each resource.
class TraceTracks {
public:
  struct Track {
    int process, track;
  };

  /// Names the processes, from `first_process` on, and their tracks.
  TraceTracks(TraceEvents& events, const std::vector<ResourceRow>& resources, int first_process);

  /// Takes a track of a resource on which nothing runs at `start` or later. Calls must be in the order of
  /// ends: then no more tracks are needed than tasks run at once. A track is added if a resource runs more
  /// tasks than it has slots.
  Track take(int resource, Seconds start, Seconds end);
  /// The process after the last one of a site.
  int next_process() const { return next_process_; }

private:
  struct Lane {
    int track;
    Seconds free_from;
  };
  struct Tracks {
    int process;
    std::string host;
    std::vector<Lane> lanes;
  };

  void add_lane(Tracks& tracks);

  TraceEvents& events_;
  std::vector<Tracks> resources_;
  int next_process_;
  int next_track_ = 1;
};

} // namespace malha
