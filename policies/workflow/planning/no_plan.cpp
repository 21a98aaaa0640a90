// SPDX-License-Identifier: MIT
// Makes no plan: the tasks of a workflow are assigned when they are ready.
#include "policies/workflow/planning.hpp"

namespace malha::workflow {
namespace {

class NoPlan : public Planner {
public:
  std::vector<Placement> plan(const PlanView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<NoPlan>("workflow/no_plan", "makes no plan: tasks are assigned when they are ready",
                            "textbook"))

} // namespace malha::workflow
