// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <map>
#include <optional>

namespace malha::multicluster {

/// Keeps which cluster has each DAG, if all tasks of a DAG go to one cluster. The cluster that takes the
/// first task gets all others. That rule, and the following one, are ours: only a cluster with the nodes for
/// the largest task of a DAG gets its first one. What has ended is forgotten.
class DagClusters {
public:
  /// Tasks of a DAG come. Jobs that belong to no DAG are left out here and below.
  void come(const Job& job);
  /// A cluster has taken the task. Returns whether it gets the DAG by that.
  bool was_taken(TaskId task, int cluster);
  /// The cluster has failed for good. DAGs of which nothing had ended may go to another one.
  void gone(int cluster);
  /// The task has ended, well or not, or will never run.
  void ended(TaskId task);

  /// The cluster that has the DAG of the task; nothing: no cluster yet.
  std::optional<int> cluster_of(TaskId task) const;
  /// The nodes that a cluster must have to get the job. Of the first task of a DAG they are those of the
  /// largest one.
  int nodes_for(const Job& job) const;
  /// The number of DAGs of which some tasks have not ended.
  std::size_t size() const { return dags_.size(); }

private:
  struct Dag {
    std::size_t tasks; ///< all of it
    std::size_t open;  ///< that have not ended
    int nodes;         ///< of the largest task
    std::optional<int> cluster = {};
  };

  std::map<TaskId, Dag> dags_; ///< by the first task
};

} // namespace malha::multicluster
