// SPDX-License-Identifier: MIT
// OLB, opportunistic load balancing, for a plan: takes the tasks in the order of the graph, and puts each on
// the resource whose last task ends first, whatever the times there (maheswaran1999). Ties: the lowest
// resource.
#include "policies/workflow/ready_plan.hpp"

namespace malha::workflow {
namespace {

class Olb : public Planner {
public:
  std::vector<Placement> plan(const PlanView& view) override {
    return plan_in_order(view, [](const Schedule& schedule, int task) {
      return schedule.on(task, resource_of_least(schedule.resources(),
                                                 [&](int resource) { return schedule.end(resource); }));
    });
  }
};

} // namespace

MALHA_POLICY(policy<Olb>("workflow/olb", "places the tasks in order, each where the last task ends first",
                         "maheswaran1999"))

} // namespace malha::workflow
