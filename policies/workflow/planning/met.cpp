// SPDX-License-Identifier: MIT
// MET, minimum execution time, for a plan: takes the tasks in the order of the graph, and puts each on the
// resource that runs it in the least time, whatever else that has to do (maheswaran1999). Ties: the lowest
// resource.
#include "policies/workflow/ready_plan.hpp"

namespace malha::workflow {
namespace {

class Met : public Planner {
public:
  std::vector<Placement> plan(const PlanView& view) override {
    return plan_in_order(view, [&](const Schedule& schedule, int task) {
      return schedule.on(task, resource_of_least(schedule.resources(), [&](int resource) {
                           return view.run_times.of(task, resource);
                         }));
    });
  }
};

} // namespace

MALHA_POLICY(policy<Met>("workflow/met", "places the tasks in order, each where it runs in the least time",
                         "maheswaran1999"))

} // namespace malha::workflow
