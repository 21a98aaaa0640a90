// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/index_set.hpp"
#include "../sdk/job.hpp"
#include "../sdk/plugin.hpp"

#include <list>

namespace malha::cluster {

/// Where the scheduler keeps a job from its submission to its end; the number is used again afterwards.
using JobHandle = std::uint32_t;

/// A multicore machine: its CPUs are nodes of the view, numbered in a row. Under allocation=node each node is
/// a machine of one.
struct Machine {
  int first; ///< node
  int cpus;
};

/// A group of CPUs that must lie on one machine.
struct QueuedFragment {
  static constexpr int free = -1;

  int cpus;
  int machine = free;     ///< the one its user names, by its place in the view
  bool exclusive = false; ///< no other fragment of its own job may lie on its machine
};

/// What a job asks for beyond its size.
struct Request {
  std::vector<QueuedFragment> fragments; ///< empty: CPUs anywhere, each a fragment of its own
  ServiceClass service = ServiceClass::common;
  Seconds deadline = never; ///< of its end
  Extensions extensions;    ///< those of the job
};

/// A rigid job that waits.
struct QueuedJob {
  JobHandle handle = 0;
  TaskId id = 0; ///< in order of submission
  Seconds submitted = 0;
  Seconds walltime = never;         ///< limit and estimate of its run time, above 0; `never` when it has none
  int size = 1;                     ///< nodes it needs at once
  const Request* request = nullptr; ///< null: nothing; stays until the policy has been told that it ended
};

/// What it asks for, in the order of its request; of a job that asks only for a size, one CPU each.
inline std::vector<QueuedFragment> fragments_of(const QueuedJob& job) {
  if (job.request != nullptr && !job.request->fragments.empty())
    return job.request->fragments;
  return std::vector<QueuedFragment>(static_cast<std::size_t>(job.size), QueuedFragment{1});
}

/// A job that runs, as the nodes it will give back.
struct Release {
  Seconds expected_end; ///< start + walltime. A job that outlives it is expected to run as long again.
  TaskId id;
  JobHandle handle;
  int size;
};

/// What happened since the policy was last asked.
struct Changes {
  std::vector<QueuedJob> arrived; ///< submitted, or back in the queue; by id
  std::vector<Release> ended;     ///< ended or were stopped; early when their expected end is later than now
  bool promises_void =
      false; ///< nodes went or came back, or a job outlived its walltime: no promise need hold
};

struct QueueView {
  Seconds now;
  int nodes;            ///< that are up
  const IndexSet& free; ///< nodes
  const IndexSet& down; ///< nodes
  const std::vector<Machine>& machines;
  const std::list<QueuedJob>& queue;   ///< by (submission, id)
  const std::vector<Release>& running; ///< by (expected end, id)
  const Changes& changes;
  bool explain; ///< whether reasons are wanted
};

/// A reason code, for the decision log: why a job starts, or waits.
struct Reason {
  JobHandle job;
  const char* code;     ///< of docs/files.md, decisions.csv
  Seconds date = never; ///< promised start, of a reservation
};

struct Start {
  JobHandle job;
  IndexSet nodes = {}; ///< as many as its size, all free; empty: the lowest that are free
  /// Instead of nodes: where each fragment of its request runs, in their order, on the lowest free CPUs
  /// there. A job with fragments needs it; of one without, each CPU is a fragment.
  std::vector<int> machines = {};
};

/// A fragment whose reservation goes to another machine, at the same dates.
struct Move {
  JobHandle job;
  int fragment;
  int from, to; ///< machines
};

/// Ends a running job, for good or to have it queued again in its place.
struct Stop {
  JobHandle job;
  bool requeue;
};

struct Decision {
  std::vector<Stop> stop;      ///< before any start
  std::vector<JobHandle> drop; ///< queued jobs that will never run: they are rejected
  std::vector<Start> start;
  std::vector<Move> moved;            ///< since it was last asked, for the records
  std::vector<JobHandle> deallocated; ///< queued jobs that have lost a reservation, for the records
  std::vector<Reason> reasons;        ///< empty unless asked to explain
  Seconds wake = never;               ///< ask again then, if nothing happens before
};

/// Which queued jobs start, which running ones are stopped? Asked at each date at which anything happened,
/// once, after all of it is in the book.
class Queue : public Policy {
public:
  static constexpr const char* question = "cluster/queue";
  virtual Decision decide(const QueueView& view) = 0;
};

} // namespace malha::cluster
