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

  explicit TasksAndChildren(const Json& view) {
    const Part all(view, {"tasks", "children"});
    tasks_ = tasks_of(all.amounts("tasks"));
    need(!all.list("children").empty(), "there is no child");
    for (const auto& one : all.list("children")) {
      const Part child(one, {"child", "weight"});
      const int number = child.integer("child", 0, 0);
      need(children_.empty() || number > children_.back().child, "children are not in order");
      children_.push_back({number, child.above_0("weight", 1, 1e30)});
    }
  }

  static Json draw(Draw& draw) {
    Json view{{"tasks", draw.works(40)}, {"children", Json::array()}};
    for (const int child : draw.children(1, 12))
      view["children"].push_back(
          {{"child", child}, {"weight", draw.one_in(2) ? draw.integer(1, 3) : draw.real(1e-3, 1e12)}});
    return view;
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
