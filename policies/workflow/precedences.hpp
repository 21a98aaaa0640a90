// SPDX-License-Identifier: MIT
#pragma once
#include "graph.hpp"
#include "policies/sdk/job.hpp"

namespace malha::workflow {

/// The precedences of a DAG, without data. Its tasks have consecutive ids; they count from 0 in the graph.
/// Throws Cycle.
inline Graph precedences_of(const Job& dag) {
  const TaskId first = dag.tasks.front().id;
  std::vector<Edge> edges;
  edges.reserve(dag.precedences.size());
  for (const auto& [before, after] : dag.precedences)
    edges.push_back({static_cast<int>(before - first), static_cast<int>(after - first), 0});
  return {static_cast<int>(dag.tasks.size()), std::move(edges)};
}

} // namespace malha::workflow
