// SPDX-License-Identifier: MIT
#include "workflow_job.hpp"

#include <numeric>

namespace malha {
namespace {

std::vector<TaskId> ids(const std::vector<int>& tasks) { return {tasks.begin(), tasks.end()}; }

/// The mean over its hosts, if the workflow has run times by host.
Seconds mean_length(const Workflow& workflow, std::size_t task) {
  if (!workflow.hosts)
    return workflow.tasks[task].length;
  const auto hosts = workflow.hosts->names.size();
  const auto row = workflow.hosts->rows.begin() + static_cast<std::ptrdiff_t>(task * hosts);
  return std::accumulate(row, row + static_cast<std::ptrdiff_t>(hosts), 0.0) / static_cast<double>(hosts);
}

void add_files(const Workflow& workflow, double data_scale, DagDetails& details, std::vector<Task>& tasks) {
  for (const auto& file : workflow.files) {
    const Bytes size = file.size * data_scale;
    details.files.push_back({size, ids(file.producers), ids(file.consumers)});
    for (const int reader : file.consumers)
      tasks[static_cast<std::size_t>(reader)].input += size;
    for (const int maker : file.producers)
      tasks[static_cast<std::size_t>(maker)].output += size;
  }
}

} // namespace

Job job_of(const Workflow& workflow, FlopsPerSecond reference_speed, double data_scale,
           const std::string& where) {
  Job job;
  auto details = std::make_shared<DagDetails>();
  for (const auto& one : workflow.tasks) {
    Task task;
    task.id = static_cast<TaskId>(job.tasks.size());
    task.work = one.work;
    if (!(one.work > 0)) {
      task.length = mean_length(workflow, job.tasks.size()) * one.cores;
      task.reference_speed = reference_speed;
      task.work = task.length * reference_speed;
      task.is_delay = workflow.hosts.has_value(); // no speed explains its times
    }
    job.tasks.push_back(task);
    details->names.emplace_back(one.id);
  }
  add_files(workflow, data_scale, *details, job.tasks);
  if (workflow.hosts) {
    details->run_times = workflow.hosts->rows;
    details->latencies = workflow.hosts->latencies;
    details->bandwidths = workflow.hosts->bandwidths;
  }
  const auto graph = graph_of(workflow, where);
  for (int task = 0; task < graph.tasks(); ++task)
    for (const auto& child : graph.children(task))
      job.precedences.emplace_back(task, child.task);
  job.details = std::move(details);
  return job;
}

} // namespace malha
