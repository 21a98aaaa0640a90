// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/site.hpp"
#include "cluster_monitor.hpp"
#include "policies/multicluster/coallocation.hpp"

#include <map>

namespace malha::multicluster {

/// What a cluster holds and runs of jobs that several clusters run at once. It is a part of the gateway, and
/// writes in the book of the scheduler, which must be told afterwards. Nodes have the numbers of the book:
/// those of machines where jobs share these.
class Reservations {
public:
  Reservations(cluster::Site& site, const ClusterMonitor& monitor) : site_(site), monitor_(monitor) {}

  /// The nodes that may take a task of that memory now. `idle`: only those without any task and without a
  /// local user.
  std::vector<UsableNode> usable_nodes(Bytes memory, bool idle) const;
  /// On how many nodes a task of the job could ever run.
  int most_tasks(const Job& job) const { return site_.book().nodes().most_tasks(job); }
  simgrid::s4u::Host* host_of(int node) const;

  /// Holds nodes for a part of the job from the date on, when all of them are still open. Returns whether it
  /// does.
  bool reserve(const Job& job, const std::vector<int>& nodes, Seconds execution_time,
               double communication_slowdown, Seconds date);
  /// The job will not begin.
  void release(TaskId job, Seconds date) { leave(job, never, date); }
  /// The job begins at `start`, or has ended at `end`, as is known at the date.
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
