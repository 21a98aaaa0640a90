// SPDX-License-Identifier: MIT
#include "policies/workflow/planning.hpp"

#include "actors/runtime/external/external_question.hpp"
#include "actors/runtime/external/network_json.hpp"

namespace malha::external {
namespace {

class ExternalPlanner : public Elsewhere<workflow::Planner> {
public:
  using Elsewhere::Elsewhere;

  std::vector<workflow::Placement> plan(const workflow::PlanView& view) override {
    return there().ask(
        "plan", [&](JsonLine& line) { line.object("view", [&](JsonLine& one) { write_view(one, view); }); },
        [](const Answer& answer) {
          std::vector<workflow::Placement> placements;
          answer.each([&](const Answer& one) {
            one.allow({"resource", "start", "end"});
            placements.push_back({one.index("resource"), one.real("start"), one.real("end")});
          });
          return placements;
        });
  }

private:
  static void write_view(JsonLine& line, const workflow::PlanView& view) {
    const auto& times = view.run_times;
    line.member("submitted", view.submitted);
    line.member("tasks", view.graph.tasks());
    line.member("resources", times.resources());
    std::vector<workflow::Edge> edges;
    std::vector<std::vector<Seconds>> of_tasks;
    for (int task = 0; task < view.graph.tasks(); ++task) {
      for (const auto& child : view.graph.children(task))
        edges.push_back({task, child.task, child.data});
      auto& own = of_tasks.emplace_back();
      for (int resource = 0; resource < times.resources(); ++resource)
        own.push_back(times.of(task, resource));
    }
    line.list("edges", edges, [](JsonLine& one, const workflow::Edge& edge) {
      one.member("from", edge.from);
      one.member("to", edge.to);
      one.member("data", edge.data);
    });
    line.member("run_times", of_tasks);
    write_network(line, view.network);
    line.list("busy", view.busy, [](JsonLine& one, const workflow::Busy& busy) {
      one.member("resource", busy.resource);
      one.member("start", busy.start);
      one.member("end", busy.end);
    });
  }
};

} // namespace

MALHA_EXTERNAL(external_question<ExternalPlanner>({"plan"}))

} // namespace malha::external
