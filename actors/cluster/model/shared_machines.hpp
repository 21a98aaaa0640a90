// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/job.hpp"

namespace malha::cluster {

/// The memory of each task of a job, as its application says; 0 without one.
Bytes memory_of(const Job& job);

/// Keeps account of machines that several jobs share, and holds starts to the social contract: at most
/// `slots` tasks on a machine, at most one of a job, and no more memory than jobs may use there.
class SharedMachines {
public:
  SharedMachines(int slots, std::vector<SharedMachine> machines)
      : slots_(slots), machines_(std::move(machines)) {}

  /// The machines, in the order of the book.
  const std::vector<SharedMachine>& view() const { return machines_; }

  /// Whether that many tasks of that memory fit if no other job is there, nor any local user who may leave.
  bool could_hold(int tasks, Bytes memory) const;
  /// The number of machines on which a task of that memory fits then.
  int most_tasks(Bytes memory) const;
  /// Whether the machine may take a task of that memory now.
  bool may_take(int machine, Bytes memory) const;
  /// Throws BrokenRule unless the machines, of those names, may take a task of the job each.
  void check(const QueuedJob& job, const std::vector<int>& on, const std::vector<std::string>& names) const;
  /// Puts a task of the job on each of the machines.
  void start(const QueuedJob& job, const std::vector<int>& on);
  /// Removes the tasks of a job.
  void end(JobHandle job);
  /// Sets the local users from now on: for each machine the memory that tasks must leave to its local user;
  /// nothing: it has none. `stay`: no user will come or leave any more. Returns whether anything has changed.
  bool set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay);

private:
  int slots_;
  std::vector<SharedMachine> machines_;
  bool users_stay_ = false;
};

} // namespace malha::cluster
