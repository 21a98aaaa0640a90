// SPDX-License-Identifier: MIT
#include "scenarios/runner/language/axes.hpp"

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

} // namespace sweep_values_test
} // namespace malha::testing
