// SPDX-License-Identifier: MIT
#include "scenarios/runner/language/axes.hpp"

#include "policies/sdk/errors.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace sweep_values_test {

using Texts = std::vector<std::string>;

TEST(SweepValues, AreReadAgainFromTheirText) {
  const std::vector<std::pair<Texts, std::string>> all{
      {{"1"}, "1"},          {{"1", "2"}, "1,2"},     {{"a,b"}, "a,b "},
      {{"1:2:1"}, "1:2:1 "}, {{"a,b", "c"}, "a,b c"}, {{"a:b", "c"}, "a:b,c"}};
  for (const auto& [values, text] : all) {
    EXPECT_EQ(text_of_values(values), text);
    EXPECT_EQ(read_sweep("workload.any=" + text).values, values) << text;
  }
}

TEST(VariedValues, MayBeRangesOfWholeNumbers) {
  EXPECT_EQ(values_of("1 2.5  a"), (Texts{"1", "2.5", "a"}));
  EXPECT_EQ(values_of("0..3 random -1..0"), (Texts{"0", "1", "2", "3", "random", "-1", "0"}));
  EXPECT_EQ(values_of("7..7"), Texts{"7"});
  EXPECT_EQ(values_of("../jobs.swf a..b 1..b 0.5..2"), (Texts{"../jobs.swf", "a..b", "1..b", "0.5..2"}));
  EXPECT_THROW(values_of("3..1"), InputError);
  EXPECT_THROW(values_of("0..100000"), InputError);
  EXPECT_EQ(values_of("1..100000").size(), 100000u);
}

} // namespace sweep_values_test
} // namespace malha::testing
