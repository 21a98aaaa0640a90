// SPDX-License-Identifier: MIT
// How far ours may be from a published value: as a scenario says it, and what it allows.
#include "scenarios/runner/language/tolerance.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace tolerance_test {

bool allows(const std::string& text, double ours, double published) {
  return tolerance_of(text, "%").value().allows(ours, published);
}

// 7 % of 50 is 3.5.
TEST(Tolerance, IsAPartOfThePublishedValue) {
  EXPECT_TRUE(allows("7%", 53.5, 50));
  EXPECT_FALSE(allows("7%", 53.6, 50));
  EXPECT_TRUE(allows("7%", -46.5, -50));
  EXPECT_FALSE(allows("7%", 0.1, 0));
}

// A value in % may be 7 points off: from 43 to 57.
TEST(Tolerance, IsANumberInTheUnit) {
  EXPECT_TRUE(allows("7 %", 57, 50));
  EXPECT_FALSE(allows("7 %", 57.1, 50));
  EXPECT_TRUE(allows("7 %", 43, 50));
  EXPECT_TRUE(allows("7 %", 7, 0));
}

// From 50 / 2 to 50 * 2.
TEST(Tolerance, IsAFactor) {
  EXPECT_TRUE(allows("factor 2", 25, 50));
  EXPECT_TRUE(allows("factor 2", 100, 50));
  EXPECT_FALSE(allows("factor 2", 24.9, 50));
  EXPECT_FALSE(allows("factor 2", 100.1, 50));
  EXPECT_TRUE(allows("factor 2", -100, -50));
  EXPECT_FALSE(allows("factor 2", 50, -50));
}

TEST(Tolerance, OfAFactorNeedsZeroWhereZeroWasPublished) {
  EXPECT_TRUE(allows("factor 2", 0, 0));
  EXPECT_FALSE(allows("factor 2", 1e-9, 0));
  EXPECT_FALSE(allows("factor 2", 0, 1e-9));
}

TEST(Tolerance, IsSaidToPeople) {
  EXPECT_EQ(tolerance_of("12.5%", "s")->text("s"), "12.5 %");
  EXPECT_EQ(tolerance_of("7 %", "%")->text("%"), "± 7 %");
  EXPECT_EQ(tolerance_of("0.2 1", "1")->text("1"), "± 0.2");
  EXPECT_EQ(tolerance_of("factor 1.5", "s")->text("s"), "factor 1.5");
  EXPECT_EQ(tolerance_of("0 s", "s")->text("s"), "");
}

TEST(Tolerance, IsNothingElse) {
  for (const auto* text :
       {"", "5", "5 m", "5  s", "5 %", "-5%", "-5 s", "inf%", "nan s", "factor", "factor ", "factor 0.9",
        "factor -2", "factor inf", "factor 2%", "factor 2 s", "factor2", "Factor 2"})
    EXPECT_FALSE(tolerance_of(text, "s")) << text;
}

} // namespace tolerance_test
} // namespace malha::testing
