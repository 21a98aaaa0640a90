// SPDX-License-Identifier: MIT
#pragma once
#include "tests/policies/multicluster/coallocating.hpp"

namespace malha::testing::reference_coallocation {

/// What is asked of an allocation.
struct Goal {
  bool clamps;    ///< in the run time SC below 1 counts as 1
  bool saturates; ///< SC may be above 1
};

/// An allocation, and what it is judged by.
struct Choice {
  Seconds time;
  int clusters;            ///< that have tasks
  std::vector<int> counts; ///< tasks by cluster
};

/// SC_k, as the equations 4.13 to 4.15 of M-CISNE give it; 0 where the tasks do not use the channel.
double slowdown(const test::HandMadeClusters& instance, std::size_t cluster, int tasks);

/// The best of all sets of nodes, each of which is looked at: of least time, then of fewest clusters, then
/// with most tasks in the lowest cluster, and so on. Nothing where there is none. For some 15 nodes.
std::optional<Choice> best_of_all(const test::HandMadeClusters& instance, const Goal& goal);

/// The first numbers of tasks by cluster that saturate nothing, most tasks in the lowest cluster first; empty
/// where there are none.
std::vector<int> first_of_all(const test::HandMadeClusters& instance);

/// What the answer of a policy is judged by.
Choice judged(const test::HandMadeClusters& instance, const Goal& goal, const test::Nodes& nodes);

} // namespace malha::testing::reference_coallocation
