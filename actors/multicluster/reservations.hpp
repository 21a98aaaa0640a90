// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/site.hpp"
#include "cluster_monitor.hpp"
#include "policies/multicluster/coallocation.hpp"

#include <map>

namespace malha::multicluster {

/// The parts that a cluster holds and runs of jobs that several clusters run at once. They belong to the
/// gateway and change the book of the scheduler, which must be woken afterwards. Nodes have the numbers of
/// the book: numbers of machines if jobs share these.
class Reservations {
public:
  Reservations(cluster::Site& site, const ClusterMonitor& monitor) : site_(site), monitor_(monitor) {}

  /// The nodes that may take a task of that memory now. `idle`: only those without any task and without a
  /// local user.
  std::vector<UsableNode> usable_nodes(Bytes memory, bool idle) const;
  /// The number of nodes on which a task of the job could ever run.
  int most_tasks(const Job& job) const { return site_.book().nodes().most_tasks(job); }
  simgrid::s4u::Host* host_of(int node) const;

  /// Holds nodes for a part of the job from the date on, if all of them are still open. Returns whether they
  /// are held.
  bool reserve(const Job& job, const std::vector<int>& nodes, Seconds execution_time,
               double communication_slowdown, Seconds date);
  /// Gives back the nodes of a job that will not begin.
  void release(TaskId job, Seconds date) { leave(job, never, date); }
  /// Starts the part at `start`, or ends it at `end`, as is known at the date.
  void begin(TaskId job, Seconds start, Seconds date) {
    site_.model_at(date).begin_part(held_.at(job), start);
  }
  void end(TaskId job, Seconds end, Seconds date) { leave(job, end, date); }
  /// Takes a job out of the queue. Returns whether it waited.
  bool withdraw(TaskId job, Seconds date) { return site_.model_at(date).withdraw(job); }

private:
  int machine_of(int node) const;
  int tasks_on(int node) const;
  void leave(TaskId job, Seconds end, Seconds date);

  cluster::Site& site_;
  const ClusterMonitor& monitor_;
  std::map<TaskId, cluster::JobHandle> held_;
};

} // namespace malha::multicluster
