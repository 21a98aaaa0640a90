// SPDX-License-Identifier: MIT
#include "policies/easygrid/balance.hpp"

#include "tests/policies/support/policy_maker.hpp"

#include <limits>

namespace malha::easygrid {
namespace most_loaded_gives_test {

constexpr Seconds infinite = std::numeric_limits<Seconds>::infinity();

std::optional<Rebalance> answer_to(const std::vector<ChildLoad>& children,
                                   const std::map<std::string, std::string>& parameters = {}) {
  return test::make<Balance>("easygrid/most_loaded_gives", parameters)->rebalance({0, children});
}

/// Who receives, and the part of the package that its weight stands for (perc_j of eq. 4.8).
std::map<int, double> parts_of(const Rebalance& answer) {
  double sum = 0;
  for (const auto& receiver : answer.receivers)
    sum += receiver.weight;
  std::map<int, double> parts;
  for (const auto& receiver : answer.receivers)
    parts[receiver.child] = receiver.weight / sum;
  return parts;
}

// sert* = (40*1 + 10*1 + 5*2) / 4 = 15; sii = 40/15; perc_ask = 1 - 15/40 = 0.625. The others lack
// (15-10)*1 = 5 and (15-5)*2 = 20: parts 0.2 and 0.8.
TEST(MostLoadedGives, AsksTheMostLoadedForItsPartAboveTheMean) {
  const auto answer = answer_to({{0, 1, 40}, {1, 1, 10}, {2, 2, 5}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->giver, 0);
  EXPECT_DOUBLE_EQ(answer->fraction, 0.625);
  EXPECT_EQ(parts_of(*answer), (std::map<int, double>{{1, 0.2}, {2, 0.8}}));
}

// sert* = (10*3 + 30*1) / 4 = 15, perc_ask = 1 - 15/30; the plain mean 20 would ask for a third.
TEST(MostLoadedGives, WeighsRemainingTimesByPower) {
  const auto answer = answer_to({{3, 3, 10}, {8, 1, 30}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->giver, 8);
  EXPECT_DOUBLE_EQ(answer->fraction, 0.5);
  EXPECT_EQ(parts_of(*answer), (std::map<int, double>{{3, 1}}));
}

// sert* = 20, which child 1 has: R_sub asks for less.
TEST(MostLoadedGives, GivesNothingToAChildAtTheMean) {
  const auto answer = answer_to({{0, 1, 30}, {1, 1, 20}, {2, 1, 10}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(parts_of(*answer), (std::map<int, double>{{2, 1}}));
}

// sert* = 15, perc_ask = 1 - 15/20 = 0.25 for both; the source leaves the tie open, the plugin says lowest.
TEST(MostLoadedGives, AsksTheLowestNumberAmongTheMostLoaded) {
  const auto answer = answer_to({{2, 1, 5}, {4, 1, 20}, {6, 1, 20}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->giver, 4);
  EXPECT_EQ(parts_of(*answer), (std::map<int, double>{{2, 1}}));
}

// sert* = 10, sii = 2, perc_ask = 0.5, all exact in binary: "perc_ask > threshold" is strict.
TEST(MostLoadedGives, StaysStillWhenTheThresholdIsExactlyHit) {
  EXPECT_FALSE(answer_to({{0, 1, 20}, {1, 1, 0}}, {{"threshold", "0.5"}}));
  EXPECT_TRUE(answer_to({{0, 1, 20}, {1, 1, 0}}, {{"threshold", "0.499"}}));
}

// sert* = 10. sii = 1.25: perc_ask = 0.2. sii = 1.26: perc_ask = 0.2063.
TEST(MostLoadedGives, HasAThresholdOfTwentyPercentUnlessTold) {
  EXPECT_FALSE(answer_to({{0, 1, 12.5}, {1, 1, 7.5}}));
  EXPECT_TRUE(answer_to({{0, 1, 12.6}, {1, 1, 7.4}}));
}

// sii = 12.5/10 = 1.25, exact in binary; what is asked for is perc_ask = 1 - 1/1.25 = 0.2 all the same.
TEST(MostLoadedGives, ComparesSiiWithTheThresholdWhenTold) {
  const std::vector<ChildLoad> children{{0, 1, 12.5}, {1, 1, 7.5}};
  EXPECT_FALSE(answer_to(children, {{"test", "sii"}, {"threshold", "1.25"}}));
  EXPECT_FALSE(answer_to(children, {{"test", "perc"}, {"threshold", "1.2"}}));
  const auto answer = answer_to(children, {{"test", "sii"}, {"threshold", "1.2"}});
  ASSERT_TRUE(answer);
  EXPECT_DOUBLE_EQ(answer->fraction, 0.2);
}

// sii = 1 is above the threshold of 0.2, but perc_ask = 0 asks for nothing.
TEST(MostLoadedGives, AsksForNothingInPerfectBalanceWhateverIsCompared) {
  EXPECT_FALSE(answer_to({{0, 1, 10}, {1, 2, 10}}, {{"test", "sii"}}));
  EXPECT_FALSE(answer_to({{0, 1, 10}, {1, 2, 10}}, {{"threshold", "0"}}));
}

// In binary (0.1*1 + 0.1*2) / 3 is the next number above 0.1, so that both children are below their mean and
// perc_ask is just below 0. It is balance all the same.
TEST(MostLoadedGives, IsNotMisledByARoundedMean) {
  EXPECT_FALSE(answer_to({{0, 1, 0.1}, {1, 2, 0.1}}, {{"test", "sii"}}));
  EXPECT_FALSE(answer_to({{0, 1, 0.1}, {1, 2, 0.1}}, {{"threshold", "0"}}));
}

// sert* = 0 (no ready task on a child with power), or 0/0 (no power): no event.
TEST(MostLoadedGives, StaysStillWithoutRemainingTime) {
  EXPECT_FALSE(answer_to({{0, 1, 0}, {1, 1, 0}}));
  EXPECT_FALSE(answer_to({{0, 1, 0}, {1, 0, infinite}}));
  EXPECT_FALSE(answer_to({{0, 0, 0}, {1, 0, 0}}));
  EXPECT_FALSE(answer_to({{0, 0, infinite}, {1, 0, infinite}}));
}

// Child 0 has no power: ert*cp is inf*0, and it counts for neither sum. sert* = (10*2 + 20*2) / 4 = 15; as
// ert grows to infinity, perc_ask = 1 - 15/ert goes to 1. Only child 1 is below 15.
TEST(MostLoadedGives, AsksAChildWithoutPowerForEverything) {
  const auto answer = answer_to({{0, 0, infinite}, {1, 2, 10}, {2, 2, 20}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->giver, 0);
  EXPECT_EQ(answer->fraction, 1);
  EXPECT_EQ(parts_of(*answer), (std::map<int, double>{{1, 1}}));
}

// sert* = (40*1 + 0*1) / 2 = 20; child 1 lacks (20-0)*0 = 0, so its part of the package is 0.
TEST(MostLoadedGives, GivesNothingToAChildWithoutPower) {
  const auto answer = answer_to({{0, 1, 40}, {1, 0, 0}, {2, 1, 0}});
  ASSERT_TRUE(answer);
  EXPECT_DOUBLE_EQ(answer->fraction, 0.5);
  EXPECT_EQ(parts_of(*answer), (std::map<int, double>{{2, 1}}));
}

// sert* = 10, perc_ask = 1, but R_sub is empty: tasks that were given would have no place to go.
TEST(MostLoadedGives, AsksNobodyWhenNobodyIsBelowTheMean) {
  EXPECT_FALSE(answer_to({{0, 0, infinite}, {1, 1, 10}, {2, 1, 10}}));
}

TEST(MostLoadedGives, StaysStillWithFewerThanTwoChildren) {
  EXPECT_FALSE(answer_to({}));
  EXPECT_FALSE(answer_to({{0, 1, 100}}));
}

} // namespace most_loaded_gives_test
} // namespace malha::easygrid
