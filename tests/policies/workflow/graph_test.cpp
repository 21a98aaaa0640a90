// SPDX-License-Identifier: MIT
#include "instance.hpp"
#include "policies/workflow/ranks.hpp"

namespace malha::workflow {
namespace graph_test {

using Numbers = std::vector<int>;

// 3 precedes 0 and 1, and both precede 2. Of 0 and 1 the lower number is next.
TEST(WorkflowGraph, HasAnOrderInWhichTheLowestFreeTaskIsNext) {
  const Graph graph(4, {{3, 1, 5}, {3, 0, 5}, {1, 2, 0}, {0, 2, 7}});
  EXPECT_EQ(graph.order(), (Numbers{3, 0, 1, 2}));
  EXPECT_EQ(graph.place(2), 3);
  EXPECT_EQ(graph.level(3), 0);
  EXPECT_EQ(graph.level(1), 1);
  EXPECT_EQ(graph.level(2), 2);
}

// Two files from task 0 to task 1, of 5 and 2 B.
TEST(WorkflowGraph, JoinsEdgesBetweenTheSameTasks) {
  const Graph graph(2, {{0, 1, 5}, {0, 1, 2}});
  EXPECT_EQ(graph.edges(), 1u);
  ASSERT_EQ(graph.parents(1).size(), 1);
  EXPECT_EQ(graph.parents(1).front().data, 7);
}

Numbers cycle_of(int tasks, std::vector<Edge> edges) {
  try {
    const Graph graph(tasks, std::move(edges));
  } catch (const Cycle& cycle) {
    return cycle.tasks;
  }
  return {};
}

// Task 4 hangs behind the cycle 1 -> 3 -> 2 -> 1, and task 0 before it.
TEST(WorkflowGraph, NamesTheTasksOfACycle) {
  EXPECT_EQ(cycle_of(5, {{0, 1, 0}, {1, 3, 0}, {3, 2, 0}, {2, 1, 0}, {2, 4, 0}}), (Numbers{1, 3, 2}));
  EXPECT_EQ(cycle_of(1, {{0, 0, 1}}), Numbers{0});
}

TEST(WorkflowGraph, RefusesEdgesOfTasksThatAreNotThere) {
  EXPECT_THROW(Graph(2, {{0, 2, 1}}), std::invalid_argument);
}

TEST(WorkflowGraph, TakesAChainOfAMillionTasks) {
  constexpr int tasks = 1'000'000;
  std::vector<Edge> edges;
  for (int task = 1; task < tasks; ++task)
    edges.push_back({task - 1, task, 1});
  EXPECT_EQ(Graph(tasks, edges).level(tasks - 1), tasks - 1);
  edges.push_back({tasks - 1, 0, 1});
  EXPECT_EQ(cycle_of(tasks, edges).size(), static_cast<std::size_t>(tasks));
}

// The table of ranks of topcuoglu2002, to its three digits.
TEST(WorkflowRanks, AreThoseOfTheTableOfItsPaper) {
  const auto instance = example("topcuoglu2002");
  const std::vector<double> up{108, 77, 80, 80, 69, 63.333, 42.667, 35.667, 44.333, 14.667},
      down{0, 31, 25, 22, 24, 27, 62.333, 66.667, 63.667, 93.333};
  const auto upward = upward_ranks(instance.view()), downward = downward_ranks(instance.view());
  for (std::size_t task = 0; task < up.size(); ++task) {
    EXPECT_NEAR(upward[task], up[task], 5e-4) << task;
    EXPECT_NEAR(downward[task], down[task], 5e-4) << task;
  }
}

// Pairs of different hosts: latencies 1 and 3 s, bandwidths 2 and 8 B/s. 16 B take 1 + 8 = 9 and 3 + 2 = 5 s,
// 7 s in the mean. By rates: 2 + 16/5 = 5.2 s. By DSLab, three resources with the master, 9 pairs, of which 6
// with the mean of 8 and 2 s, 5 s: 30/9 s. Nothing on the way takes no time.
TEST(WorkflowNetwork, HasThreeMeans) {
  const std::vector<Seconds> latencies{0, 1, 3, 0};
  const std::vector<double> bandwidths{1, 2, 8, 1};
  const auto mean = [&](MeanTransfer how) { return Network(2, latencies, bandwidths, how).mean(16); };
  EXPECT_DOUBLE_EQ(mean(MeanTransfer::cost), 7);
  EXPECT_DOUBLE_EQ(mean(MeanTransfer::rate), 5.2);
  EXPECT_DOUBLE_EQ(mean(MeanTransfer::dslab), 30.0 / 9);
  const Network network(2, latencies, bandwidths);
  EXPECT_EQ(network.mean(0), 0);
  EXPECT_EQ(network.time(16, 0, 1), 9);
  EXPECT_EQ(network.time(16, 1, 0), 5);
  EXPECT_EQ(network.time(16, 1, 1), 0);
  EXPECT_EQ(network.time(0, 0, 1), 0);
}

} // namespace graph_test
} // namespace malha::workflow
