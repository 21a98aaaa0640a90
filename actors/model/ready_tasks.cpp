// SPDX-License-Identifier: MIT
#include "ready_tasks.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/workflow/precedences.hpp"

namespace malha {

workflow::Graph graph_of(const Job& job) {
  const TaskId first = job.tasks.front().id;
  try {
    return workflow::precedences_of(job);
  } catch (const workflow::Cycle& cycle) {
    throw InputError("job " + std::to_string(job.id) + ": " + std::to_string(cycle.tasks.size()) +
                     " of its tasks wait for each other, one of them task " +
                     std::to_string(first + cycle.tasks.front()) + "; valid: precedences without a cycle");
  }
}

bool ReadyTasks::lets_pass(Job& job) {
  const bool passes = job.preceding == nullptr && job.precedences.empty();
  if (passes)
    jobs_.begin(job);
  return passes;
}

std::optional<Job> ReadyTasks::come(Job job) {
  if (job.preceding != nullptr) {
    jobs_.hold(std::move(job));
    return std::nullopt;
  }
  jobs_.begin(job);
  return begin(std::move(job));
}

Job ReadyTasks::take() {
  if (jobs_.next() < next_tasks()) {
    Job job = jobs_.take();
    return job.never_ready ? job : begin(std::move(job));
  }
  Job part = std::move(ready_.front());
  ready_.pop_front();
  return part;
}

Job ReadyTasks::part_of(const Dag& dag, Seconds date) {
  Job part = dag.head;
  part.submitted = date;
  part.part_of = PartOfDag{dag.dag, true};
  return part;
}

Job ReadyTasks::begin(Job job) {
  if (job.precedences.empty())
    return job;
  const auto dag = std::make_shared<const Job>(std::move(job));
  const auto tasks = dag->tasks.size();
  Dag begun{dag, *dag, graph_of(*dag), std::vector<int>(tasks), tasks};
  begun.head.tasks.clear();
  begun.head.precedences.clear();
  Job part = part_of(begun, dag->submitted);
  part.part_of->is_begun = false;
  for (std::size_t task = 0; task < tasks; ++task)
    if ((begun.open[task] = static_cast<int>(begun.graph.parents(static_cast<int>(task)).size())) == 0)
      part.tasks.push_back(dag->tasks[task]);
  begun.pending -= part.tasks.size();
  if (begun.pending > 0)
    dags_.emplace(dag->tasks.front().id, std::move(begun));
  return part;
}

/// The DAG of the task, if some of its tasks wait for parents.
ReadyTasks::Dags::iterator ReadyTasks::find(TaskId task) {
  const auto after = dags_.upper_bound(task);
  if (after == dags_.begin())
    return dags_.end();
  const auto found = std::prev(after);
  const bool is_in = task - found->first < static_cast<TaskId>(found->second.dag->tasks.size());
  return is_in ? found : dags_.end();
}

void ReadyTasks::ended(TaskId task, Seconds date) {
  jobs_.ended(task, date, true);
  const auto found = find(task);
  if (found == dags_.end())
    return;
  Dag& dag = found->second;
  std::vector<Task> ready;
  for (const auto& child : dag.graph.children(static_cast<int>(task - found->first)))
    if (auto& open = dag.open[static_cast<std::size_t>(child.task)]; open > 0 && --open == 0)
      ready.push_back(dag.dag->tasks[static_cast<std::size_t>(child.task)]);
  if (ready.empty())
    return;
  if (ready_.empty() || ready_.back().id != dag.head.id || ready_.back().submitted < date)
    ready_.push_back(part_of(dag, ready_.empty() ? date : std::max(date, ready_.back().submitted)));
  auto& tasks = ready_.back().tasks;
  tasks.insert(tasks.end(), ready.begin(), ready.end());
  if ((dag.pending -= ready.size()) == 0)
    dags_.erase(found);
}

std::optional<Job> ReadyTasks::failed(TaskId task, Seconds date) {
  auto lost = failed_in_dag(task);
  jobs_.ended(task, date, false);
  if (lost)
    for (const auto& one : lost->tasks)
      jobs_.ended(one.id, date, false);
  return lost;
}

std::optional<Job> ReadyTasks::failed_in_dag(TaskId task) {
  const auto found = find(task);
  if (found == dags_.end())
    return std::nullopt;
  Dag& dag = found->second;
  Job lost = part_of(dag, dag.head.submitted);
  std::vector<int> failed{static_cast<int>(task - found->first)};
  for (std::size_t next = 0; next < failed.size(); ++next)
    for (const auto& child : dag.graph.children(failed[next]))
      if (auto& open = dag.open[static_cast<std::size_t>(child.task)]; open > 0) {
        open = -1;
        failed.push_back(child.task);
      }
  std::sort(failed.begin() + 1, failed.end());
  for (auto one = failed.begin() + 1; one != failed.end(); ++one)
    lost.tasks.push_back(dag.dag->tasks[static_cast<std::size_t>(*one)]);
  if ((dag.pending -= lost.tasks.size()) == 0)
    dags_.erase(found);
  return lost.tasks.empty() ? std::nullopt : std::optional(std::move(lost));
}

} // namespace malha
