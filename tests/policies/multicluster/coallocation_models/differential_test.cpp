// SPDX-License-Identifier: MIT
// The policies that solve a problem, by both of their solvers, against all sets of nodes, and against GLPK.
#include "glpk_model.hpp"
#include "instances.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"

#include <cmath>

namespace malha::testing {
namespace differential_test {

using namespace reference_coallocation;

using Settings = std::map<std::string, std::string>;

const std::uint64_t instances = scaled<std::uint64_t>(1000); ///< of each problem

/// A policy that looks for the least run time.
struct Problem {
  std::string name, policy, objective;
  Goal goal;

  multicluster::Coallocation solved(const test::HandMadeClusters& instance, const std::string& solver) const {
    return test::allocate(policy, instance,
                          {{"solver", solver}, {"limit", "1000000000"}, {"obj_sc", objective}});
  }
};

std::string printed(const Problem& problem) { return problem.name; }

class CoallocationDifferential : public ::testing::TestWithParam<Problem> {};

INSTANTIATE_TEST_SUITE_P(
    Problems, CoallocationDifferential,
    ::testing::Values(Problem{"optimal", "multicluster/optimal", "clamp", {true, true}},
                      Problem{"optimal raw", "multicluster/optimal", "raw", {false, true}},
                      Problem{"non saturated", "multicluster/non_saturated", "clamp", {true, false}},
                      Problem{"non saturated raw", "multicluster/non_saturated", "raw", {false, false}}),
    ByValue());

/// What both solvers answer, which must be the same; empty where the job is not allocated.
test::Nodes nodes_of_both(const Problem& problem, const test::HandMadeClusters& instance) {
  const auto tables = problem.solved(instance, "tables"), branch = problem.solved(instance, "branch");
  EXPECT_EQ(tables.nodes, branch.nodes);
  EXPECT_EQ(tables.processing_slowdown, branch.processing_slowdown);
  EXPECT_EQ(tables.communication_slowdown, branch.communication_slowdown);
  EXPECT_FALSE(branch.gave_up);
  if (!problem.goal.saturates) {
    EXPECT_LE(tables.communication_slowdown, 1);
  }
  return tables.nodes;
}

// To the last digit, and with the same numbers of tasks in the same clusters.
TEST_P(CoallocationDifferential, BothSolversFindTheBestOfAllSetsOfNodes) {
  int infeasible = 0, split = 0;
  for (std::uint64_t seed = 0; seed < instances && !HasFailure(); ++seed) {
    SCOPED_TRACE("instance " + std::to_string(seed));
    const auto instance = random_clusters({4, 4}, seed);
    const auto nodes = nodes_of_both(GetParam(), instance);
    const auto best = best_of_all(instance, GetParam().goal);
    ASSERT_EQ(nodes.empty(), !best);
    if (!best) {
      ++infeasible;
      continue;
    }
    const auto found = judged(instance, GetParam().goal, nodes);
    ASSERT_EQ(found.time, best->time);
    ASSERT_EQ(found.counts, best->counts);
    split += found.clusters > 1;
  }
  EXPECT_GT(infeasible, 10); // that these are instances of all kinds
  EXPECT_GT(split, 100);
}

// On larger instances. GLPK calculates to some seven digits.
TEST_P(CoallocationDifferential, BothSolversFindTheRunTimeOfGlpk) {
  for (std::uint64_t seed = 0; seed < instances && !HasFailure(); ++seed) {
    SCOPED_TRACE("instance " + std::to_string(seed));
    const auto instance = random_clusters({5, 5}, instances + seed);
    const auto nodes = nodes_of_both(GetParam(), instance);
    const auto least = least_time_of_glpk(instance, GetParam().goal);
    ASSERT_EQ(nodes.empty(), !least);
    if (least) {
      const Seconds time = judged(instance, GetParam().goal, nodes).time;
      ASSERT_NEAR(time, *least, 1e-6 * std::max(1.0, time));
    }
  }
}

// The last digits of numbers do not matter to GLPK, but those of a channel that is just full do to us. So no
// instance above may be near that without being there.
TEST(CoallocationInstances, AreNotDecidedByLastDigits) {
  for (std::uint64_t seed = 0; seed < 2 * instances; ++seed) {
    const auto instance = random_clusters({5, 5}, seed);
    for (std::size_t cluster = 0; cluster < instance.clusters.size(); ++cluster)
      for (int tasks = 1; tasks < instance.tasks; ++tasks) {
        const double distance = std::abs(slowdown(instance, cluster, tasks) - 1);
        EXPECT_TRUE(distance == 0 || distance > 1e-5) << seed;
      }
  }
}

TEST(NonOptimalDifferential, BothSolversFindTheFirstNumbersThatSaturateNothing) {
  int infeasible = 0, split = 0;
  for (std::uint64_t seed = 0; seed < instances && !HasFailure(); ++seed) {
    SCOPED_TRACE("instance " + std::to_string(seed));
    const auto instance = random_clusters({6, 5}, seed);
    const auto first = first_of_all(instance);
    const auto solved = [&instance](const std::string& solver) {
      return test::allocate("multicluster/non_optimal", instance,
                            {{"solver", solver}, {"limit", "1000000000"}});
    };
    const auto tables = solved("tables"), branch = solved("branch");
    ASSERT_EQ(test::counts(tables), first);
    ASSERT_EQ(branch.nodes, tables.nodes);
    for (const auto& nodes : tables.nodes)
      for (std::size_t i = 0; i < nodes.size(); ++i)
        ASSERT_EQ(nodes[i], static_cast<int>(i));
    ASSERT_LE(tables.communication_slowdown, 1);
    infeasible += first.empty();
    split += std::count_if(first.begin(), first.end(), [](int tasks) { return tasks > 0; }) > 1;
  }
  EXPECT_GT(infeasible, 10);
  EXPECT_GT(split, 100);
}

} // namespace differential_test
} // namespace malha::testing
