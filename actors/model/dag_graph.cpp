// SPDX-License-Identifier: MIT
#include "dag_graph.hpp"

namespace malha {

workflow::Graph graph_with_data(const Job& job) {
  const TaskId first = job.tasks.front().id;
  std::vector<workflow::Edge> edges;
  for (const auto& [before, after] : job.precedences)
    edges.push_back({static_cast<int>(before - first), static_cast<int>(after - first), 0});
  if (job.details != nullptr)
    for (const auto& file : job.details->files)
      for (const TaskId producer : file.producers)
        for (const TaskId consumer : file.consumers)
          edges.push_back({static_cast<int>(producer), static_cast<int>(consumer), file.size});
  return {static_cast<int>(job.tasks.size()), std::move(edges)};
}

} // namespace malha
