// SPDX-License-Identifier: MIT
#include "workflow.hpp"

#include "json_fields.hpp"
#include "matrix_workflow.hpp"
#include "wf_format.hpp"

namespace malha {

workflow::Graph graph_of(const Workflow& workflow, const std::string& where) {
  std::vector<workflow::Edge> edges;
  for (const auto& [before, after] : workflow.precedences)
    edges.push_back({before, after, 0});
  for (const auto& file : workflow.files)
    for (const int producer : file.producers)
      for (const int consumer : file.consumers)
        edges.push_back({producer, consumer, file.size});
  try {
    return {static_cast<int>(workflow.tasks.size()), std::move(edges)};
  } catch (const workflow::Cycle& cycle) {
    constexpr std::size_t most = 8;
    std::string way;
    for (std::size_t i = 0; i < std::min(cycle.tasks.size(), most); ++i)
      way += workflow.tasks[static_cast<std::size_t>(cycle.tasks[i])].id + " -> ";
    if (cycle.tasks.size() > most)
      way += "(" + std::to_string(cycle.tasks.size() - most) + " more) -> ";
    throw InputError(where + ": tasks wait for each other: " + way +
                     workflow.tasks[static_cast<std::size_t>(cycle.tasks.front())].id +
                     "; valid: precedences without a cycle");
  }
}

Workflow read_workflow(const std::filesystem::path& file, const WorkflowOptions& options) {
  const auto content =
      json_of_file(file, "a workflow in WfFormat, or with tasks, hosts, run_times and edges");
  return content.is_object() && content.contains("workflow")
             ? wf_format_workflow(file.string(), content, options)
             : matrix_workflow(file.string(), content);
}

} // namespace malha
