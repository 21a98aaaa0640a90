// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "checkpoints.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/speed_profile.hpp"
#include "results/files/records.hpp"
#include "shared_machines.hpp"

#include <algorithm>
#include <memory>

namespace malha::cluster {

/// A job from its submission to its end.
struct LiveJob {
  enum class State { none, waits, runs };

  State state = State::none;
  QueuedJob queued;
  std::unique_ptr<const Request> request; ///< null where the job asks for nothing more than a size
  Task task;
  SharedText user, queue, metadata;
  std::optional<Seconds> requested;     ///< walltime as the workload gives it
  std::list<QueuedJob>::iterator place; ///< place in the queue while the job waits
  /// Goes up with every start under the handle, so that events of earlier starts are recognised.
  std::uint32_t run = 0;
  Seconds start = 0;
  Seconds expected_end = never;
  IndexSet nodes;
  int restarts = 0;
  int losses = 0; ///< of these, those by the loss of a node
  Seconds wasted = 0;
  /// The share of the job that is in its last checkpoint: the computing that is saved, and all of it, on the
  /// nodes that it had then.
  Seconds saved = 0, saved_of = 0;
  std::optional<CheckpointedRun> attempt; ///< while it runs, where it may leave checkpoints, or restarts
  /// Other clusters run the rest of the job at the same time. A meta-scheduler has placed it, and leads it.
  bool is_part = false;
};

/// What a job did before a meta-scheduler took it back and gave it to this cluster: an extension of the job.
struct EarlierStarts {
  int restarts = 0;
  Seconds wasted = 0;
};

/// A machine of the cluster, and its name on the platform.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// Whether the job asks for fragments, has a deadline, or is of a class other than common.
inline bool asks_for_more_than_size(const Job& job) {
  return !job.fragments.empty() || job.service != ServiceClass::common || job.deadline;
}

/// What a batch scheduler knows: the jobs that wait and run, the nodes, and what has changed since its policy
/// was last asked. Under allocation=core a node is one CPU. The book has no clock. Its caller gives the
/// dates, which never go back.
class Book {
public:
  /// Makes a book of nodes with these speeds. Each node is a machine of its own.
  explicit Book(std::vector<FlopsPerSecond> speeds);
  /// Makes a book of nodes with these speeds, and of machines that are runs of nodes. `profiles` has one
  /// entry a node: how its speed changes, as shares of the speed, or null where the speed is constant. An
  /// empty list means that all speeds are constant.
  Book(std::vector<FlopsPerSecond> speeds, const std::vector<NamedMachine>& machines,
       std::vector<const SpeedProfile*> profiles = {});

  /// Lets several jobs share the machines, whose nodes become slots. It is called before any job comes.
  void share(SharedMachines machines) { shared_ = std::move(machines); }

  int nodes() const { return static_cast<int>(speeds_.size()); }
  FlopsPerSecond speed(int node) const { return speeds_[static_cast<std::size_t>(node)]; }
  const std::vector<Machine>& machines() const { return machines_; }
  const IndexSet& down() const { return down_; }
  /// Where jobs share machines, what they use of them; null otherwise.
  const std::vector<SharedMachine>* shared() const { return shared_ ? &shared_->view() : nullptr; }
  /// The speed of the slowest node.
  FlopsPerSecond slowest() const { return *std::min_element(speeds_.begin(), speeds_.end()); }
  FlopsPerSecond fastest() const { return *std::max_element(speeds_.begin(), speeds_.end()); }
  const LiveJob& operator[](JobHandle handle) const { return jobs_[handle]; }
  bool is_current(JobHandle handle, std::uint32_t run) const {
    return jobs_[handle].state == LiveJob::State::runs && jobs_[handle].run == run;
  }
  const std::vector<Release>& running() const { return running_; }
  const IndexSet& free() const { return free_; }
  std::int64_t queued_nodes() const { return queued_nodes_; }
  int busy_nodes() const { return busy_; }
  bool idle() const { return queue_.empty() && running_.empty(); }
  bool runs_any() const { return !running_.empty(); }
  const std::list<QueuedJob>& queue() const { return queue_; }
  QueueView view(Seconds now, bool explain) const {
    return {now,       nodes() - down_.size(),
            free_,     down_,
            machines_, queue_,
            running_,  changes_,
            explain,   shared_ ? &shared_->view() : nullptr};
  }

  const std::string& machine_name(int machine) const { return names_[static_cast<std::size_t>(machine)]; }

  /// The most tasks that a job can have: on shared machines one on each.
  int most_tasks() const { return shared_ ? static_cast<int>(machines_.size()) : nodes(); }
  /// Whether the cluster could ever start a task of the job.
  bool could_hold(const Job& job, const Task& task) const {
    return task.resources <= most_tasks() &&
           (!shared_ || shared_->could_hold(task.resources, memory_of(job)));
  }
  /// The same where these nodes are lost. `one_a_machine`: the policy gives each task a machine of its own.
  int most_tasks_without(const IndexSet& lost, bool one_a_machine) const;
  /// Whether a job that has come could start if it were alone on the other nodes.
  bool could_hold_without(const IndexSet& lost, bool one_a_machine, const QueuedJob& job) const;
  /// Shows the local users of shared machines, see SharedMachines. No promise need be kept when they change.
  bool local_users(const std::vector<std::optional<Bytes>>& users, bool stay = false);
  /// Queues a task of the job, from the job's date of submission on. The task itself may have been submitted
  /// earlier, to a meta-scheduler. The policy plans with the run time `expected`; nothing: with the walltime.
  /// Throws InputError when a fragment fits on no machine, or names a machine that is not there.
  void admit(const Job& job, const Task& task, std::optional<Seconds> expected = {});
  /// Starts a job that waits. Throws BrokenRule when the answer breaks a rule.
  const LiveJob& start(const Start& start, Seconds now);
  /// Takes a job that waits out of the queue for good. The job stays readable until `clear_changes`.
  const LiveJob& drop(JobHandle handle);
  /// On how many nodes a task of the job could ever run.
  int most_tasks(const Job& job) const { return shared_ ? shared_->most_tasks(memory_of(job)) : nodes(); }
  /// The nodes that may take a task of that memory now: machines where jobs share them, else nodes.
  std::vector<int> open_nodes(Bytes memory) const;
  /// Runs a part of a job on these of them, beside the queue. The job has one task, whose size is their
  /// number, and a walltime. The policy is not asked, and promises are void.
  const LiveJob& start_part(const Job& part, const std::vector<int>& on, Seconds now);
  /// The part begins at that date, and is expected to end its walltime later.
  const LiveJob& begin_part(JobHandle handle, Seconds start);
  /// Whether parts hold nodes.
  bool has_parts() const { return parts_ > 0; }
  /// Ends a part. It stays readable until `clear_changes`.
  const LiveJob& end_part(JobHandle handle);
  /// Whether the task waits or runs.
  bool has(TaskId task) const;
  /// The handle of the task while it waits.
  std::optional<JobHandle> waiting(TaskId task) const;
  /// Takes a job that waits out of the queue, since it runs elsewhere. It stays readable until
  /// `clear_changes`.
  const LiveJob& withdraw(JobHandle handle);
  /// Ends a job that runs. The job stays readable until `clear_changes`.
  const LiveJob& end(JobHandle handle);
  /// Stops a job that runs, and puts it back in its place in the queue. Its last checkpoint stays.
  void requeue(JobHandle handle, Seconds now);
  /// How a job that has just started goes on, which leaves a checkpoint after each `interval` of computing.
  void leave_checkpoints(JobHandle handle, Seconds interval, Seconds cost, Seconds restart);
  /// A job that runs has lost a node.
  void lost_node(JobHandle handle) { ++jobs_[handle].losses; }
  /// Gives a job that has outlived its expected end a new one.
  void outlived(JobHandle handle, Seconds expected_end);
  /// The handle of the job that runs on the node, if there is one. That job must leave the node before the
  /// node goes down.
  std::optional<JobHandle> job_on(int node) const;
  void node_down(int node);
  void node_up(int node);
  /// Forgets the changes. It is called when the policy has been told.
  void clear_changes();

  /// How long a job that has started runs, and when it ends: as its slowest node does.
  TaskRun task_run(const LiveJob& job) const;
  /// Whether the speed of some node changes. Run times then depend on when a job starts.
  bool speeds_change() const { return speeds_change_; }

  /// Brings the sums over time up to this date. It is called before anything happens at the date.
  void advance(Seconds now);
  /// Sum over time of the number of jobs in the queue.
  double job_seconds_waited() const { return waited_; }
  /// Sum over time of the number of nodes that compute.
  double node_seconds_busy() const { return busy_seconds_; }
  StateRow state(Seconds now) const;

  /// Throws BrokenRule, in which `what` is the verb, unless a job in that state has the handle.
  void check(JobHandle handle, LiveJob::State state, const char* what) const;
  /// Throws BrokenRule unless a waiting job has that fragment, and both machines are there.
  void check(const Move& move) const;

private:
  JobHandle new_handle();
  LiveJob& new_job(const Job& job, const Task& task, std::optional<Seconds> expected = {});
  void enter_queue(LiveJob& job, std::list<QueuedJob>::iterator before);
  void leave_queue(LiveJob& job);
  void occupy_nodes(LiveJob& job, const std::vector<int>& machines, Seconds now);
  void leave_nodes(LiveJob& job);
  std::unique_ptr<const Request> request_of(const Job& job) const;
  std::string valid_machines() const;
  QueuedFragment fragment_of(const Fragment& fragment, const Job& job) const;
  /// The nodes of a job that starts, which are not free any more.
  void take_nodes(LiveJob& job, const Start& start);
  void check_nodes(const LiveJob& job, const IndexSet& nodes) const;
  IndexSet cpus_on(const LiveJob& job, const std::vector<int>& machines) const;

  Seconds longest_run_time(const LiveJob& job) const;

  std::vector<FlopsPerSecond> speeds_;
  std::vector<const SpeedProfile*> profiles_; ///< by node; empty where all speeds are constant
  bool speeds_change_;
  std::vector<std::string> names_; ///< by machine
  std::vector<Machine> machines_;
  bool same_speed_;
  std::optional<SharedMachines> shared_; ///< where jobs share machines
  IndexSet free_;                        ///< nodes that are up and have no job
  IndexSet down_;
  std::vector<LiveJob> jobs_; ///< by handle
  std::vector<JobHandle> unused_;
  std::vector<JobHandle> ended_; ///< handles to be used again when the policy has been told
  std::list<QueuedJob> queue_;
  std::list<QueuedJob> left_; ///< places of jobs that have left the queue, for later jobs
  std::vector<Release> running_;
  Changes changes_;
  int busy_ = 0;
  int parts_ = 0; ///< that hold nodes
  Seconds last_ = 0;
  double waited_ = 0, busy_seconds_ = 0;
  std::int64_t queued_nodes_ = 0;
};

} // namespace malha::cluster
