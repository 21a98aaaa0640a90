// SPDX-License-Identifier: MIT
// Sufferage for a plan: of the tasks whose parents have a place, the one with the greatest difference of its
// second least and its least completion time is next, where it ends first behind the last task of a resource
// (maheswaran1999). On one resource the difference is 0. Ties: the lowest task, the lowest resource.
#include "policies/workflow/ready_plan.hpp"

namespace malha::workflow {
namespace {

class Sufferage : public Planner {
public:
  std::vector<Placement> plan(const PlanView& view) override {
    return plan_ready_tasks(
        view, [](const FirstEnds& a, const FirstEnds& b) { return sufferage(a) > sufferage(b); });
  }

private:
  static Seconds sufferage(const FirstEnds& ends) {
    return ends.resource_of_second < 0 ? 0 : ends.second - ends.best.end;
  }
};

} // namespace

MALHA_POLICY(policy<Sufferage>("workflow/sufferage",
                               "places the ready task first that would lose most without its best resource",
                               "maheswaran1999"))

} // namespace malha::workflow
