// SPDX-License-Identifier: MIT
#include "workflow_job.hpp"
#include "policies/sdk/errors.hpp"
#include "workflow_allocation.hpp"

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

std::vector<ParameterSpec> parameters_of_jobs() {
  return {real("data_scale", 1, between(0, 1e6), "1", "factor on the sizes of all files; 0: no data"),
          integer("allocation", 0, between(0, 1e6), "count",
                  "nodes of the one rigid job that a workflow becomes, which runs its tasks on them; 0: each "
                  "task is seen by the scheduler")};
}

Job job_of(const Workflow& workflow, const JobTerms& terms, const std::string& where) {
  if (terms.allocation > 0 && workflow.hosts)
    throw InputError(where + ": the workflow has run times by host, which one allocation cannot use; valid: "
                             "allocation=0");
  Job job;
  auto details = std::make_shared<DagDetails>();
  for (const auto& one : workflow.tasks) {
    Task task;
    task.id = static_cast<TaskId>(job.tasks.size());
    task.work = one.work;
    if (!(one.work > 0)) {
      task.length = mean_length(workflow, job.tasks.size()) * one.cores;
      task.reference_speed = terms.reference_speed;
      task.work = task.length * terms.reference_speed;
      task.is_delay = task.is_busy = workflow.hosts.has_value(); // no speed explains its times
    }
    job.tasks.push_back(task);
    details->names.emplace_back(one.id);
  }
  add_files(workflow, terms.data_scale, *details, job.tasks);
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
  return terms.allocation > 0 ? in_one_allocation(job, terms.allocation, terms.reference_speed) : job;
}

} // namespace malha
