// SPDX-License-Identifier: MIT
#pragma once
#include "job_queue.hpp"
#include "job_table.hpp"
#include "nodes.hpp"
#include "results/files/records.hpp"
#include "running_jobs.hpp"

#include <functional>

namespace malha::cluster {

/// Numbers of nodes of machines that sleep, or that are switched.
struct SleepingNodes {
  int asleep = 0, going = 0;
  int booting = 0, booting_held = 0; ///< all, and those of them that jobs hold
};

/// The state of a batch scheduler: the jobs that wait and run, the nodes, and the changes since its policy
/// was last asked. The book has no clock: its caller gives the dates, which never decrease.
class Book {
public:
  explicit Book(Nodes nodes) : nodes_(std::move(nodes)) {}

  const LiveJob& operator[](JobHandle handle) const { return jobs_[handle]; }
  const JobQueue& queue() const { return queue_; }
  /// The jobs that wait and that a limit holds back. They are not in the queue.
  const JobQueue& held_back() const { return held_back_; }
  /// The number of jobs that wait.
  std::size_t waiting() const { return queue_.size() + held_back_.size(); }
  const Changes& changes() const { return changes_; }
  const RunningJobs& running() const { return running_; }
  const Nodes& nodes() const { return nodes_; }
  /// Whether no job waits or runs.
  bool idle() const { return waiting() == 0 && running_.empty(); }
  /// Whether the task, or a part of it, waits or runs.
  bool has(TaskId task) const;
  /// The job that runs on the node.
  std::optional<JobHandle> job_on(int node) const;
  /// Whether any part of a co-allocated job holds nodes, see `place`.
  bool has_parts() const { return parts_ > 0; }
  /// How long a job that has started runs, and when it ends.
  TaskRun task_run(const LiveJob& job) const;
  QueueView view(Seconds now, bool explain) const;
  StateRow state(Seconds now) const;
  /// From now on jobs may run at pstates, where a node computes so much longer as this function returns.
  void stretch_by(std::function<double(int node, int pstate)> stretch_of) {
    stretch_of_ = std::move(stretch_of);
  }
  /// How much longer a node computes for the job than at the pstate of the platform.
  double stretch(const LiveJob& job, int node) const {
    return job.pstate == LiveJob::usual_pstate ? 1 : stretch_of_(node, job.pstate);
  }
  /// From now on the state counts the nodes that this function returns as asleep, or as being switched.
  void count_sleeping(std::function<SleepingNodes()> counts) { sleeping_ = std::move(counts); }

  /// From now on jobs stand in the queue by the priorities that this function returns, the largest first. It
  /// is called when a job enters the queue.
  void rank_by(std::function<double(const QueuedJob&)> priority_of) { priority_of_ = std::move(priority_of); }
  /// From now on jobs are planned to run for as long as this function returns, which is above 0. It is called
  /// when a job enters the queue, before its priority is asked for.
  void predict_by(std::function<Seconds(const LiveJob&)> prediction_of) {
    prediction_of_ = std::move(prediction_of);
  }
  /// Calls that function again for each job that waits. Returns whether a prediction has changed; promises
  /// are void then.
  bool predict_again();
  /// Asks again for the priority of each job that waits, and sorts the queue.
  void reorder();
  /// Whether priorities have changed the order of the queue since the policy was last asked.
  bool is_reordered() const { return changes_.reordered; }
  /// Where there are priorities, promises that are void for whatever reason are made again in the order of
  /// the queue.
  void let_promises_follow_order();

  /// From now on jobs run on suitable nodes alone. `share_machines`: several jobs may take of the stock of a
  /// machine.
  void keep_to(SuitableNodes suitable, bool share_machines);
  /// Shows these weights of nodes to the policy, by node.
  void set_weights(std::vector<std::int64_t> weights) { weights_ = std::move(weights); }
  /// Sets these windows, by (begin, name). It is called before the first job.
  void set_windows(std::vector<Window> windows) { windows_ = std::move(windows); }
  const std::vector<Window>& windows() const { return windows_; }
  /// Shows this power to the policy.
  void show(const PowerView& power) { power_ = &power; }
  /// Shows these rules to the policy.
  void show(const SiteRules& site) { site_ = &site; }
  const SiteRules* site() const { return site_; }
  /// From now on jobs that are not rigid may have other numbers of nodes than they prefer. `extends`: they
  /// run on at their limits. `limits_follow_sizes`: a limit is one of a time on the preferred nodes; on
  /// others the job may run as much longer as it is slower there. Otherwise limits are those of the clock.
  void choose_sizes(bool extends, bool limits_follow_sizes) {
    chooses_sizes_ = true;
    extends_ = extends;
    limits_follow_sizes_ = limits_follow_sizes;
  }
  /// Whether the cluster has what the job takes, on as many nodes as it needs.
  bool could_suit(const Job& job, const Task& task);

  /// Adds a task of the job to the queue, as a job of its own. It waits from the job's date of submission on.
  /// The date of the task may be earlier: that of its submission to a meta-scheduler. `expected` replaces the
  /// walltime. Throws InputError as `request_of` does.
  const LiveJob& admit(const Job& job, const Task& task, std::optional<Seconds> expected = {});
  /// Starts a job that waits. Throws BrokenRule if the start breaks a rule.
  const LiveJob& start(const Start& start, Seconds now);
  /// Gives a part of a co-allocated job its nodes: one of each in `on`, which are open, see Nodes::open. The
  /// part does not wait in the queue, and the policy is not asked. Its promises are void. `part` has a
  /// walltime and one task, of the size of `on`.
  const LiveJob& place(const Job& part, const std::vector<int>& on, Seconds now);
  /// Gives a job that runs already its nodes, which are free. It has run since `started`. The policy has not
  /// seen it wait; it sees it among the running jobs. `job` has one task.
  const LiveJob& resume(const Job& job, const IndexSet& nodes, Seconds started);
  /// Moves the start of a job that has its nodes to this date, and its expected end to start + walltime.
  const LiveJob& begin(JobHandle handle, Seconds start);
  /// Plans the restart and the checkpoints of a job that has just started: a checkpoint after each `interval`
  /// of computing. `cost` is the time of a checkpoint.
  void leave_checkpoints(JobHandle handle, Seconds interval, Seconds cost, Seconds restart);
  /// Lets a job that has just got its nodes run at a pstate. Its limit and the run that is expected are
  /// stretched. Returns whether it is expected to end at another date; promises are void then.
  bool run_at(JobHandle handle, int pstate, double limit_stretch);
  /// Sets another expected end for a job that has outlived its expected end.
  void expect_end(JobHandle handle, Seconds end);

  // The following functions are about running jobs with `LiveJob::sized`.

  /// When the job ends if its nodes do not change, and how long that takes from the begin of its leg on.
  TaskRun leg_run(const LiveJob& job) const;
  /// How long its leg may take until its limit, and when that is.
  Seconds limit_of_leg(const LiveJob& job) const;
  Seconds limit_date(const LiveJob& job) const { return job.sized->now.computes + limit_of_leg(job); }
  /// Notes that the job is at its next point.
  const LiveJob& reach_point(JobHandle handle);
  /// Lets a job go on whose nodes have not changed at its point. Returns whether it was at one; jobs whose
  /// nodes may change at any date never are.
  bool leave_point(JobHandle handle);
  /// Forgets what was decided about its nodes for its next point.
  void cancel_resize(JobHandle handle);
  /// It is to lose these nodes at its next point.
  void plan_shrink(JobHandle handle, IndexSet leaving);
  /// It is to have these free nodes, too, from its next point on.
  void reserve(JobHandle handle, IndexSet more);
  /// Gives the job these nodes instead of those that it has. Nodes that it does not have are free, or
  /// reserved for it. It computes nothing during the pause.
  const LiveJob& resize(JobHandle handle, IndexSet nodes, Seconds pause);

  /// Adds to the metadata of a job that it is released at that date.
  void note_release(JobHandle handle, Seconds date);

  /// Takes a job from the queue without an end to its waiting. Returns whether promises are void, since the
  /// policy has seen it wait.
  bool hold_back(JobHandle handle);
  /// Puts a job that was held back into its place in the queue.
  void let_go_on(JobHandle handle);

  // A job that leaves stays readable until `clear_changes`.

  /// Ends a job that runs, or a part.
  const LiveJob& end(JobHandle handle);
  /// Removes a job that waits, for good.
  const LiveJob& drop(JobHandle handle);
  /// Removes a job that has just been admitted. The policy never sees it.
  const LiveJob& take_back(JobHandle handle);
  /// Removes a job that waits, because it runs elsewhere.
  const LiveJob& withdraw(JobHandle handle);

  /// Stops a job that runs, and puts it back in its place in the queue. Its last checkpoint is kept.
  /// `node_lost`: it was stopped because it has lost a node.
  void requeue(JobHandle handle, Seconds now, bool node_lost);
  /// Marks a node as down. A job that runs there must be stopped before.
  void node_down(int node);
  void node_up(int node);
  /// Sets the local users of shared machines, see SharedMachines. Returns whether they have changed; promises
  /// are void then.
  bool set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay = false);
  /// Lets the changes say that a job is back in the queue that the policy has started, and that waits.
  void take_back_start(JobHandle handle);
  /// Lets the changes say that promises need not be kept.
  void make_promises_void() { changes_.promises_void = true; }
  /// Forgets the changes. It is called when the policy has been asked.
  void clear_changes();

  /// Brings the sums over time up to this date. It is called before anything happens at the date.
  void advance(Seconds now);
  /// Sum over time of the number of jobs in the queue.
  double job_seconds_waited() const { return job_seconds_waited_; }
  /// Sum over time of the number of nodes that jobs hold.
  double node_seconds_busy() const { return node_seconds_busy_; }

  /// Throws BrokenRule unless a job in that state has the handle. `verb` says in the error what the policy
  /// does to the job, such as "starts".
  void check(JobHandle handle, LiveJob::State state, const char* verb) const {
    jobs_.check(handle, state, verb);
  }
  /// Throws BrokenRule unless a waiting job has that fragment, and both machines exist.
  void check(const Move& move) const;

private:
  std::string broken_by(const LiveJob& job, const Window& window, Seconds now) const;
  std::unique_ptr<Request> full_request(const Job& job);
  LiveJob& new_job(const Job& job, const Task& task, std::optional<Seconds> expected = {});
  void enter_queue(LiveJob& job);
  void has_arrived(const LiveJob& job);
  bool leave_queue(JobHandle handle);
  void begin_leg(LiveJob& job, Seconds computes);
  void close_leg(LiveJob& job);
  Seconds next_point(const LiveJob& job) const;
  void lose_reserved(int node);
  void enter_running(LiveJob& job, Seconds now);
  void leave_running(LiveJob& job);

  Nodes nodes_;
  std::function<double(const QueuedJob&)> priority_of_; ///< empty: all jobs have the same priority
  std::optional<SuitableNodes> suitable_;               ///< nothing: all nodes suit all jobs
  std::vector<Window> windows_;
  std::vector<std::int64_t> weights_; ///< by node; empty: all have the same
  const SiteRules* site_ = nullptr;
  const PowerView* power_ = nullptr;
  std::function<Seconds(const LiveJob&)> prediction_of_; ///< empty: jobs are planned to run to their limits
  std::function<SleepingNodes()> sleeping_;              ///< empty: no machine sleeps
  std::function<double(int, int)> stretch_of_; ///< by node and pstate; empty: all jobs run at full speed
  JobTable jobs_;
  JobQueue queue_, held_back_;
  RunningJobs running_;
  Changes changes_;
  bool chooses_sizes_ = false, extends_ = false, limits_follow_sizes_ = false;
  int reserved_ = 0;      ///< nodes that are set apart for running jobs
  int parts_ = 0;         ///< of co-allocated jobs, that hold nodes
  Seconds summed_to_ = 0; ///< date to which the sums over time go
  double job_seconds_waited_ = 0, node_seconds_busy_ = 0;
};

} // namespace malha::cluster
