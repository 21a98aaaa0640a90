// SPDX-License-Identifier: MIT
#include "mapping_naively.hpp"

namespace malha::broker {
namespace dynamic_fpltf_test {

using test::Assigning;
using test::Given;
using test::given;

const std::string name = "broker/dynamic_fpltf";

// Task 1, the heaviest: 6 s on resource 0, 2 + 1.5 on 2, 1.5 on 3. Task 0: 4 on 0, 2 + 1 on 2, 1.5 + 1 on 3.
// Task 2: 2 on resources 0, 1 and 4, 2 + 0.5 on 2, 2.5 + 0.5 on 3. So task 0 waits for task 1, and resources
// 1 and 4 stay idle.
TEST(DynamicFpltf, MapsTheHeaviestTaskFirst) {
  EXPECT_EQ(given(name, test::common_example()), (Given{{1, 3}, {2, 0}}));
}

// Resource 0 would take 8 s. Resource 1 ends the third task at 6, the fourth at 8: that is a tie.
TEST(DynamicFpltf, LeavesASlowResourceIdleThatWouldEndLater) {
  EXPECT_EQ(given(name, Assigning({1, 4}, {8, 8, 8})), (Given{{0, 1}}));
  EXPECT_EQ(given(name, Assigning({1, 4}, {8, 8, 8, 8})), (Given{{0, 1}, {3, 0}}));
}

TEST(DynamicFpltf, GivesEqualTasksByIdToEqualResourcesByNumber) {
  EXPECT_EQ(given(name, Assigning({1, 1}, {3, 5, 5, 5})), (Given{{1, 0}, {2, 1}}));
}

// 4 / 2 of a half: 4 s; the slower one takes 4 / 1.5 = 2.7.
TEST(DynamicFpltf, CountsWhatOthersTakeOfAResource) {
  Assigning book({2, 1.5}, {4});
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
  book.resources[0].load = 0.5;
  EXPECT_EQ(given(name, book), (Given{{0, 1}}));
}

// Resource 1 runs something until 6, at 5, and would end the task at 6 + 2 = 8, as resource 0 does (a tie);
// if it was to end at 3 it may at any time, and the task there at 7.
TEST(DynamicFpltf, TakesAnEndInThePastForNow) {
  Assigning book({1, 1.5}, {3});
  book.now = 5;
  book.occupy(1, 6);
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
  book.resources[1].free_at = 3;
  EXPECT_EQ(given(name, book), Given{});
}

// The free_at of a free resource means nothing.
TEST(DynamicFpltf, TakesAFreeResourceForFreeNow) {
  Assigning book({1, 2}, {4});
  book.resources[1].free_at = 100;
  EXPECT_EQ(given(name, book), (Given{{0, 1}}));
}

TEST(DynamicFpltf, MapsNothingToWhatIsDown) {
  Assigning book({1, 9}, {4});
  book.crash(1);
  EXPECT_EQ(given(name, book), (Given{{0, 0}}));
}

// Heavier is heavier, also where both seem to end at once.
TEST(DynamicFpltf, GoesByWorkWhereDatesAreRounded) {
  EXPECT_EQ(given(name, test::with_rounded_dates({0.5, 0.75})), (Given{{1, 0}}));
}

TEST(DynamicFpltf, FindsWhatTheRuleFindsTaskByTask) {
  test::expect_same_as_rule(name, [](const Assigning& book) {
    return test::mapped_naively(book, [](const auto& a, const auto& b) { return a.work > b.work; });
  });
}

} // namespace dynamic_fpltf_test
} // namespace malha::broker
