// SPDX-License-Identifier: MIT
#include "policies/sdk/host_list.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace host_list_test {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

TEST(HostList, IsOneNameOrSeveral) {
  EXPECT_EQ(hosts_in("n1"), (Names{"n1"}));
  EXPECT_EQ(hosts_in("n1,login"), (Names{"n1", "login"}));
}

TEST(HostList, HasRangesInBrackets) {
  EXPECT_EQ(hosts_in("n[1-3,7],gpu4"), (Names{"n1", "n2", "n3", "n7", "gpu4"}));
  EXPECT_EQ(hosts_in("n[1-2]-ib"), (Names{"n1-ib", "n2-ib"}));
}

// Numbers are as long as the first one of their range.
TEST(HostList, KeepsZerosInFront) {
  EXPECT_EQ(hosts_in("cn[008-011]"), (Names{"cn008", "cn009", "cn010", "cn011"}));
  EXPECT_EQ(hosts_in("cn[8-10]"), (Names{"cn8", "cn9", "cn10"}));
}

TEST(HostList, HasSeveralBrackets) {
  EXPECT_EQ(hosts_in("r[1-2]c[0-1]"), (Names{"r1c0", "r1c1", "r2c0", "r2c1"}));
}

TEST(HostList, IsRefusedIfItIsNone) {
  for (const auto* text : {"", "n[1-", "n1]", "n[3-1]", "n[]", "n[a-b]", "n[1-2", "a,,b", "n[1:2]",
                           "n[1-2000000]", "a[1-2000]b[1-2000]", "n[-1]"})
    EXPECT_EQ(hosts_in(text), std::nullopt) << text;
}

TEST(ArrayTasks, AreRangesWithSteps) {
  EXPECT_EQ(array_tasks_in("3"), (Numbers{3}));
  EXPECT_EQ(array_tasks_in("1-3,8,10-15:2%4"), (Numbers{1, 2, 3, 8, 10, 12, 14}));
}

TEST(ArrayTasks, AreRefusedIfTheyAreNone) {
  for (const auto* text : {"", "1-", "x", "1-5:0", "5-1", "1,,2", "0-2000000"})
    EXPECT_EQ(array_tasks_in(text), std::nullopt) << text;
}

} // namespace host_list_test
} // namespace malha::test
