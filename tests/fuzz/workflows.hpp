// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/workload/files/workflow.hpp"
#include "scratch.hpp"

namespace malha::fuzz {

/// Reads the text as a workflow in the format that the ending of the file says, with what is missing and
/// without. What is read has each task once in an order, behind its parents.
inline void check_workflow(const ScratchFile& file, std::string_view text) {
  WorkflowOptions all;
  all.run_time = 1;
  all.file_size = 1;
  all.joins_producers = true;
  for (const auto& options : {WorkflowOptions{}, all})
    is_accepted([&] {
      const auto workflow = read_workflow(file.holding(text), options);
      const auto graph = graph_of(workflow, "input");
      require(graph.order().size() == workflow.tasks.size(), "each task has a place");
      for (const int task : graph.order())
        for (const auto& parent : graph.parents(task))
          require(graph.place(parent.task) < graph.place(task), "parents come first");
    });
}

} // namespace malha::fuzz
