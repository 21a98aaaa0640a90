// SPDX-License-Identifier: MIT
// Workflows, in WfFormat and with tables of run times, are read or refused. What is read has each task once
// in an order, behind its parents.
#include "scenarios/workload/files/workflow.hpp"
#include "scratch.hpp"

namespace malha::fuzz::workflow_harness {

void check(std::string_view text) {
  static const ScratchFile file("input.json");
  WorkflowOptions all;
  all.run_time = 1;
  all.joins_producers = true;
  for (const auto& options : {WorkflowOptions{}, all})
    is_accepted([&] {
      const auto workflow = read_workflow(file.holding(text), options);
      const auto graph = graph_of(workflow, "input.json");
      require(graph.order().size() == workflow.tasks.size(), "each task has a place");
      for (const int task : graph.order())
        for (const auto& parent : graph.parents(task))
          require(graph.place(parent.task) < graph.place(task), "parents come first");
    });
}

} // namespace malha::fuzz::workflow_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::workflow_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
