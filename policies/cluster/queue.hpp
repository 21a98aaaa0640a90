// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/job.hpp"
#include "policies/sdk/malleable.hpp"
#include "policies/sdk/plugin.hpp"
#include "policies/sdk/step_series.hpp"

#include <limits>
#include <list>
#include <tuple>

namespace malha::cluster {

struct SiteRules;

/// The number under which the scheduler keeps a job from its submission to its end. Later jobs use it again.
using JobHandle = std::uint32_t;

/// A machine, whose CPUs are nodes of the view with consecutive numbers. Under allocation=node each node is a
/// machine of one CPU.
struct Machine {
  int first; ///< number of the node that is its first CPU
  int cpus;
};

/// A group of CPUs that must lie on one machine.
struct QueuedFragment {
  static constexpr int free = -1; ///< its user names no machine

  int cpus;
  int machine = free;     ///< index in QueueView::machines of the machine that its user names, or `free`
  bool exclusive = false; ///< no other fragment of its own job may lie on its machine
};

/// What a job asks for beyond its size.
struct Request {
  std::vector<QueuedFragment> fragments; ///< empty: each CPU is a fragment of its own, on any machine
  ServiceClass service = ServiceClass::common;
  Seconds deadline = never;         ///< date by which the job must end; `never`: it has none
  Extensions extensions;            ///< those of the job
  Bytes memory = 0;                 ///< of each of its parallel tasks, as its application says; 0: unknown
  const Demands* demands = nullptr; ///< what it takes beside CPUs; null: nothing
  /// What each of its fragments takes of its machine, by QueueView::resources; empty: nothing.
  std::vector<int> takes = {};
  /// Nodes on which it may run: those of its partition that have what it asks for. Null: all.
  const IndexSet* allowed = nullptr;
  int window = none; ///< index in QueueView::windows of the one for which it was submitted, or `none`

  JobArray array = {};   ///< of which it is a task
  StartDates dates = {}; ///< jobs that may not start yet are not in the queue
  std::int32_t nice = 0; ///< by which its priority is less

  static constexpr int none = -1;
};

/// A job that waits, or one task of a bag: a scheduler treats each task as a job.
struct QueuedJob {
  JobHandle handle = 0;
  TaskId id = 0; ///< of its task; grows in the order of submission
  Seconds submitted = 0;
  /// Estimate of its run time, above 0; `never`: it has none. It is the limit of its user, unless the
  /// scheduler has a `Prediction`: then the job may run longer.
  Seconds walltime = never;
  int size = 1; ///< nodes that it needs at once
  /// What it asks for beyond its size; null: nothing. A policy may read it until its first answer after the
  /// end of the job.
  const Request* request = nullptr;
  /// Who submitted it, and to where; null: nobody knows. It may be read as long as the request.
  const Credentials* credentials = nullptr;
  /// The larger it is, the earlier the job stands in the queue: what the scheduler's `Priority` said last.
  double priority = 0;
  /// Since when it could have started, as far as its user goes: its age grows from then on. It is later than
  /// the submission of a job that was held or that is back in the queue; earlier dates have no meaning.
  Seconds eligible = 0;
  /// The sizes of a job that need not be rigid: then `size` is the preferred one, and the walltime is that on
  /// so many nodes. Null: it is rigid. It may be read as long as the request.
  const JobSizes* sizes = nullptr;
};

/// How long the job is expected to run on that many nodes, one of its sizes. On `size` nodes it is its
/// walltime.
inline Seconds seconds_on(const QueuedJob& job, int nodes) {
  return job.sizes == nullptr ? job.walltime : job.walltime * job.sizes->stretch(nodes);
}

/// The date from which on the age of a job counts.
inline Seconds eligible_since(const QueuedJob& job) {
  return job.eligible > job.submitted ? job.eligible : job.submitted;
}

/// The order of the queue: larger priority first, then by submission, then by id.
inline bool comes_before(const QueuedJob& a, const QueuedJob& b) {
  return std::tuple(-a.priority, a.submitted, a.id) < std::tuple(-b.priority, b.submitted, b.id);
}

/// Who submitted the job, and to where. All is "" if nobody knows.
inline const Credentials& credentials_of(const QueuedJob& job) {
  static const Credentials nobody;
  return job.credentials != nullptr ? *job.credentials : nobody;
}

/// The fragments that the job asks for, in the order of its request. A job that asks for none has a fragment
/// of one CPU for each node of its size.
inline std::vector<QueuedFragment> fragments_of(const QueuedJob& job) {
  if (job.request != nullptr && !job.request->fragments.empty())
    return job.request->fragments;
  return std::vector<QueuedFragment>(static_cast<std::size_t>(job.size), QueuedFragment{1});
}

/// The memory of each parallel task of the job; 0: unknown.
inline Bytes memory_of(const QueuedJob& job) { return job.request != nullptr ? job.request->memory : 0; }

/// Memory without a ceiling.
inline constexpr Bytes unlimited = std::numeric_limits<Bytes>::infinity();

/// A parallel task on a machine that several jobs share: the part of a rigid job that runs on one of its
/// `size` nodes.
struct SharedTask {
  JobHandle job;
  Bytes memory;
};

/// A machine whose nodes are slots for parallel tasks of several jobs (allocation=shared), as its monitor
/// reports it. A job has at most one task there.
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
  /// The memory that is left. It may be below 0 if a local user has come after the tasks.
  Bytes free() const { return memory - user_memory - used(); }
};

/// What a running job that is not rigid does, and what has been decided about its size.
struct Resizing {
  const JobSizes* sizes = nullptr;
  int nodes = 0;          ///< that it has
  int target = 0;         ///< that it is to have from its next point on; `nodes`: no change has been decided
  IndexSet reserved = {}; ///< nodes that it gets then; they do nothing until then, and nobody else gets them
  double left = 1;        ///< share of its work that was not done at the date `computes`
  Seconds computes = 0;   ///< from that date on it computes on its nodes
  Seconds whole = 0;      ///< run time of all of its work on its nodes
  Seconds next_point = never; ///< the next date at which its size may change; `never`: there is none
  bool at_point = false;      ///< its size may change now
  int wanted = 0;             ///< nodes for which it asks now, other than those it has; 0: it does not ask

  /// The share of its work that is not done by then, if its size does not change before.
  double left_at(Seconds date) const { return date > computes ? left - (date - computes) / whole : left; }
};

/// The nodes that a running job will give back, and when.
struct Release {
  /// start + walltime; of a job whose nodes change, by what is left of its walltime. A job that runs longer
  /// is expected to run as long again, or as its `Prediction` says.
  Seconds expected_end;
  TaskId id;
  JobHandle handle;
  int size; ///< with nodes that are reserved for it
  /// The nodes that it has; null in a decision that is being made. They may be read as long as the request of
  /// the job.
  const IndexSet* nodes = nullptr;
  const Resizing* resizing = nullptr; ///< null: the job is rigid
};

/// What has changed since the policy was last asked.
struct Changes {
  std::vector<QueuedJob> arrived; ///< submitted, or back in the queue; in the order of the queue
  /// Jobs that ended or were stopped; early ones have an expected end later than now.
  std::vector<Release> ended;
  /// Promises need not be kept: nodes failed or recovered, running jobs got other nodes or reserve some,
  /// local users came or left, a job outlived its expected end, priorities have reordered the queue, or the
  /// scheduler has placed or withdrawn a job without asking the policy.
  bool promises_void = false;
  /// Jobs that were taken from the queue to run elsewhere. The policy has seen them wait.
  std::vector<JobHandle> withdrawn = {};
  /// Jobs that wait have other priorities or walltimes than before. Their order may be the same.
  bool new_priorities = false;
  /// Jobs that waited before have changed their places, or one has come before them. Promises are void then.
  bool reordered = false;
};

/// Nodes that are set apart for a time: an advance reservation, or maintenance. A job that was submitted for
/// the window runs wholly within it. Other jobs must leave its nodes before it begins.
struct Window {
  std::string name;
  Seconds from, until;
  IndexSet nodes;
  bool is_maintenance = false;
};

/// The power of all machines of a cluster.
struct PowerView {
  Watts now = 0;     ///< before the decision
  Joules energy = 0; ///< since the start of the run, up to now
  /// If nothing computed and nothing were switched but what is being switched, at most. A machine that may
  /// sleep counts for what switching it off takes, where that is more, so that a policy of sleep may do it at
  /// any time. A machine that has failed counts as one that is on.
  Watts idle = 0;
  /// By node: what it draws more than that, at most, while a job has it. Of a machine that sleeps that is
  /// what it does when it boots, or computes.
  std::vector<Watts> extra;
  std::vector<Watts> kept;        ///< by node: what stays of that when the job has ended; 0 of one that is on
  std::vector<Seconds> boot_time; ///< by node: how much longer a job has it, since it sleeps or boots; else 0
  IndexSet asleep, booting;       ///< nodes of machines that sleep, and of those that boot
  const StepSeries* cap = nullptr; ///< what they may draw, over time; null: there is no cap
};

/// What a queue policy may read.
struct QueueView {
  Seconds now;
  int nodes;            ///< number of nodes that are up
  const IndexSet& free; ///< nodes that are up and have no job
  const IndexSet& down; ///< nodes that are down
  const std::vector<Machine>& machines;
  const std::list<QueuedJob>& queue;   ///< in the order of `comes_before`
  const std::vector<Release>& running; ///< by (expected end, id)
  const Changes& changes;
  bool explain; ///< whether reasons are wanted
  /// Under allocation=shared, by machine: what its tasks use. Null otherwise: no two jobs share a machine.
  const std::vector<SharedMachine>* shared = nullptr;
  /// All windows, by (begin, name), those that have ended, too. Null: none. There is a decision when one
  /// begins or ends.
  const std::vector<Window>* windows = nullptr;
  const SiteRules* site = nullptr; ///< null: the site says nothing
  /// What machines have beside CPUs: "memory" in MiB, and devices such as "gpu". Null: nothing.
  const std::vector<std::string>* resources = nullptr;
  /// What of that each machine has, and what no job takes now. Null: jobs share no machine, so that
  /// `Request::allowed` says all.
  const std::vector<std::vector<int>>*stock = nullptr, *free_stock = nullptr;
  /// Of each node: nodes of less weight are to be taken first. Null: all have the same.
  const std::vector<std::int64_t>* weights = nullptr;
  const PowerView* power = nullptr; ///< null: power is not modelled
};

/// The reason why a job starts or waits, for the decision log.
struct Reason {
  JobHandle job;
  const char* code;     ///< a code of docs/batch.md, or one of the policy's own
  Seconds date = never; ///< the promised start, if the job has a reservation
};

/// Starts a queued job: on the lowest free nodes, on these nodes, or on these machines.
struct Start {
  JobHandle job;
  IndexSet nodes = {}; ///< as many as the job's size, all of them free; empty: the lowest free ones
  /// A machine for each of `fragments_of` the job, in their order; `nodes` is ignored then. A fragment gets
  /// the lowest free CPUs of its machine. Empty: allowed unless the request has fragments or machines are
  /// shared.
  std::vector<int> machines = {};
  /// So many of the lowest free nodes, if `nodes` is empty; 0: as many as the job's size. Other sizes than
  /// that need a job that is not rigid, and a policy that resizes.
  int size = 0;
};

/// Gives a running job another number of nodes: now if it is at a point, or from its next point on. If it has
/// no more points, nothing happens. Nodes that it is to get are reserved from now on; those that it is to
/// lose stay with it until the point. It takes the place of an earlier decision about that job.
struct Resize {
  JobHandle job;
  int size; ///< from the job's `min` to `max`; what it has: an earlier decision is cancelled
  /// The nodes that it gets, all of them free, or those that it loses. Empty: it gets the lowest free ones,
  /// or loses its highest.
  IndexSet nodes = {};
};

/// Moves the reservation of a fragment to another machine, at the same dates.
struct Move {
  JobHandle job;
  int fragment; ///< index in `fragments_of` the job
  int from, to; ///< machines
};

/// Stops a running job.
struct Stop {
  JobHandle job;
  bool requeue; ///< the job returns to its place in the queue; otherwise it has ended
};

/// The answer of a queue policy.
struct Decision {
  std::vector<Stop> stop;      ///< carried out before any job starts
  std::vector<JobHandle> drop; ///< queued jobs that will never run; they are rejected
  std::vector<Start> start;
  std::vector<Move> moved;            ///< moves since the policy was last asked, for the records
  std::vector<JobHandle> deallocated; ///< queued jobs that have lost a reservation, for the records
  std::vector<Reason> reasons;        ///< empty unless asked to explain
  Seconds wake = never;               ///< the date at which to ask again if nothing happens before
  /// Of jobs whose scheduler may choose their size, or that ask; each at most once. Jobs that shrink now do
  /// so before others start, and jobs grow after that. An ask that is not in here is declined.
  std::vector<Resize> resize = {};
};

/// Which queued jobs start, and which running jobs are stopped? The scheduler asks once at each date at which
/// something happens, after all events of that date.
class Queue : public Policy {
public:
  static constexpr const char* question = "cluster/queue";
  virtual Decision decide(const QueueView& view) = 0;
  /// Whether each parallel task of a job gets a machine of its own. Shared machines require it.
  virtual bool places_tasks() const { return false; }
  /// Whether decisions depend on the expected ends of running jobs. If not, the policy is not asked when a
  /// job outlives its expected end.
  virtual bool plans_ahead() const { return true; }
  /// Whether the order of the queue matters to it. If not, no priorities can be given to its scheduler,
  /// because they would have no effect.
  virtual bool heeds_order_of_queue() const { return true; }
  /// Whether walltimes that are predictions do what they are for. If not, because they would have no effect,
  /// or because it promises ends, its scheduler takes none.
  virtual bool takes_predictions() const { return true; }
  /// Whether it keeps each job to the nodes on which it may run (`Request::allowed`), and out of the windows
  /// of others. If not, its scheduler takes no partitions of a part of its nodes, and no windows.
  virtual bool heeds_nodes() const { return false; }
  /// Whether it also keeps what jobs take of a machine that they share (`Request::takes`) to what that has.
  virtual bool heeds_stock() const { return false; }
  /// Whether it gives jobs nodes of little weight first (`QueueView::weights`).
  virtual bool heeds_weights() const { return false; }
  /// Whether it keeps the power of the machines below the cap (`PowerView::cap`). If not, its scheduler takes
  /// no cap, but for one that only counts.
  virtual bool heeds_cap() const { return false; }
  /// Whether it gives jobs other numbers of nodes than they prefer, when they start or while they run. If
  /// not, it is not asked at points, and all jobs run as if they were rigid.
  virtual bool resizes() const { return false; }
  /// Whether it needs the power of the machines (`QueueView::power`). Its scheduler refuses it where that is
  /// not known.
  virtual bool needs_power() const { return false; }
};

} // namespace malha::cluster
