// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/index_set.hpp"
#include "../sdk/job.hpp"
#include "../sdk/plugin.hpp"

#include <limits>
#include <list>

namespace malha::cluster {

/// Where the scheduler keeps a job from its submission to its end; the number is used again afterwards.
using Slot = std::uint32_t;

inline constexpr Seconds never = std::numeric_limits<Seconds>::infinity();

/// A rigid job that waits.
struct QueuedJob {
  Slot slot = 0;
  TaskId id = 0; ///< in order of submission
  Seconds submitted = 0;
  Seconds walltime = never; ///< limit and estimate of its run time, above 0; `never` when it has none
  int size = 1;             ///< nodes it needs at once
};

/// A job that runs, as the nodes it will give back.
struct Release {
  Seconds expected_end; ///< start + walltime. A job that outlives it is expected to run as long again.
  TaskId id;
  Slot slot;
  int size;
};

/// What happened since the policy was last asked.
struct Changes {
  std::vector<QueuedJob> arrived; ///< submitted, or back in the queue; by id
  std::vector<Release> ended;     ///< ended or were stopped; early when their expected end is later than now
  bool lost = false; ///< nodes went or came back, or a job outlived its walltime: no promise need hold
};

struct QueueView {
  Seconds now;
  int nodes;                           ///< that are up
  const IndexSet& free;                ///< nodes
  const std::list<QueuedJob>& queue;   ///< by (submission, id)
  const std::vector<Release>& running; ///< by (expected end, id)
  const Changes& changes;
  bool explain; ///< whether reasons are wanted
};

/// A reason code, for the decision log: why a job starts, or waits.
struct Reason {
  Slot job;
  const char* code;     ///< of docs/files.md, decisions.csv
  Seconds date = never; ///< promised start, of a reservation
};

struct Start {
  Slot job;
  IndexSet nodes = {}; ///< as many as its size, all free; empty: the lowest that are free
};

/// Ends a running job, for good or to have it queued again in its place.
struct Stop {
  Slot job;
  bool requeue;
};

struct Decision {
  std::vector<Stop> stop; ///< before any start
  std::vector<Start> start;
  std::vector<Reason> reasons; ///< empty unless asked to explain
  Seconds wake = never;        ///< ask again then, whatever happens
};

/// Which queued jobs start, which running ones are stopped? Asked at each date at which anything happened,
/// once, after all of it is in the book.
class Queue : public Policy {
public:
  static constexpr const char* question = "cluster/queue";
  virtual Decision decide(const QueueView& view) = 0;
};

} // namespace malha::cluster
