// SPDX-License-Identifier: MIT
#include "policies/workflow/broken_plan.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A workflow and resources for it; also without edges, with times of 0, and with resources that are taken.
/// An answer is a list of [resource, start, end], one for each task.
class WorkflowView {
public:
  using Question = workflow::Planner;

  void fields(Fields& field, Draw& draw) {
    const bool few = draw.one_in(2); // values, so that there are ties
    const auto amount = [&](double most) { return few ? double(draw.integer(0, 3)) : draw.real(0, most); };
    const auto resources = static_cast<std::size_t>(draw.integer(1, 5));
    const auto tasks = draw.count(1, 10);
    std::vector<double> times(tasks * resources);
    for (auto& time : times)
      time = amount(100);
    field("resources", resources_, from(1, 1000), static_cast<int>(resources));
    field("run_times", times_, from(0), times);
    field.need(!times_.empty() && times_.size() % static_cast<std::size_t>(resources_) == 0,
               "the run times are no table");
    field("latency", latency_, from(0), amount(5));
    field("bandwidth", bandwidth_, above_0(), few ? 1.0 : draw.real(0.1, 10));
    field("submitted", submitted_, from(0), amount(50));
    const auto size = static_cast<int>(tasks);
    for (int from = 0; from < size; ++from)
      for (int to = from + 1; to < size; ++to)
        if (draw.one_in(3))
          edges_.push_back({from, to, amount(50)});
    field.list("edges", edges_, [&](Fields& of_edge, workflow::Edge& edge) {
      of_edge("from", edge.from, edge.from);
      of_edge("to", edge.to, edge.to);
      of_edge("data", edge.data, from(0), edge.data);
      of_edge.need(edge.from < edge.to && edge.to < tasks_of(times_), "an edge goes back, or nowhere");
    });
    if (draw.one_in(3))
      busy_.push_back(
          {static_cast<int>(draw.integer(0, static_cast<int>(resources) - 1)), 1, 1 + amount(30)});
    field.list("busy", busy_, [&](Fields& of_time, workflow::Busy& busy) {
      of_time("resource", busy.resource, busy.resource);
      of_time("start", busy.start, from(0), busy.start);
      of_time("end", busy.end, from(0), busy.end);
      of_time.need(busy.resource < resources_ && busy.start <= busy.end, "a resource is taken at no time");
    });
    field.need(busy_.size() <= 1, "a resource is taken twice");
  }

  Json ask(workflow::Planner& policy, Asking& asking) const {
    const Given given(*this);
    Json answer = Json::array();
    for (const auto& placement : asking.ask([&] { return policy.plan(given.view); }))
      answer.push_back({placement.resource, placement.start, placement.end});
    return answer;
  }

  std::string broken_rule(const Json& answer) const {
    if (answer.empty()) // there is no plan
      return "";
    const Given given(*this);
    std::vector<workflow::Placement> plan;
    for (const auto& one : answer)
      plan.push_back({one.at(0).get<int>(), one.at(1).is_number() ? one.at(1).get<double>() : -1,
                      one.at(2).is_number() ? one.at(2).get<double>() : -1});
    return workflow::broken_rule(given.view, plan);
  }

private:
  struct Given {
    explicit Given(const WorkflowView& of)
        : graph(of.tasks_of(of.times_), of.edges_), times(of.resources_, of.times_),
          network(of.resources_, of.latency_, of.bandwidth_), view{graph, times, network, of.submitted_,
                                                                   of.busy_} {}

    workflow::Graph graph;
    workflow::RunTimes times;
    workflow::Network network;
    workflow::PlanView view;
  };

  int tasks_of(const std::vector<double>& times) const { return static_cast<int>(times.size()) / resources_; }

  int resources_ = 1;
  std::vector<double> times_;
  Seconds latency_ = 0, submitted_ = 0;
  double bandwidth_ = 1;
  std::vector<workflow::Edge> edges_;
  std::vector<workflow::Busy> busy_;
};

} // namespace

MALHA_VIEWS(views<WorkflowView>())

} // namespace malha::conformance
