// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace static_limit_test {

TEST(StaticLimit, CountsTheJobsThatWait) {
  LimitAsking limit("multicluster/static_limit", {{"limit", "2"}});
  limit.view.running = 100;
  for (const auto& [waiting, is_taken] : std::map<int, bool>{{0, true}, {1, true}, {2, false}, {3, false}}) {
    limit.view.waiting = waiting;
    EXPECT_EQ(limit.admits(0), is_taken) << waiting;
  }
}

TEST(StaticLimit, OfZeroIsNone) {
  LimitAsking limit("multicluster/static_limit");
  limit.view.waiting = 1'000'000'000;
  EXPECT_TRUE(limit.admits(0));
}

} // namespace static_limit_test
} // namespace malha::test
