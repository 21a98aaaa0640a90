// SPDX-License-Identifier: MIT
#include "policies/easygrid/give_up.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {
namespace lightest_first_test {

using test::Ids;

Ids given(double fraction, const std::vector<Flops>& works) {
  const auto ready = test::ready_tasks_of(works);
  return test::ids_at(test::make<GiveUp>("easygrid/lightest_first")->give_up({0, fraction, ready}), ready);
}

// Budget 5 of 10: 1 leaves 4, 2 leaves 2, and 2 is not above 3.
TEST(LightestFirst, GivesTheLightestTasksWithinTheBudget) {
  EXPECT_EQ(given(0.5, {4, 2, 3, 1}), (Ids{3, 1}));
}

// Budget 5 of 10: four of the small tasks rather than a large one.
TEST(LightestFirst, GivesManySmallTasks) { EXPECT_EQ(given(0.5, {1, 6, 1, 1, 1}), (Ids{4, 3, 2, 0})); }

// Budget 4 of 8 is the lightest weight: not above it.
TEST(LightestFirst, RefusesWhenTheBudgetEqualsTheLightestTask) { EXPECT_EQ(given(0.5, {4, 4}), Ids{}); }

// Budget 4 of 8: 1 leaves 3, the weight of the next.
TEST(LightestFirst, StopsWhenWhatIsLeftEqualsTheNextTask) { EXPECT_EQ(given(0.5, {1, 3, 4}), Ids{0}); }

// Budget 2 of 8.
TEST(LightestFirst, RefusesWhenEveryTaskIsHeavierThanTheBudget) { EXPECT_EQ(given(0.25, {3, 5}), Ids{}); }

// Budget 6 of 8 is enough for one of two equals; the source leaves open which, the plugin says the one that
// would be launched last.
TEST(LightestFirst, GivesTheHighestIdAmongEquals) { EXPECT_EQ(given(0.75, {4, 4}), Ids{1}); }

// Budget 6 of 6: 1 leaves 5, 2 leaves 3, the weight of the last. So an only task is never given.
TEST(LightestFirst, KeepsTheHeaviestTaskEvenWhenAskedForAll) {
  EXPECT_EQ(given(1, {1, 2, 3}), (Ids{0, 1}));
  EXPECT_EQ(given(1, {7}), Ids{});
}

TEST(LightestFirst, RefusesWithoutReadyTasks) { EXPECT_EQ(given(1, {}), Ids{}); }

} // namespace lightest_first_test
} // namespace malha::easygrid
