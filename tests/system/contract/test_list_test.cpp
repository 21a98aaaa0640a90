// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace test_list_test {

using malha::testing::text_of;

// A folder may have several programs of tests. What ctest does not list runs nowhere.
TEST(TestList, HasTheTestsOfEveryProgram) {
  static const std::regex added(R"((?:^|\n)malha_add_test\((\w+) )");
  std::set<std::string> programs;
  for (const auto& file : files_below(source_folder / "tests", {".txt"}))
    for (const auto& name : matches(text_of(file), added))
      programs.insert(name);
  ASSERT_GT(programs.size(), 10u);
  const auto listed =
      malha::testing::run_shell("unset MALHA_TESTS_SINGLY; ctest --test-dir '" MALHA_BUILD "' -N", "/");
  ASSERT_EQ(listed.status, 0) << listed.err;
  for (const auto& name : programs)
    EXPECT_TRUE(std::regex_search(listed.out, std::regex("[ .]" + name + R"(\.[a-z_]+)"))) << name;
}

} // namespace test_list_test
} // namespace malha::test
