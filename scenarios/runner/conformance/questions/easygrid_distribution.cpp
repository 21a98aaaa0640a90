// SPDX-License-Identifier: MIT
#include "policies/easygrid/distribution.hpp"
#include "scenarios/runner/conformance/books/tasks.hpp"
#include "scenarios/runner/conformance/positions.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// Tasks by their works, and children with their weights. An answer is a list of [task, child].
class TasksAndChildren {
public:
  using Question = easygrid::Distribution;

  void fields(Fields& field, Draw& draw) {
    std::vector<Flops> works;
    field("tasks", works, above_0(), draw.works(40));
    tasks_ = tasks_of(works);
    for (const int number : draw.children(1, 12))
      children_.push_back({number, 1});
    int before = -1;
    field.list("children", children_, [&](Fields& of_child, easygrid::Share& child) {
      child.weight = 1;
      of_child("child", child.child, child.child);
      of_child("weight", child.weight, above_0(1e30),
               draw.one_in(2) ? draw.integer(1, 3) : draw.real(1e-3, 1e12));
      field.need(child.child > before, "children are not in order");
      before = child.child;
    });
    field.need(!children_.empty(), "there is no child");
  }

  Json ask(easygrid::Distribution& policy, Asking& asking) const {
    Json places = Json::array();
    for (const auto& one : asking.ask([&] { return policy.distribute({0, tasks_, children_}); }))
      places.push_back({one.task, one.child});
    return places;
  }

  std::string broken_rule(const Json& places) const {
    Json placed = Json::array();
    for (const auto& one : places) {
      placed.push_back(one.at(0));
      const int child = one.at(1).get<int>();
      if (std::none_of(children_.begin(), children_.end(),
                       [child](const auto& share) { return share.child == child; }))
        return "child " + std::to_string(child) + " is not there";
    }
    if (placed.size() < tasks_.size())
      return "a task is left out";
    return broken_position_rule(placed, tasks_.size());
  }

private:
  std::vector<Task> tasks_;
  std::vector<easygrid::Share> children_;
};

} // namespace

MALHA_VIEWS(views<TasksAndChildren>())

} // namespace malha::conformance
