// SPDX-License-Identifier: MIT
// PEFT: foresees for each task and resource the least time from the end of the task to an exit, the
// optimistic cost OCT. The ready task of the greatest mean OCT is next. It goes where its end plus its OCT is
// least (arabnejad2014). Ties: the lowest task, the lowest resource.
#include "policies/workflow/ranks.hpp"
#include "policies/workflow/schedule.hpp"

namespace malha::workflow {
namespace {

class Peft : public Planner {
public:
  explicit Peft(const Parameters& parameters) : slots_(slots_of(parameters)) {}

  std::vector<Placement> plan(const PlanView& view) override {
    const int resources = view.run_times.resources();
    const auto costs = optimistic_costs(view);
    std::vector<Seconds> ranks;
    for (const auto& row : costs)
      ranks.push_back(std::accumulate(row.begin(), row.end(), 0.0) / resources);

    Schedule schedule(view, slots_);
    for (ReadyByPriority tasks(view.graph, ranks); !tasks.empty();) {
      const int task = tasks.take_first();
      const auto& row = costs[static_cast<std::size_t>(task)];
      Placement best = schedule.on(task, 0);
      Seconds least = best.end + row[0];
      for (int resource = 1; resource < resources; ++resource) {
        const auto here = schedule.on(task, resource);
        if (const Seconds foreseen = here.end + row[static_cast<std::size_t>(resource)]; foreseen < least) {
          least = foreseen;
          best = here;
        }
      }
      schedule.place(task, best);
    }
    return schedule.placements();
  }

private:
  /// OCT of each task, a row with the costs on each resource: the greatest over its children of the least
  /// over resources for the child of OCT + run time, + the mean transfer unless the resource is the same.
  static std::vector<std::vector<Seconds>> optimistic_costs(const PlanView& view) {
    const auto resources = static_cast<std::size_t>(view.run_times.resources());
    std::vector<std::vector<Seconds>> costs(static_cast<std::size_t>(view.graph.tasks()),
                                            std::vector<Seconds>(resources));
    std::vector<Seconds> there(resources); // OCT + run time of a child on each resource
    const auto& order = view.graph.order();
    for (auto child = order.rbegin(); child != order.rend(); ++child) {
      for (std::size_t resource = 0; resource < resources; ++resource)
        there[resource] = costs[static_cast<std::size_t>(*child)][resource] +
                          view.run_times.of(*child, static_cast<int>(resource));
      const Seconds least = *std::min_element(there.begin(), there.end());
      for (const auto& parent : view.graph.parents(*child)) {
        auto& row = costs[static_cast<std::size_t>(parent.task)];
        const Seconds elsewhere = least + view.network.mean(parent.data);
        for (std::size_t resource = 0; resource < resources; ++resource)
          row[resource] = std::max(row[resource], std::min(there[resource], elsewhere));
      }
    }
    return costs;
  }

  Slots slots_;
};

} // namespace

MALHA_POLICY(policy<Peft>("workflow/peft",
                          "puts tasks where their end and the least time from there to an exit are early",
                          "arabnejad2014", {slots_parameter("insertion")}))

} // namespace malha::workflow
