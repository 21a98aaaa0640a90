// SPDX-License-Identifier: MIT
// HEFT: takes the tasks by rank_u, the greatest first, and puts each where it ends first, in a gap if it fits
// (topcuoglu2002, section 4.1). Ties: ranks by the order of the graph, ends by the lowest resource.
#include "policies/workflow/ranks.hpp"
#include "policies/workflow/schedule.hpp"

namespace malha::workflow {
namespace {

class Heft : public Planner {
public:
  explicit Heft(const Parameters& parameters) : slots_(slots_of(parameters)) {}

  std::vector<Placement> plan(const PlanView& view) override {
    Schedule schedule(view, slots_);
    for (const int task : by_rank(view.graph, upward_ranks(view)))
      schedule.place(task, schedule.earliest_end(task));
    return schedule.placements();
  }

private:
  Slots slots_;
};

} // namespace

MALHA_POLICY(policy<Heft>("workflow/heft",
                          "puts the task with the longest way to an exit where it ends first",
                          "topcuoglu2002, section 4.1", {slots_parameter("insertion")}))

} // namespace malha::workflow
