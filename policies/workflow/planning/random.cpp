// SPDX-License-Identifier: MIT
// Random for a plan: takes the tasks in the order of the graph, and draws the resource of each, all as
// likely. A baseline.
#include "policies/workflow/ready_plan.hpp"

#include <boost/random/uniform_int_distribution.hpp>

namespace malha::workflow {
namespace {

class Random : public Planner {
public:
  Random(const Parameters&, RandomStreams& random) : engine_(random.stream("workflow.resources")) {}

  std::vector<Placement> plan(const PlanView& view) override {
    boost::random::uniform_int_distribution<int> resources(0, view.run_times.resources() - 1);
    return plan_in_order(
        view, [&](const Schedule& schedule, int task) { return schedule.on(task, resources(engine_)); });
  }

private:
  RandomStreams::Engine& engine_;
};

} // namespace

MALHA_POLICY(policy<Random>("workflow/random", "places the tasks in order, each on a resource that is drawn",
                            "a baseline"))

} // namespace malha::workflow
