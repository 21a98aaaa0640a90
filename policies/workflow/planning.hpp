// SPDX-License-Identifier: MIT
#pragma once
#include "costs.hpp"
#include "graph.hpp"
#include "policies/sdk/plugin.hpp"

#include <vector>

namespace malha::workflow {

/// A time during which a resource is taken.
struct Busy {
  int resource;
  Seconds start, end;
};

/// One workflow, and the resources for it. Each resource runs one task at a time, to its end.
struct PlanView {
  const Graph& graph;
  const RunTimes& run_times;
  const Network& network;
  Seconds submitted = 0;
  const std::vector<Busy>& busy; ///< by tasks of workflows that came before
};

/// Where a task runs, and when. Its data are there when it starts.
struct Placement {
  int resource = -1;
  Seconds start = 0, end = 0;
};

/// Which resource runs which task, and in which order? Asked once for a workflow, before it begins. Each task
/// has one placement, in the order of their numbers. Transfers do not slow each other in a plan: what follows
/// the plan on a network can take longer. An empty answer: there is no plan, and a policy assigns tasks when
/// they are ready.
class Planner : public Policy {
public:
  static constexpr const char* question = "workflow/planning";
  virtual std::vector<Placement> plan(const PlanView& view) = 0;
};

} // namespace malha::workflow
