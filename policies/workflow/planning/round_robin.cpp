// SPDX-License-Identifier: MIT
// Round robin for a plan: takes the tasks in the order of the graph, and puts them on the resources in turn.
// A baseline.
#include "policies/workflow/ready_plan.hpp"

namespace malha::workflow {
namespace {

class RoundRobin : public Planner {
public:
  std::vector<Placement> plan(const PlanView& view) override {
    int turn = 0;
    return plan_in_order(view, [&](const Schedule& schedule, int task) {
      return schedule.on(task, turn++ % schedule.resources());
    });
  }
};

} // namespace

MALHA_POLICY(policy<RoundRobin>("workflow/round_robin", "places the tasks in order, on the resources in turn",
                                "a baseline"))

} // namespace malha::workflow
