// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

#include <limits>
#include <list>

namespace malha::cluster {

/// The number under which the scheduler keeps a job from its submission to its end. It is used again for
/// later jobs.
using JobHandle = std::uint32_t;

/// A machine with several CPUs, which are nodes of the view with consecutive numbers. Under allocation=node
/// each node is a machine of one CPU.
struct Machine {
  int first; ///< number of its first CPU among the nodes of the view
  int cpus;
};

/// A group of CPUs that must lie on one machine.
struct QueuedFragment {
  static constexpr int free = -1;

  int cpus;
  int machine = free;     ///< the machine that its user names, by its place in the view
  bool exclusive = false; ///< no other fragment of its own job may lie on its machine
};

/// What a job asks for beyond its size.
struct Request {
  std::vector<QueuedFragment> fragments; ///< empty: each CPU is a fragment of its own, on any machine
  ServiceClass service = ServiceClass::common;
  Seconds deadline = never; ///< date by which the job must end; `never`: it has none
  Extensions extensions;    ///< those of the job
  Bytes memory = 0;         ///< of each of its tasks, as its application says; 0: unknown
};

/// A rigid job that waits.
struct QueuedJob {
  JobHandle handle = 0;
  TaskId id = 0; ///< in order of submission
  Seconds submitted = 0;
  Seconds walltime = never; ///< limit and estimate of its run time, above 0; `never`: it has none
  int size = 1;             ///< nodes that it needs at once
  /// Null: it asks for nothing else; readable until the policy was asked after the job ended.
  const Request* request = nullptr;
};

/// The fragments that the job asks for, in the order of its request. A job that asks only for a size has one
/// fragment of one CPU for each.
inline std::vector<QueuedFragment> fragments_of(const QueuedJob& job) {
  if (job.request != nullptr && !job.request->fragments.empty())
    return job.request->fragments;
  return std::vector<QueuedFragment>(static_cast<std::size_t>(job.size), QueuedFragment{1});
}

/// The memory of each task of the job.
inline Bytes memory_of(const QueuedJob& job) { return job.request != nullptr ? job.request->memory : 0; }

/// No ceiling.
inline constexpr Bytes unlimited = std::numeric_limits<Bytes>::infinity();

/// A task on a machine that several jobs share.
struct SharedTask {
  JobHandle job;
  Bytes memory;
};

/// A machine whose CPUs are slots for tasks of several jobs (allocation=shared), as its monitor reports it. A
/// job has at most one task there.
struct SharedMachine {
  std::string site = "";         ///< as the platform says; "" if it does not
  Bytes memory = unlimited;      ///< that tasks may use in all while no local user is active
  bool has_user = false;         ///< whether a local user is active
  Bytes user_memory = 0;         ///< that tasks must leave to the local user who is active
  std::vector<SharedTask> tasks; ///< in the order of their starts

  Bytes used() const {
    Bytes sum = 0;
    for (const auto& task : tasks)
      sum += task.memory;
    return sum;
  }
  /// The memory that is left; below 0 if a local user has come after the tasks.
  Bytes free() const { return memory - user_memory - used(); }
};

/// The nodes that a running job will give back, and when.
struct Release {
  Seconds expected_end; ///< start + walltime; a job that runs longer is expected to run as long again
  TaskId id;
  JobHandle handle;
  int size;
};

/// The changes since the policy was last asked.
struct Changes {
  std::vector<QueuedJob> arrived; ///< submitted, or back in the queue; by id
  /// Jobs that ended or were stopped; early ones have an expected end later than now.
  std::vector<Release> ended;
  /// Nodes failed or recovered, or a job outlived its walltime, or the scheduler has put a job on nodes, or
  /// taken one from the queue, without asking. Promises need not be kept then.
  bool promises_void = false;
  /// Jobs that were taken from the queue to run elsewhere. The policy has seen them wait.
  std::vector<JobHandle> withdrawn = {};
};

struct QueueView {
  Seconds now;
  int nodes;            ///< number of nodes that are up
  const IndexSet& free; ///< nodes
  const IndexSet& down; ///< nodes
  const std::vector<Machine>& machines;
  const std::list<QueuedJob>& queue;   ///< by (submission, id)
  const std::vector<Release>& running; ///< by (expected end, id)
  const Changes& changes;
  bool explain; ///< whether reasons are wanted
  /// Under allocation=shared, by machine: what its tasks use. Null otherwise: no two jobs share a machine.
  const std::vector<SharedMachine>* shared = nullptr;
};

/// The reason why a job starts or waits, for the decision log.
struct Reason {
  JobHandle job;
  const char* code;     ///< one of the codes in docs/files.md, decisions.csv
  Seconds date = never; ///< the promised start, if the job has a reservation
};

struct Start {
  JobHandle job;
  IndexSet nodes = {}; ///< as many as the job's size, all of them free; empty: the lowest free ones
  /// The machine of each fragment of the job's request, in their order. It gets the lowest free CPUs there.
  /// Machines stand instead of nodes. A job with fragments needs machines. In a job without fragments each
  /// CPU counts as a fragment.
  std::vector<int> machines = {};
};

/// A fragment whose reservation moves to another machine. Its dates stay.
struct Move {
  JobHandle job;
  int fragment;
  int from, to; ///< machines
};

/// Ends a running job: for good, or to be queued again in its place.
struct Stop {
  JobHandle job;
  bool requeue;
};

struct Decision {
  std::vector<Stop> stop;      ///< they are stopped before any job starts
  std::vector<JobHandle> drop; ///< jobs that will never run; they are rejected
  std::vector<Start> start;
  std::vector<Move> moved;            ///< moves since the policy was last asked, for the records
  std::vector<JobHandle> deallocated; ///< queued jobs that have lost a reservation, for the records
  std::vector<Reason> reasons;        ///< empty unless asked to explain
  Seconds wake = never;               ///< the date at which to ask again if nothing happens before
};

/// Which queued jobs start, and which running jobs are stopped? The scheduler asks once at each date at which
/// something happens, when all of it is in the book.
class Queue : public Policy {
public:
  static constexpr const char* question = "cluster/queue";
  virtual Decision decide(const QueueView& view) = 0;
  /// Whether each task of every job gets a machine of its own. On shared machines that is required.
  virtual bool places_tasks() const { return false; }
  /// Whether decisions depend on the dates at which running jobs are expected to end. If they do not, the
  /// policy is not asked when a job outlives that date.
  virtual bool plans_ahead() const { return true; }
};

} // namespace malha::cluster
