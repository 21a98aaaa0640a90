// SPDX-License-Identifier: MIT
// List scheduling: the waiting tasks in an order, each to a free resource: the first one by number, or the
// one on which the task would end first. The orders are: id; ready, since when all parents have ended
// (dataflow, first in first out); rank, the longest path to an exit first (topcuoglu2002, rank_u, at each
// decision); level, only tasks of the lowest level of their DAG that has not ended, the heaviest first. A
// task of a bag is ready from its submission on, and has its run time as rank. Ties: the lowest id.
#include "mapping.hpp"

#include <algorithm>

namespace malha::broker {
namespace {

class List : public Assign {
public:
  explicit List(const Parameters& parameters)
      : order_(parameters.text("priority")), takes_earliest_(parameters.text("resource") == "earliest") {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    std::vector<int> free(view.free.begin(), view.free.end());
    std::vector<Assignment> given;
    if (free.empty())
      return given;
    const auto tasks = listed(view, free.size());
    for (const auto& [key, task] : tasks) {
      const auto resource = takes_earliest_ ? earliest(view, *task, free) : free.begin();
      given.push_back({task->id, *resource});
      free.erase(resource);
    }
    return given;
  }

private:
  using Listed = std::pair<double, const Task*>; ///< the least number is first

  /// The first tasks of the list, as many as there are free resources.
  std::vector<Listed> listed(const AssignmentView& view, std::size_t most) const {
    std::vector<Listed> tasks;
    for (const auto& task : view.waiting)
      if (const auto key = key_of(view, task))
        tasks.emplace_back(*key, &task);
    const auto end = tasks.begin() + static_cast<std::ptrdiff_t>(std::min(most, tasks.size()));
    std::partial_sort(tasks.begin(), end, tasks.end(), [](const Listed& a, const Listed& b) {
      return a.first != b.first ? a.first < b.first : a.second->id < b.second->id;
    });
    tasks.erase(end, tasks.end());
    return tasks;
  }

  /// Nothing: the task may not start now.
  std::optional<double> key_of(const AssignmentView& view, const Task& task) const {
    const auto* dags = task.is_in_dag ? view.dags : nullptr;
    if (order_ == "ready")
      return dags != nullptr ? dags->ready_since(task) : task.submitted;
    if (order_ == "rank")
      return -(dags != nullptr ? dags->rank(task) : task.work / view.mean_speed);
    if (order_ == "id")
      return 0;
    if (dags != nullptr && dags->level(task) > dags->lowest_level(task))
      return std::nullopt;
    return -task.work;
  }

  static std::vector<int>::iterator earliest(const AssignmentView& view, const Task& task,
                                             std::vector<int>& free) {
    const auto end_on = [&](int resource) {
      return view.dags != nullptr && task.is_in_dag
                 ? view.dags->wait(task, resource, view.now) + view.dags->run_time(task, resource)
                 : expected_time(task, view.resources[static_cast<std::size_t>(resource)]);
    };
    return std::min_element(free.begin(), free.end(), [&](int a, int b) { return end_on(a) < end_on(b); });
  }

  const std::string order_;
  const bool takes_earliest_;
};

} // namespace

MALHA_POLICY(policy<List>(
    "broker/list", "gives waiting tasks in a chosen order to free resources",
    "textbook; topcuoglu2002 (ranks); DSLab, dynamic list scheduling",
    {choice("priority", "ready", {"ready", "rank", "level", "id"},
            "which task is first: ready first; longest path to an exit first; level by level of their DAG; "
            "by id"),
     choice("resource", "number", {"number", "earliest"},
            "the free resource of the lowest number, or that on which the task would end first")}))

} // namespace malha::broker
