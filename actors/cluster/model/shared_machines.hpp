// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/job.hpp"

namespace malha::cluster {

/// The memory of each parallel task of a job, as its application says; 0 without an application.
Bytes memory_of(const Job& job);

/// The machines that several jobs share, and the parallel tasks on each. Checks that starts keep the social
/// contract: at most `slots` tasks on a machine, at most one of each job, and no more memory than tasks may
/// use there.
class SharedMachines {
public:
  SharedMachines(int slots, std::vector<SharedMachine> machines)
      : slots_(slots), machines_(std::move(machines)) {}

  /// The machines, in the order of `Machines`.
  const std::vector<SharedMachine>& view() const { return machines_; }

  /// Whether a job of that many tasks, of that memory each, could ever start.
  bool could_hold(int tasks, Bytes memory) const;
  /// The number of machines on which a task of that memory could ever run: without other jobs, and without
  /// local users unless they stay to the end.
  int most_tasks(Bytes memory) const;
  /// Whether the machine may take a task of that memory now.
  bool may_take(int machine, Bytes memory) const;
  /// Throws BrokenRule unless each machine in `on` may take a task of the job. `names` has the names of all
  /// machines.
  void check(const QueuedJob& job, const std::vector<int>& on, const std::vector<std::string>& names) const;
  /// Puts a task of the job on each of the machines.
  void start(const QueuedJob& job, const std::vector<int>& on);
  /// Removes the tasks of a job.
  void end(JobHandle job);
  /// Sets the local users from now on: for each machine the memory that tasks must leave to its local user;
  /// nothing: it has none. `stay`: no user will come or leave any more. Returns whether the users of a
  /// machine have changed.
  bool set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay);

private:
  int slots_;
  std::vector<SharedMachine> machines_;
  bool users_stay_ = false;
};

} // namespace malha::cluster
