// SPDX-License-Identifier: MIT
// Lookahead: takes the tasks by rank_u as HEFT does. It tries each resource for a task, puts what comes after
// it by the rule of HEFT, and keeps the resource for which the latest of these ends is earliest
// (bittencourt2010). What comes after are its children, each as if parents without a place did not exist, or
// all tasks that have no place yet (horizon=all; DSLab, crates/dslab-dag). Ties: the lowest resource.
#include "policies/workflow/ranks.hpp"
#include "policies/workflow/schedule.hpp"

namespace malha::workflow {
namespace {

class Lookahead : public Planner {
public:
  explicit Lookahead(const Parameters& parameters)
      : sees_all_(parameters.text("horizon") == "all"), slots_(slots_of(parameters)) {}

  std::vector<Placement> plan(const PlanView& view) override {
    const auto order = by_rank(view.graph, upward_ranks(view));
    std::vector<std::size_t> places(order.size());
    for (std::size_t place = 0; place < order.size(); ++place)
      places[static_cast<std::size_t>(order[place])] = place;

    Schedule schedule(view, slots_);
    for (std::size_t place = 0; place < order.size(); ++place) {
      std::vector<int> after;
      if (sees_all_) {
        after.assign(order.begin() + static_cast<std::ptrdiff_t>(place) + 1, order.end());
      } else {
        for (const auto& child : view.graph.children(order[place]))
          after.push_back(child.task);
        std::sort(after.begin(), after.end(), [&](int a, int b) {
          return places[static_cast<std::size_t>(a)] < places[static_cast<std::size_t>(b)];
        });
      }
      schedule.place(order[place], best(schedule, order[place], after));
    }
    return schedule.placements();
  }

private:
  Placement best(Schedule& schedule, int task, const std::vector<int>& after) const {
    if (after.empty() && !sees_all_)
      return schedule.earliest_end(task);
    Placement best = schedule.on(task, 0);
    Seconds least = never;
    for (int resource = 0; resource < schedule.resources(); ++resource) {
      const auto here = schedule.on(task, resource);
      schedule.place(task, here);
      if (const Seconds latest = latest_end(schedule, after); latest < least) {
        least = latest;
        best = here;
      }
      schedule.remove(task);
    }
    return best;
  }

  /// The latest end of the tasks after it. Of the whole plan, if it sees all.
  Seconds latest_end(Schedule& schedule, const std::vector<int>& after) const {
    Seconds latest = 0;
    for (const int next : after) {
      const auto placement = schedule.earliest_end(next);
      latest = std::max(latest, placement.end);
      schedule.place(next, placement);
    }
    if (sees_all_)
      for (const auto& placement : schedule.placements())
        latest = std::max(latest, placement.end);
    for (const int next : after)
      schedule.remove(next);
    return latest;
  }

  bool sees_all_;
  Slots slots_;
};

} // namespace

MALHA_POLICY(policy<Lookahead>(
    "workflow/lookahead", "puts tasks where those that come after end first",
    "bittencourt2010; DSLab, crates/dslab-dag",
    {choice("horizon", "children", {"children", "all"},
            "what comes after a task: children: its children; all: all tasks without a place"),
     slots_parameter("insertion")}))

} // namespace malha::workflow
