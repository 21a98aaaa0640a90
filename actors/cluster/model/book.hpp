// SPDX-License-Identifier: MIT
#pragma once
#include "job_queue.hpp"
#include "job_table.hpp"
#include "nodes.hpp"
#include "results/files/records.hpp"
#include "running_jobs.hpp"

namespace malha::cluster {

/// The state of a batch scheduler: the jobs that wait and run, the nodes, and the changes since its policy
/// was last asked. The book has no clock: its caller gives the dates, which never decrease.
class Book {
public:
  explicit Book(Nodes nodes) : nodes_(std::move(nodes)) {}

  const LiveJob& operator[](JobHandle handle) const { return jobs_[handle]; }
  const JobQueue& queue() const { return queue_; }
  const RunningJobs& running() const { return running_; }
  const Nodes& nodes() const { return nodes_; }
  /// Whether no job waits or runs.
  bool idle() const { return queue_.empty() && running_.empty(); }
  /// Whether the task waits or runs.
  bool has(TaskId task) const;
  /// The job that runs on the node. It must leave the node before the node fails.
  std::optional<JobHandle> job_on(int node) const;
  /// Whether a part of a job runs, see `place`.
  bool has_parts() const { return parts_ > 0; }
  /// How long a job that has started runs, and when it ends.
  TaskRun task_run(const LiveJob& job) const;
  QueueView view(Seconds now, bool explain) const;
  StateRow state(Seconds now) const;

  /// Adds a task of the job to the queue, from the job's date of submission on. The task itself may have been
  /// submitted earlier, to a meta-scheduler. The policy plans with the run time `expected`; nothing: with the
  /// walltime. Throws InputError as `request_of` does.
  void admit(const Job& job, const Task& task, std::optional<Seconds> expected = {});
  /// Starts a job that waits. Throws BrokenRule if the start breaks a rule.
  const LiveJob& start(const Start& start, Seconds now);
  /// Starts a part of a job, whose rest other clusters run, on nodes that are open. The part does not wait in
  /// the queue, the policy is not asked, and its promises are void. `part` has one task, which needs as many
  /// nodes, and a walltime.
  const LiveJob& place(const Job& part, const std::vector<int>& on, Seconds now);
  /// Moves the start of a part that was placed to this date. It is expected to end its walltime later.
  const LiveJob& begin(JobHandle part, Seconds start);
  /// Plans checkpoints of a job that has just started: one after each `interval` of computing.
  void leave_checkpoints(JobHandle handle, Seconds interval, Seconds cost, Seconds restart);
  /// Sets another expected end for a job that has outlived its expected end.
  void expect_end(JobHandle handle, Seconds end);

  // A job that leaves stays readable until `clear_changes`.

  /// Ends a job that runs, or a part.
  const LiveJob& end(JobHandle handle);
  /// Removes a job that waits, for good.
  const LiveJob& drop(JobHandle handle);
  /// Removes a job that waits, because it runs elsewhere.
  const LiveJob& withdraw(JobHandle handle);

  /// Stops a job that runs, and puts it back in its place in the queue. Its last checkpoint stays.
  /// `node_lost`: it has lost a node.
  void requeue(JobHandle handle, Seconds now, bool node_lost);
  void node_down(int node);
  void node_up(int node);
  /// Sets the local users of shared machines, see SharedMachines. Returns whether they have changed; promises
  /// are void then.
  bool set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay = false);
  /// Forgets the changes. It is called when the policy has been asked.
  void clear_changes();

  /// Brings the sums over time up to this date. It is called before anything happens at the date.
  void advance(Seconds now);
  /// Sum over time of the number of jobs in the queue.
  double job_seconds_waited() const { return waited_; }
  /// Sum over time of the number of nodes that compute.
  double node_seconds_busy() const { return busy_; }

  /// Throws BrokenRule, with the verb `what`, unless a job in that state has the handle.
  void check(JobHandle handle, LiveJob::State state, const char* what) const {
    jobs_.check(handle, state, what);
  }
  /// Throws BrokenRule unless a waiting job has that fragment, and both machines exist.
  void check(const Move& move) const;

private:
  LiveJob& new_job(const Job& job, const Task& task, std::optional<Seconds> expected = {});
  void run(LiveJob& job, Seconds now);
  void stop(LiveJob& job);

  Nodes nodes_;
  JobTable jobs_;
  JobQueue queue_;
  RunningJobs running_;
  Changes changes_;
  int parts_ = 0; ///< that hold nodes
  Seconds last_ = 0;
  double waited_ = 0, busy_ = 0;
};

} // namespace malha::cluster
