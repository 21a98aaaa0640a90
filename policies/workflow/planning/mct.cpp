// SPDX-License-Identifier: MIT
// MCT, minimum completion time, for a plan: takes the tasks in the order of the graph, and puts each where it
// ends first, behind the last task of a resource (maheswaran1999). Ties: the lowest resource.
#include "policies/workflow/ready_plan.hpp"

namespace malha::workflow {
namespace {

class Mct : public Planner {
public:
  std::vector<Placement> plan(const PlanView& view) override {
    return plan_in_order(view,
                         [](const Schedule& schedule, int task) { return schedule.earliest_end(task); });
  }
};

} // namespace

MALHA_POLICY(policy<Mct>("workflow/mct", "places the tasks in order, each where it ends first",
                         "maheswaran1999"))

} // namespace malha::workflow
