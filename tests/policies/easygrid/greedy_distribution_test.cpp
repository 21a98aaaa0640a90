// SPDX-License-Identifier: MIT
#include "policies/easygrid/distribution.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {
namespace greedy_distribution_test {

using test::tasks_of;

/// The child of task 0, of task 1, …; -1 for a task that is placed nowhere.
std::vector<int> children_of(const std::vector<Flops>& works, const std::vector<Share>& children) {
  const auto tasks = tasks_of(works);
  std::vector<int> child_of(tasks.size(), -1);
  for (const auto& placement :
       test::make<Distribution>("easygrid/greedy_distribution")->distribute({0, tasks, children}))
    child_of.at(placement.task) = placement.child;
  return child_of;
}

using Children = std::vector<int>;

// wload = 5, 5. Task 0 (4): child 0, left 1, 5. Task 1 (3): child 1, left 1, 2. Task 2 (2): child 1, left
// 1, 0. Task 3 (1): child 0.
TEST(GreedyDistribution, GivesTheHeaviestTaskToTheChildWithMostLeft) {
  EXPECT_EQ(children_of({4, 3, 2, 1}, {{0, 1}, {1, 1}}), (Children{0, 1, 1, 0}));
}

// wload = 4.5, 4.5. Task 2 (6): child 0, left -1.5, 4.5. Task 1 (2): child 1, left 2.5. Task 0 (1): child 1.
// In the order of ids the heavy task would have met task 0 on its child.
TEST(GreedyDistribution, TakesTasksByWeightNotById) {
  EXPECT_EQ(children_of({1, 2, 6}, {{0, 1}, {1, 1}}), (Children{1, 1, 0}));
}

// wload = 20, 10, six tasks of 5. Left: 15 10, 10 10 (tie: child 0), 5 10, 5 5 (tie: child 0), 0 5, 0 0.
TEST(GreedyDistribution, FillsChildrenInProportionToTheirPower) {
  EXPECT_EQ(children_of({5, 5, 5, 5, 5, 5}, {{0, 1e9}, {1, 5e8}}), (Children{0, 0, 0, 1, 0, 1}));
}

// wload = 9, 3. Task 0 (10): child 0, left -1, 3; then tasks 1 and 2 go to child 1: left 2, then 1.
TEST(GreedyDistribution, LetsAChildTakeMoreThanItsShare) {
  EXPECT_EQ(children_of({10, 1, 1}, {{0, 3}, {1, 1}}), (Children{0, 1, 1}));
}

// wload = 1.5, 1.5. The source leaves ties open; the plugin says lowest id, lowest number. Left: .5 1.5,
// .5 .5, then task 2 on the lower number.
TEST(GreedyDistribution, BreaksTiesByLowestIdAndLowestNumber) {
  EXPECT_EQ(children_of({1, 1, 1}, {{4, 1}, {7, 1}}), (Children{4, 7, 4}));
}

// Eq. 4.8: weights (sert* - ert) cp = 30 and 10 of a package of 16: wload = 12, 4. Left: 8 4, 4 4 (tie: child
// 1), 0 4, 0 0.
TEST(GreedyDistribution, SpreadsGivenTasksByTheWeightsOfTheirReceivers) {
  EXPECT_EQ(children_of({4, 4, 4, 4}, {{1, 30}, {3, 10}}), (Children{1, 1, 1, 3}));
}

// Eq. 4.4 has weights in the ratio to their sum only: 3 to 1 is 0.75 to 0.25 is 3e9 to 1e9, and so wload is
// 12, 4 in each, as above.
TEST(GreedyDistribution, KnowsWeightsByTheirRatioOnly) {
  for (const double scale : {0.25, 1.0, 1e9})
    EXPECT_EQ(children_of({4, 4, 4, 4}, {{1, 3 * scale}, {3, scale}}), (Children{1, 1, 1, 3})) << scale;
}

// wload = 1, 3, 2: the largest is child 1's.
TEST(GreedyDistribution, GivesASingleTaskToTheMostPowerfulChild) {
  EXPECT_EQ(children_of({6}, {{0, 1}, {1, 3}, {2, 2}}), (Children{1}));
}

TEST(GreedyDistribution, GivesEverythingToAnOnlyChild) {
  EXPECT_EQ(children_of({3, 1, 2}, {{5, 0.1}}), (Children{5, 5, 5}));
}

TEST(GreedyDistribution, PlacesNothingWithoutTasks) {
  const std::vector<Task> none;
  const std::vector<Share> children{{0, 1}, {1, 1}};
  EXPECT_TRUE(
      test::make<Distribution>("easygrid/greedy_distribution")->distribute({0, none, children}).empty());
}

} // namespace greedy_distribution_test
} // namespace malha::easygrid
