// SPDX-License-Identifier: MIT
#include "dag_figures.hpp"

#include "policies/workflow/precedences.hpp"

namespace malha {
namespace {

/// Run times on the resources of the table of its source, or on the fastest resource alone. There each task
/// has its least run time, and so have all tasks together.
workflow::RunTimes run_times_of(const Job& dag, FlopsPerSecond fastest) {
  if (dag.details != nullptr && dag.details->resources() > 0)
    return {static_cast<int>(dag.details->resources()), dag.details->run_times};
  std::vector<Seconds> times;
  times.reserve(dag.tasks.size());
  for (const auto& task : dag.tasks)
    times.push_back(run_time(task, fastest));
  return {1, std::move(times)};
}

} // namespace

void DagFigures::resource(FlopsPerSecond speed) {
  ++resources_;
  fastest_ = std::max(fastest_, speed);
}

void DagFigures::submitted(const Job& dag) {
  if (resources_ == 0)
    return;
  try {
    auto graph = workflow::precedences_of(dag);
    const auto shortest = workflow::shortest_times(graph, run_times_of(dag, fastest_));
    const auto tasks = dag.tasks.size();
    dags_.emplace(dag.id, Dag{shortest, resources_, dag.submitted, tasks, dag.tasks.front().id,
                              std::move(graph), std::vector<RanFrom>(tasks)});
  } catch (const workflow::Cycle&) {
    // It will never run. Who takes the DAG says so, and names the tasks.
  }
}

void DagFigures::ended(const JobRow& row) {
  const auto found = dags_.empty() ? dags_.end() : dags_.find(row.task.job);
  if (found == dags_.end())
    return;
  Dag& dag = found->second;
  dag.has_completed = dag.has_completed && row.state == FinalState::completed;
  dag.end = std::max(dag.end, row.finish);
  dag.ran.at(static_cast<std::size_t>(row.task.id - dag.first)) = {row.start, row.finish};
  if (--dag.left > 0)
    return;
  if (dag.has_completed) {
    critical_paths_ += critical_path_of(dag);
    ++completed_;
  }
  // Where tasks take no time, a makespan of transfers alone has no ratio to it.
  if (dag.has_completed && dag.shortest.critical_path > 0) {
    const auto figures = workflow::figures_of(dag.end - dag.submitted, dag.shortest, dag.resources);
    sums_.makespan += figures.makespan;
    sums_.slr += figures.slr;
    sums_.speedup += figures.speedup;
    sums_.efficiency += figures.efficiency;
    ++number_;
  }
  dags_.erase(found);
}

Seconds DagFigures::critical_path_of(const Dag& dag) {
  const auto path = critical_path(dag.ran, [&](int task) {
    std::vector<int> parents;
    for (const auto& parent : dag.graph.parents(task))
      parents.push_back(parent.task);
    return parents;
  });
  return length_of(path, dag.ran);
}

std::optional<Seconds> DagFigures::mean_critical_path() const {
  return completed_ == 0 ? std::nullopt : std::optional(critical_paths_ / static_cast<double>(completed_));
}

std::optional<workflow::Figures> DagFigures::means() const {
  if (number_ == 0)
    return std::nullopt;
  const auto number = static_cast<double>(number_);
  return workflow::Figures{sums_.makespan / number, sums_.slr / number, sums_.speedup / number,
                           sums_.efficiency / number};
}

} // namespace malha
