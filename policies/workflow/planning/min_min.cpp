// SPDX-License-Identifier: MIT
// Min-min for a plan: of the tasks whose parents have a place, the one with the least completion time is
// next, where it ends first behind the last task of a resource (maheswaran1999). Ties: the lowest task, the
// lowest resource.
#include "policies/workflow/ready_plan.hpp"

namespace malha::workflow {
namespace {

class MinMin : public Planner {
public:
  std::vector<Placement> plan(const PlanView& view) override {
    return plan_ready_tasks(view,
                            [](const FirstEnds& a, const FirstEnds& b) { return a.best.end < b.best.end; });
  }
};

} // namespace

MALHA_POLICY(policy<MinMin>("workflow/min_min", "places the ready task that ends first", "maheswaran1999"))

} // namespace malha::workflow
