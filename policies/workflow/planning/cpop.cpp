// SPDX-License-Identifier: MIT
// CPOP: puts all tasks of one critical path on the resource that runs them in the least time, and each other
// task where it ends first. Of the ready tasks, that of the greatest rank_u + rank_d is next (topcuoglu2002,
// section 4.2). Ties: the lowest task, the lowest resource.
#include "policies/workflow/ranks.hpp"
#include "policies/workflow/schedule.hpp"

#include <cmath>

namespace malha::workflow {
namespace {

bool are_equal(Seconds a, Seconds b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

class Cpop : public Planner {
public:
  explicit Cpop(const Parameters& parameters) : slots_(slots_of(parameters)) {}

  std::vector<Placement> plan(const PlanView& view) override {
    const auto up = upward_ranks(view);
    auto priorities = downward_ranks(view);
    for (std::size_t task = 0; task < up.size(); ++task)
      priorities[task] += up[task];
    const auto path = critical_path(view, up, priorities);
    std::vector<bool> is_on_path(up.size());
    for (const int task : path)
      is_on_path[static_cast<std::size_t>(task)] = true;
    const int resource_of_path = fastest(view, path);

    Schedule schedule(view, slots_);
    for (ReadyByPriority tasks(view.graph, priorities); !tasks.empty();) {
      const int task = tasks.take_first();
      schedule.place(task, is_on_path[static_cast<std::size_t>(task)] ? schedule.on(task, resource_of_path)
                                                                      : schedule.earliest_end(task));
    }
    return schedule.placements();
  }

private:
  /// From the first entry of the greatest priority on, always the lowest child of that priority that
  /// continues the longest way to an exit. Sums of dates are compared as they are rounded.
  static std::vector<int> critical_path(const PlanView& view, const std::vector<Seconds>& up,
                                        const std::vector<Seconds>& priorities) {
    const auto& graph = view.graph;
    const auto at = [](const auto& values, int task) { return values[static_cast<std::size_t>(task)]; };
    int task = graph.order().front();
    for (const int entry : graph.order())
      if (graph.parents(entry).empty() && (at(priorities, entry) > at(priorities, task) ||
                                           (at(priorities, entry) == at(priorities, task) && entry < task)))
        task = entry;
    const Seconds length = at(priorities, task);
    std::vector<int> path{task};
    while (!graph.children(task).empty()) {
      const auto links = graph.children(task);
      const Seconds mean = view.run_times.mean(task);
      const auto next = std::find_if(links.begin(), links.end(), [&](const Link& child) {
        return are_equal(at(priorities, child.task), length) &&
               are_equal(mean + (view.network.mean(child.data) + at(up, child.task)), at(up, task));
      });
      if (next == links.end())
        break;
      path.push_back(task = next->task);
    }
    return path;
  }

  /// The resource on which the tasks together take the least time.
  static int fastest(const PlanView& view, const std::vector<int>& tasks) {
    return resource_of_least(view.run_times.resources(), [&](int resource) {
      Seconds sum = 0;
      for (const int task : tasks)
        sum += view.run_times.of(task, resource);
      return sum;
    });
  }

  Slots slots_;
};

} // namespace

MALHA_POLICY(policy<Cpop>("workflow/cpop",
                          "puts the critical path on one resource, other tasks where they end first",
                          "topcuoglu2002, section 4.2", {slots_parameter("insertion")}))

} // namespace malha::workflow
