// SPDX-License-Identifier: MIT
// Whole schedulers. A batch: EASY at load 0.9 in SimGrid, and the bare one without it. A bag of tasks on 100
// resources, under network transport: a broker that pushes and a tuple space that is pulled from, and the
// same messages written in S4U.
#include "batch_run.hpp"
#include "grids_by_hand.hpp"
#include "sides.hpp"

namespace malha::overhead {
namespace {

Measured measured(const BatchRun& run) { return {run.processor_seconds, run.mean_wait}; }
Measured measured(const GridRun& run) { return {run.seconds, run.date}; }

Pattern easy_at_load(double load) {
  return {"batch/easy",
          [=](std::int64_t jobs) {
            return measured(simulate_batch(make_jobs(jobs, load), "cluster.easy_backfill"));
          },
          [=](std::int64_t jobs) { return measured(run_bare_easy(make_jobs(jobs, load))); }, 2.5};
}

Pattern bag(const std::string& name, const std::string& deployment,
            GridRun (*by_hand)(const SimulationPlan&)) {
  const auto side = [=](GridRun (*run)(const SimulationPlan&)) {
    return [=](std::int64_t tasks) {
      const Library library({});
      return measured(run(plan_of_bag(library, deployment, 100, tasks, {{"transport", "network"}})));
    };
  };
  return {"grids/" + name, side(simulated), side(by_hand)};
}

} // namespace

std::vector<Pattern> scheduler_patterns() {
  return {easy_at_load(0.9), bag("push", "broker.workqueue", push_by_hand),
          bag("pull", "tuple_space.ticket_classes", pull_by_hand)};
}

} // namespace malha::overhead
