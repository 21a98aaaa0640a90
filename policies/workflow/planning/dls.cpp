// SPDX-License-Identifier: MIT
// DLS: the pair of a ready task and a resource with the greatest dynamic level is next: the longest way from
// the task to an exit - its start there + the median of its run times - its run time there (sih1993). Ways
// are of median run times, without transfers. Ties: the lowest task, then the lowest resource. DSLab
// (crates/dslab-dag) has slots=insertion and transfers=counted.
#include "policies/workflow/ranks.hpp"
#include "policies/workflow/schedule.hpp"

namespace malha::workflow {
namespace {

class Dls : public Planner {
public:
  explicit Dls(const Parameters& parameters)
      : counts_transfers_(parameters.text("transfers") == "counted"), slots_(slots_of(parameters)) {}

  std::vector<Placement> plan(const PlanView& view) override {
    const auto medians = median_run_times(view);
    const auto levels = longest_to_exit(
        view.graph, medians, [&](Bytes data) { return counts_transfers_ ? view.network.mean(data) : 0; });

    Schedule schedule(view, slots_);
    std::vector<Choice> choices(levels.size()); // of the ready tasks
    const auto choose = [&](int task) {
      const auto number = static_cast<std::size_t>(task);
      choices[number] = best(view, schedule, task, levels[number], medians[number]);
    };
    ReadyTasks tasks(view.graph);
    for (const int task : tasks.ready())
      choose(task);
    while (!tasks.empty()) {
      const int task = tasks.take_first([&](int a, int b) {
        const double of_a = choices[static_cast<std::size_t>(a)].level,
                     of_b = choices[static_cast<std::size_t>(b)].level;
        return of_a != of_b ? of_a > of_b : a < b;
      });
      const Placement placement = choices[static_cast<std::size_t>(task)].placement;
      schedule.place(task, placement);
      for (const int other : tasks.ready())
        if (const int resource = choices[static_cast<std::size_t>(other)].placement.resource;
            resource == placement.resource || resource < 0)
          choose(other);
    }
    return schedule.placements();
  }

private:
  struct Choice {
    double level;
    Placement placement;
  };

  static std::vector<Seconds> median_run_times(const PlanView& view) {
    const auto resources = static_cast<std::size_t>(view.run_times.resources());
    std::vector<Seconds> medians, row(resources);
    for (int task = 0; task < view.graph.tasks(); ++task) {
      for (std::size_t resource = 0; resource < resources; ++resource)
        row[resource] = view.run_times.of(task, static_cast<int>(resource));
      std::sort(row.begin(), row.end());
      medians.push_back((row[(resources - 1) / 2] + row[resources / 2]) / 2);
    }
    return medians;
  }

  /// The resource of the greatest level for the task. It changes only if that resource takes another task.
  static Choice best(const PlanView& view, const Schedule& schedule, int task, Seconds way, Seconds median) {
    Choice best{-never, schedule.on(task, 0)};
    for (int resource = 0; resource < schedule.resources(); ++resource) {
      const auto here = schedule.on(task, resource);
      const double level = way - here.start + (median - view.run_times.of(task, resource));
      if (level > best.level)
        best = {level, here};
    }
    return best;
  }

  bool counts_transfers_;
  Slots slots_;
};

} // namespace

MALHA_POLICY(policy<Dls>("workflow/dls",
                         "takes the pair of a ready task and a resource with the greatest dynamic level",
                         "sih1993; DSLab, crates/dslab-dag",
                         {choice("transfers", "ignored", {"ignored", "counted"},
                                 "whether the longest way to an exit has the mean times of transfers"),
                          slots_parameter("append")}))

} // namespace malha::workflow
