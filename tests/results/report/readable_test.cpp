// SPDX-License-Identifier: MIT
// Numbers, units and names as people read them.
#include "results/report/data/readable.hpp"
#include "results/report/figures/axes.hpp"

#include <gtest/gtest.h>

namespace malha::page {
namespace readable_test {

// 3 min are 180 s, 3 h are 10 800 s, 3 d are 259 200 s.
TEST(ReadableUnits, OfTimesHaveAtLeastThreeOfThem) {
  for (const auto& [seconds, name] : std::vector<std::pair<double, std::string>>{
           {0, "s"}, {179, "s"}, {180, "min"}, {10799, "min"}, {10800, "h"}, {259199, "h"}, {259200, "d"}})
    EXPECT_EQ(readable_unit("s", seconds).name, name) << seconds;
}

TEST(ReadableUnits, OfBytesAreDecimal) {
  EXPECT_EQ(readable(999, "B"), "999 B");
  EXPECT_EQ(readable(2.5e6, "B"), "2.5 MB");
}

TEST(ReadableUnits, AreNoneOfCountsAndRatios) {
  EXPECT_EQ(readable(12, "count"), "12");
  EXPECT_EQ(readable(0.98, "1"), "0.98");
  EXPECT_EQ(with_unit("cut", "1"), "cut");
  EXPECT_EQ(with_unit("wait", "h"), "wait (h)");
  EXPECT_EQ(readable(37.5, "%"), "37.5 %");
}

// 26 491 s / 3600 = 7.3586 h; half of the interval 1200 s = 0.3333 h.
TEST(ReadableNumbers, AreThoseOfTheTerminalInTheirUnit) {
  EXPECT_EQ(readable(26491, "s"), "7.36 h");
  EXPECT_EQ(readable({26491, 25291, 27691}, readable_unit("s", 26491)), "7.36 ± 0.33 h");
  EXPECT_EQ(exact({26491.25, 25291, 27691}, "s"), "26491.25 s, 95 % interval from 25291 to 27691 s");
}

// Of 10, 20 000 and 30 000 s the one in the middle has 5.6 h.
TEST(ReadableUnits, OfATableSuitMostOfItsNumbers) {
  EXPECT_EQ(usual_unit("s", {30000, 10, -20000}).name, "h");
  EXPECT_EQ(usual_unit("s", {}).name, "s");
}

TEST(ReadableNumbers, HaveFiveDigitsAndWholeOnesAll) {
  EXPECT_EQ(rounded("96.965941"), "96.966");
  EXPECT_EQ(rounded("1964855.333333333"), "1964855");
  EXPECT_EQ(rounded("1234567"), "1234567");
  EXPECT_EQ(rounded("1.23456789e-07"), "1.2346e-07");
  EXPECT_EQ(rounded("-"), "-");
  EXPECT_EQ(rounded(""), "");
}

TEST(ReadableNumbers, HaveSharesInPercent) {
  EXPECT_EQ(percent(-0.47058823529411764), "-47.1 %");
  EXPECT_EQ(percent(0.1), "+10.0 %");
  EXPECT_EQ(percent(16.6486), "+1665 %");
  EXPECT_EQ(percent(-0.0001), "0.0 %");
}

TEST(ReadableNames, AreWords) {
  EXPECT_EQ(words_of("mean_bounded_slowdown"), "mean bounded slowdown");
  EXPECT_EQ(words_of("user_satisfaction.jane_doe"), "user satisfaction of jane_doe");
  EXPECT_EQ(short_key("workload.load"), "load");
}

std::string texts_of(const std::vector<Tick>& ticks) {
  std::string all;
  for (const auto& tick : ticks)
    all += (all.empty() ? "" : ", ") + tick.text;
  return all;
}

// 86 400 s are 24 h. A fifth of them is 4.8 h, so that marks are 6 h apart.
TEST(AxesOfTime, HaveMarksOfAClock) {
  const Scale scale(0, 86400, false, 0, 1);
  EXPECT_EQ(texts_of(ticks_of(scale, "s", 5)), "0, 6, 12, 18, 24");
  EXPECT_EQ(ticks_of(scale, "s", 5)[1].value, 6 * 3600);
  EXPECT_EQ(name_with_unit(scale, {"wait", "s"}), "wait (h)");
}

// From 1 s to 20 000 s, which is less than a day.
TEST(AxesOfTime, ThatAreLogarithmicHaveUnitsAtTheirMarks) {
  const Scale scale(1, 20000, true, 0, 1);
  EXPECT_EQ(texts_of(ticks_of(scale, "s", 5)), "1 s, 10 s, 1 min, 10 min, 1 h");
  EXPECT_EQ(name_with_unit(scale, {"wait", "s"}), "wait");
}

} // namespace readable_test
} // namespace malha::page
