// SPDX-License-Identifier: MIT
#pragma once
#include "policies/workflow/broken_plan.hpp"
#include "scenarios/workload/files/workflow.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::workflow {

/// A workflow, its resources, and the view of both.
struct Instance {
  Instance(Graph a_graph, RunTimes a_times, Network a_network)
      : graph(std::move(a_graph)), times(std::move(a_times)), network(std::move(a_network)) {}

  PlanView view() const { return {graph, times, network, submitted, busy}; }
  /// The plan of a planner, which must keep the rules.
  std::vector<Placement> planned(const std::string& planner,
                                 const std::map<std::string, std::string>& parameters = {}) const {
    const auto given = view();
    auto plan = test::make<Planner>("workflow/" + planner, parameters)->plan(given);
    EXPECT_EQ(broken_rule(given, plan), "") << planner;
    return plan;
  }
  Seconds makespan(const std::string& planner,
                   const std::map<std::string, std::string>& parameters = {}) const {
    Seconds last = 0;
    for (const auto& placement : planned(planner, parameters))
      last = std::max(last, placement.end);
    return last;
  }

  Graph graph;
  RunTimes times;
  Network network;
  Seconds submitted = 0;
  std::vector<Busy> busy;
};

/// An example of scenarios/workflows, whose latency and bandwidth are one number each.
inline Instance example(const std::string& name, MeanTransfer mean = MeanTransfer::cost) {
  const std::string file = MALHA_SOURCE_FOLDER "/scenarios/workflows/" + name + ".json";
  const auto read = read_workflow(file);
  const auto& hosts = *read.hosts;
  const int size = static_cast<int>(hosts.names.size());
  return {graph_of(read, file), RunTimes(size, hosts.rows),
          Network(size, hosts.latencies.at(0), hosts.bandwidths.at(0), mean)};
}

} // namespace malha::workflow
