// SPDX-License-Identifier: MIT
#pragma once
#include "machines.hpp"

#include <memory>

/// What jobs ask of machines beyond a number of nodes.
namespace malha::cluster {

/// Whether the job asks for fragments, has a deadline, or is of a class other than common.
inline bool asks_for_more_than_size(const Job& job) {
  return !job.fragments.empty() || job.service != ServiceClass::common || job.deadline;
}

/// The end of a message about an unknown machine: "; valid: n1, n2".
std::string valid_machines(const std::vector<std::string>& names);

/// What the job asks for beyond its size; null: nothing. Throws InputError if a fragment fits on no machine
/// or names an unknown machine, and if a job of a special class has no deadline.
std::unique_ptr<Request> request_of(const Job& job, const Machines& machines);

/// The nodes of a job that starts on machines: for each fragment the lowest free nodes of its machine in
/// `on`. Throws BrokenRule if the machines do not suit the job. `number` names the job in errors.
IndexSet nodes_for(const QueuedJob& job, TaskId number, const std::vector<int>& on, const Machines& machines,
                   const IndexSet& free);

/// Throws BrokenRule unless the job has that fragment and both machines exist.
void check_move(const Move& move, const QueuedJob& job, const Machines& machines);

/// Whether the job could start if these nodes are lost and no other job runs. `one_a_machine`: the policy
/// gives each parallel task a machine of its own.
bool could_start_without(const IndexSet& lost, bool one_a_machine, const QueuedJob& job,
                         const Machines& machines);

} // namespace malha::cluster
