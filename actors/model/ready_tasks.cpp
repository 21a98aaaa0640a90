// SPDX-License-Identifier: MIT
#include "ready_tasks.hpp"

#include "policies/sdk/errors.hpp"

namespace malha {
namespace {

workflow::Graph graph_of(const Job& job) {
  const TaskId first = job.tasks.front().id;
  std::vector<workflow::Edge> edges;
  edges.reserve(job.precedences.size());
  for (const auto& [before, after] : job.precedences)
    edges.push_back({static_cast<int>(before - first), static_cast<int>(after - first), 0});
  try {
    return {static_cast<int>(job.tasks.size()), std::move(edges)};
  } catch (const workflow::Cycle& cycle) {
    throw InputError("job " + std::to_string(job.id) + ": " + std::to_string(cycle.tasks.size()) +
                     " of its tasks wait for each other, one of them task " +
                     std::to_string(first + cycle.tasks.front()) + "; valid: precedences without a cycle");
  }
}

} // namespace

Job ReadyTasks::take() {
  Job part = std::move(ready_.front());
  ready_.pop_front();
  return part;
}

Job ReadyTasks::part_of(const Dag& dag, Seconds date) {
  Job part = dag.head;
  part.submitted = date;
  part.part_of = WholeJob{dag.tasks.front().id, dag.tasks.size(), true};
  return part;
}

Job ReadyTasks::begin(Job job) {
  if (job.precedences.empty())
    return job;
  auto graph = graph_of(job);
  job.precedences.clear();
  auto tasks = std::exchange(job.tasks, {});
  const auto count = tasks.size();
  Dag dag{std::move(job), std::move(tasks), std::move(graph), std::vector<int>(count), count};
  Job part = part_of(dag, dag.head.submitted);
  part.part_of->is_begun = false;
  for (std::size_t task = 0; task < count; ++task)
    if ((dag.open[task] = static_cast<int>(dag.graph.parents(static_cast<int>(task)).size())) == 0)
      part.tasks.push_back(dag.tasks[task]);
  dag.pending -= part.tasks.size();
  if (dag.pending > 0)
    dags_.emplace(part.id, std::move(dag));
  return part;
}

void ReadyTasks::ended(const Task& task, Seconds date) {
  const auto found = dags_.find(task.job);
  if (found == dags_.end())
    return;
  Dag& dag = found->second;
  std::vector<Task> ready;
  for (const auto& child : dag.graph.children(static_cast<int>(task.id - dag.tasks.front().id)))
    if (--dag.open[static_cast<std::size_t>(child.task)] == 0)
      ready.push_back(dag.tasks[static_cast<std::size_t>(child.task)]);
  if (ready.empty())
    return;
  if (ready_.empty() || ready_.back().id != task.job || ready_.back().submitted < date)
    ready_.push_back(part_of(dag, ready_.empty() ? date : std::max(date, ready_.back().submitted)));
  auto& tasks = ready_.back().tasks;
  tasks.insert(tasks.end(), ready.begin(), ready.end());
  if ((dag.pending -= ready.size()) == 0)
    dags_.erase(found);
}

} // namespace malha
