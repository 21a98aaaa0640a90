// SPDX-License-Identifier: MIT
#include "workflow.hpp"

#include "dax.hpp"
#include "dot.hpp"
#include "json_fields.hpp"
#include "matrix_workflow.hpp"
#include "policies/sdk/numbers.hpp"
#include "wf_format.hpp"
#include "workflow_draft.hpp"

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

namespace {

Workflow read_in_format(const std::filesystem::path& file, const WorkflowOptions& options) {
  const auto ending = file.extension();
  if (ending == ".dax" || ending == ".xml")
    return dax_workflow(file, options);
  if (ending == ".dot" || ending == ".gv")
    return dot_workflow(file, options);
  const auto content = json_of_file(
      file, "a workflow in WfFormat, or with tasks, hosts, run_times and edges; DAX in .dax or .xml, DOT in "
            ".dot or .gv");
  return content.is_object() && content.contains("workflow")
             ? wf_format_workflow(file.string(), content, options)
             : matrix_workflow(file.string(), content);
}

} // namespace

std::vector<ParameterSpec> parameters_of_reading() {
  return {
      real("run_time", -1, at_least(-1), "s",
           "of tasks of which the file has none; -1: such a file is refused"),
      real("file_size", -1, at_least(-1), "B", "of files of which a DAX has none; -1: such a DAX is refused"),
      choice("producers", "one", {"one", "all"},
             "whether a file may be made by several tasks (all), for all of which its readers wait")};
}

WorkflowOptions options_of_reading(const Parameters& parameters, const std::string& where) {
  const auto given = [&](const char* name, const std::string& unit) {
    const double value = parameters.real(name);
    if (value < 0 && value != -1)
      throw InputError(where + ": " + name + " cannot be " + shortest(value) + "; valid: at least 0 " + unit +
                       ", or -1");
    return value < 0 ? std::nullopt : std::optional(value);
  };
  WorkflowOptions options;
  options.run_time = given("run_time", "s");
  options.file_size = given("file_size", "B");
  options.joins_producers = parameters.text("producers") == "all";
  return options;
}

Workflow read_workflow(const std::filesystem::path& file, const WorkflowOptions& options) {
  auto workflow = read_in_format(file, options);
  const auto notes = notes_on(workflow);
  workflow.notes.insert(workflow.notes.begin(), notes.begin(), notes.end());
  return workflow;
}

} // namespace malha
