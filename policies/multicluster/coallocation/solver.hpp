// SPDX-License-Identifier: MIT
#pragma once
#include "branch.hpp"
#include "tables.hpp"

namespace malha::multicluster {

/// Finds allocations by the solver that the parameters of a policy choose.
class CoallocationSolver {
public:
  /// The parameters that it reads.
  static std::vector<ParameterSpec> parameters() {
    return {choice("solver", "tables", {"tables", "branch"},
                   "tables over the clusters, or a branch and bound over all nodes"),
            integer("limit", 1000000, at_least(1), "count",
                    "nodes of its tree after which solver=branch gives up and answers the best that it has "
                    "found")};
  }

  explicit CoallocationSolver(const Parameters& parameters)
      : branches_(parameters.text("solver") == "branch"), limit_(parameters.integer("limit")) {}

  /// The allocation of least run time. Ties: fewest clusters, then most tasks in the lowest cluster, then in
  /// the next, and so on; in each cluster the nodes of most power, of equals the lowest numbers.
  Coallocation least_time(const CoallocationView& view, const CoallocationGoal& goal) const {
    const CoallocationModel model(view, goal);
    const auto nodes = most_power_first(view);
    if (branches_)
      return CoallocationBranches(model, nodes, false, limit_).search();
    CoallocationTables tables(model, nodes);
    const auto tasks = tables.least_time();
    return answer(tasks, nodes, view, tables.steps());
  }

  /// The first allocation that keeps to the goal, when those with most tasks in the lowest cluster come
  /// first, then in the next, and so on; in each cluster the nodes of the lowest numbers.
  Coallocation first(const CoallocationView& view, const CoallocationGoal& goal) const {
    const CoallocationModel model(view, goal);
    std::vector<std::vector<UsableNode>> nodes;
    for (const auto& offer : view.clusters)
      nodes.push_back(offer.usable);
    if (branches_)
      return CoallocationBranches(model, nodes, true, limit_).search();
    CoallocationTables tables(model, nodes);
    const auto tasks = tables.first();
    return answer(tasks, nodes, view, tables.steps());
  }

private:
  static Coallocation answer(const std::optional<std::vector<int>>& tasks,
                             const std::vector<std::vector<UsableNode>>& nodes, const CoallocationView& view,
                             std::int64_t steps) {
    auto allocation = tasks ? allocation_of(*tasks, nodes, view) : Coallocation();
    allocation.solver_nodes = steps;
    return allocation;
  }

  const bool branches_;
  const std::int64_t limit_;
};

/// A policy that answers the allocation of least run time, in which SC is not above a limit.
class LeastTime : public Coallocate {
public:
  static std::vector<ParameterSpec> parameters() {
    auto parameters = CoallocationSolver::parameters();
    parameters.push_back(
        choice("obj_sc", "clamp", {"clamp", "raw"},
               "in the run time a slowdown of communication below 1 counts as 1, or as it is"));
    return parameters;
  }

  LeastTime(const Parameters& parameters, double most_slowdown)
      : solver_(parameters), goal_{parameters.text("obj_sc") == "clamp", most_slowdown} {}

  Coallocation coallocate(const CoallocationView& view) override { return solver_.least_time(view, goal_); }

private:
  const CoallocationSolver solver_;
  const CoallocationGoal goal_;
};

} // namespace malha::multicluster
