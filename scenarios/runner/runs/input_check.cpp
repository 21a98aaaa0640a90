// SPDX-License-Identifier: MIT
#include "input_check.hpp"

#include "scenarios/runner/processes/workers.hpp"

namespace malha {
namespace {

Outcome read_inputs(const SimulationPlan& plan) {
  new Simulation(plan, {});                  // never destroyed: plugins must outlive its engine
  if (!plan.workload.generator->is_reader()) // a generator reads no file
    return {};
  RandomStreams random(plan.seed);
  constexpr FlopsPerSecond any_speed = 1e9; // the jobs are dropped
  const auto source =
      plan.workload.generator->make({plan.workload.parameters, random, plan.workload.file, any_speed});
  while (source->next()) {
  }
  return {};
}

} // namespace

void refuse_bad_inputs(const std::vector<SimulationPlan>& plans) {
  std::vector<WorkItem> items;
  for (const auto& plan : plans)
    items.push_back({"inputs", [&plan] { return read_inputs(plan); }});
  const auto check = [](std::size_t, const Outcome& outcome) {
    if (outcome.status == Status::bad_input)
      throw InputError(outcome.message);
  };
  if (const int signal = run_workers(items, {}, check); signal != 0)
    end_by_signal(signal);
}

} // namespace malha
