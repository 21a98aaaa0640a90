// SPDX-License-Identifier: MIT
// Min-min with queues: of all waiting tasks the one whose end is first goes to the resource of that end,
// behind all that the resource got before. This is the rule of SimGrid's example dag-scheduling
// (v3.32), which gives one task in each step of its engine (`asks=steps` of the broker). The end of a
// task on a resource is the end of the last one that the resource got, as it was computed then, or the date
// at which its data would be there if they had left when they were made, whichever is later, + its run time.
// The date of the decision does not count. The data of a task of a bag are there since its submission. Ties:
// the lowest task, then the lowest resource. Without `most=1` each resource gets up to one task at a
// decision, and where no task may wait for a resource, free ones alone: this is ours.
#include "policies/broker/assignment.hpp"

#include <set>

namespace malha::broker {
namespace {

class MinMinQueue : public Assign {
public:
  explicit MinMinQueue(const Parameters& parameters) : most_(parameters.integer("most")) {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    ends_.resize(view.resources.size(), 0);
    std::vector<Assignment> given;
    std::set<TaskId> taken;
    std::set<int> full;
    const auto most = most_ > 0 ? static_cast<std::size_t>(most_) : view.resources.size();
    while (given.size() < most) {
      const auto next = first_to_end(view, taken, full);
      if (next.end == never)
        break;
      ends_[static_cast<std::size_t>(next.resource)] = next.end;
      given.push_back({next.task, next.resource});
      taken.insert(next.task);
      full.insert(next.resource);
    }
    return given;
  }

private:
  struct Choice {
    TaskId task = 0;
    int resource = 0;
    Seconds end = never;
  };

  /// Each resource gets one task at a decision. A choice without an end: there is none.
  Choice first_to_end(const AssignmentView& view, const std::set<TaskId>& taken,
                      const std::set<int>& full) const {
    Choice first;
    for (const auto& task : view.waiting) {
      if (taken.count(task.id) > 0)
        continue;
      for (const int resource : view.open != nullptr ? *view.open : view.free)
        if (const Seconds end = end_on(view, task, resource); full.count(resource) == 0 && end < first.end)
          first = {task.id, resource, end};
    }
    return first;
  }

  Seconds end_on(const AssignmentView& view, const Task& task, int resource) const {
    const auto number = static_cast<std::size_t>(resource);
    const bool has_data = view.dags != nullptr && task.is_in_dag;
    const Seconds data = has_data ? view.dags->data_at(task, resource) : task.submitted;
    return std::max(ends_[number], data) +
           (has_data ? view.dags->run_time(task, resource) : expected_time(task, view.resources[number]));
  }

  const std::int64_t most_;
  std::vector<Seconds> ends_; ///< by resource: the end of the last task that it got, as computed then
};

} // namespace

MALHA_POLICY(policy<MinMinQueue>("broker/min_min_queue",
                                 "puts the task that ends first behind those of the resource where it does",
                                 "SimGrid v3.32, examples/cpp/dag-scheduling",
                                 {integer("most", 0, between(0, 1'000'000), "tasks",
                                          "that are given at one decision; 0: one for each resource")}))

} // namespace malha::broker
