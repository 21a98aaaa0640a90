// SPDX-License-Identifier: MIT
#include "dag_clusters.hpp"

#include <algorithm>
#include <iterator>

namespace malha::multicluster {
namespace {

/// The DAG of the task; the end of `dags`: it is of none.
template <class Dags>
auto find(Dags& dags, TaskId task) {
  const auto after = dags.upper_bound(task);
  if (after == dags.begin())
    return dags.end();
  const auto found = std::prev(after);
  return task - found->first < static_cast<TaskId>(found->second.tasks) ? found : dags.end();
}

} // namespace

void DagClusters::come(const Job& job) {
  if (!job.part_of || job.part_of->is_begun)
    return;
  const auto& tasks = job.part_of->dag->tasks;
  int nodes = 0;
  for (const auto& task : tasks)
    nodes = std::max(nodes, task.resources);
  dags_.emplace(tasks.front().id, Dag{tasks.size(), tasks.size(), nodes});
}

bool DagClusters::was_taken(TaskId task, int cluster) {
  const auto found = find(dags_, task);
  if (found == dags_.end() || found->second.cluster)
    return false;
  found->second.cluster = cluster;
  return true;
}

void DagClusters::gone(int cluster) {
  for (auto& [first, dag] : dags_)
    if (dag.cluster == cluster && dag.open == dag.tasks)
      dag.cluster.reset();
}

void DagClusters::ended(TaskId task) {
  if (const auto found = find(dags_, task); found != dags_.end() && --found->second.open == 0)
    dags_.erase(found);
}

std::optional<int> DagClusters::cluster_of(TaskId task) const {
  const auto found = find(dags_, task);
  return found == dags_.end() ? std::nullopt : found->second.cluster;
}

int DagClusters::nodes_for(const Job& job) const {
  const auto& task = job.tasks.front();
  const auto found = find(dags_, task.id);
  return found == dags_.end() || found->second.cluster ? task.resources : found->second.nodes;
}

} // namespace malha::multicluster
