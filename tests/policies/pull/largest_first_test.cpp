// SPDX-License-Identifier: MIT
#include "policies/pull/choice.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::pull {
namespace largest_first_test {

using Parts = std::vector<std::pair<JobId, int>>; ///< (job, class)

std::unique_ptr<Choice> with_classes(const std::string& number) {
  return test::make<Choice>("pull/largest_first", {{"nc", number}});
}

Parts wanted(int resource_class, const std::vector<OfferedJob>& jobs) {
  Parts parts;
  for (const auto& one : with_classes("3")->wanted({resource_class, jobs}))
    parts.emplace_back(one.job, one.task_class);
  return parts;
}

// Tasks of 10 to 40 are in three classes, 10 wide each: 10 and 15 in the first, 20 in the second, 30 and 40
// in the third. The slowest and the fastest resource want the third one first, in which 30 and 40 count as
// equal.
TEST(LargestFirst, WantsTheHeaviestClassWhateverTheResource) {
  EXPECT_EQ(with_classes("3")->classes_of({10, 15, 20, 30, 40}), (std::vector<int>{1, 1, 2, 3, 3}));
  for (const int resource_class : {1, 2, 3})
    EXPECT_EQ(wanted(resource_class, {{7, 0, 5}}), (Parts{{7, 3}, {7, 2}, {7, 1}}));
}

// Job 8 has the lower ticket, whatever its id and place: all of it comes before job 7.
TEST(LargestFirst, WantsAllOfOneJobBeforeTheNextTicket) {
  EXPECT_EQ(wanted(1, {{7, 5, 1}, {8, 4, 100}}), (Parts{{8, 3}, {8, 2}, {8, 1}, {7, 3}, {7, 2}, {7, 1}}));
  EXPECT_EQ(wanted(1, {}), Parts{});
}

// From 0 to 100 in the default of 20 classes: one is 5 wide, so 95 begins the last one.
TEST(LargestFirst, HasTwentyClasses) {
  EXPECT_EQ(test::make<Choice>("pull/largest_first", {})->classes_of({0, 4, 5, 94, 95, 100}),
            (std::vector<int>{1, 1, 2, 19, 20, 20}));
}

} // namespace largest_first_test
} // namespace malha::pull
