// SPDX-License-Identifier: MIT
#pragma once
#include "broken_rule.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/speed_profile.hpp"
#include "results/records.hpp"

#include <memory>

namespace malha::cluster {

/// A job from its submission to its end.
struct LiveJob {
  enum class State { none, waits, runs };

  State state = State::none;
  QueuedJob queued;
  std::unique_ptr<const Request> request; ///< where its job asks for more than a size
  Task task;
  std::string user, queue, metadata;
  std::optional<Seconds> requested;     ///< walltime, as it was given
  std::list<QueuedJob>::iterator place; ///< in the queue, while it waits
  std::uint32_t run = 0; ///< goes up with every start under its handle, so that old events are known
  Seconds start = 0;
  Seconds expected_end = never;
  IndexSet nodes;
  int restarts = 0;
  Seconds wasted = 0;
};

/// A machine of the cluster, and its name on the platform.
struct NamedMachine {
  std::string name;
  Machine machine;
};

/// Whether it asks for fragments, has a deadline, or is of a class other than common.
inline bool asks_for_more_than_size(const Job& job) {
  return !job.fragments.empty() || job.service != ServiceClass::common || job.deadline;
}

/// What a batch scheduler knows: the jobs that wait and run, the nodes, and what changed since its policy was
/// asked. Knows no clock: dates are given, and never go back.
class Book {
public:
  /// Nodes by their speeds; each is a machine of its own.
  explicit Book(std::vector<FlopsPerSecond> speeds);
  /// `profiles` by node, as shares of the speeds, null where a speed is constant; none: all are.
  Book(std::vector<FlopsPerSecond> speeds, const std::vector<NamedMachine>& machines,
       std::vector<const SpeedProfile*> profiles = {});

  int nodes() const { return static_cast<int>(speeds_.size()); }
  const LiveJob& operator[](JobHandle handle) const { return jobs_[handle]; }
  bool is_current(JobHandle handle, std::uint32_t run) const {
    return jobs_[handle].state == LiveJob::State::runs && jobs_[handle].run == run;
  }
  bool idle() const { return queue_.empty() && running_.empty(); }
  bool runs_any() const { return !running_.empty(); }
  const std::list<QueuedJob>& queue() const { return queue_; }
  QueueView view(Seconds now, bool explain) const {
    return {now, nodes() - down_.size(), free_, down_, machines_, queue_, running_, changes_, explain};
  }

  const std::string& machine_name(int machine) const { return names_[static_cast<std::size_t>(machine)]; }

  /// Queues a task of the job. Throws InputError when a fragment fits no machine, or names one that is not.
  void admit(const Job& job, const Task& task);
  /// Starts a job that waits. Throws BrokenRule.
  const LiveJob& start(const Start& start, Seconds now);
  /// Takes a job that waits out of the queue for good; what it was stays readable.
  const LiveJob& drop(JobHandle handle);
  /// Ends a job that runs; what it was stays readable until `forget`.
  const LiveJob& end(JobHandle handle);
  /// Puts it back in its place in the queue instead.
  void requeue(JobHandle handle, Seconds now);
  /// The job has outlived its expected end; this is the new one.
  void outlived(JobHandle handle, Seconds expected_end);
  /// The node goes down, the job on it first: give it an end. Returns the handle of that job, if there is
  /// one.
  std::optional<JobHandle> job_on(int node) const;
  void node_down(int node);
  void node_up(int node);
  /// Clears the changes: the policy has been told.
  void clear_changes();

  /// The run of a job that has started: that on the slowest of its nodes.
  TaskRun task_run(const LiveJob& job) const;
  /// Whether the speed of some node changes: then run times depend on when a job starts.
  bool speeds_change() const { return speeds_change_; }

  /// Brings the integrals over time up to a date, before what happens then.
  void advance(Seconds now);
  double job_seconds_waited() const { return waited_; }      ///< integral of the queue's length
  double node_seconds_busy() const { return busy_seconds_; } ///< integral of the nodes that compute
  StateRow state(Seconds now) const;

  /// Throws BrokenRule unless a job in that state has the handle.
  void check(JobHandle handle, LiveJob::State state, const char* what) const;
  /// Throws BrokenRule unless a job that waits has that fragment, and the machines are there.
  void check(const Move& move) const;

private:
  JobHandle new_handle();
  void leave_nodes(LiveJob& job);
  std::unique_ptr<const Request> request_of(const Job& job) const;
  std::string valid_machines() const;
  QueuedFragment fragment_of(const Fragment& fragment, const Job& job) const;
  IndexSet nodes_of(const LiveJob& job, const Start& start) const;
  IndexSet cpus_on(const LiveJob& job, const std::vector<int>& machines) const;

  Seconds longest_run_time(const LiveJob& job) const;

  std::vector<FlopsPerSecond> speeds_;
  std::vector<const SpeedProfile*> profiles_; ///< by node, if speeds change
  bool speeds_change_;
  std::vector<std::string> names_; ///< by machine
  std::vector<Machine> machines_;
  bool same_speed_;
  IndexSet free_; ///< up, and without a job
  IndexSet down_;
  std::vector<LiveJob> jobs_; ///< by handle
  std::vector<JobHandle> unused_;
  std::vector<JobHandle> ended_; ///< unused once the policy has been told
  std::list<QueuedJob> queue_;
  std::vector<Release> running_;
  Changes changes_;
  int busy_ = 0;
  Seconds last_ = 0;
  double waited_ = 0, busy_seconds_ = 0;
  std::int64_t queued_nodes_ = 0;
};

} // namespace malha::cluster
