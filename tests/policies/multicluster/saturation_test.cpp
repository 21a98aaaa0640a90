// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace saturation_test {

/// Four jobs wait in the cluster; a new one would wait that long.
LimitAsking with_wait(Seconds wait, const std::map<std::string, std::string>& parameters = {}) {
  LimitAsking limit("multicluster/saturation", parameters);
  limit.view.waiting = 4;
  limit.estimated_wait = wait;
  return limit;
}

// Four jobs in 40 s are 0.1 per second, and so many come with one each 10 s.
TEST(Saturation, ComparesArrivalsWithHowTheQueueMovesOn) {
  auto slower = with_wait(40), faster = with_wait(39);
  for (auto* limit : {&slower, &faster})
    EXPECT_TRUE(limit->admits(0)); // no rate of arrivals is known
  EXPECT_FALSE(slower.admits(10));
  EXPECT_TRUE(faster.admits(10));
}

// The last interval alone is 1 s at 31 s: 1 * 39 > 4. Four intervals are 31 s: 3 / 31 * 39 = 3.8.
TEST(Saturation, ForgetsOlderOffers) {
  auto last = with_wait(39, {{"window", "1"}}), all = with_wait(39);
  for (auto* limit : {&last, &all})
    for (const Seconds date : {0., 15., 30.})
      limit->admits(date);
  EXPECT_FALSE(last.admits(31));
  EXPECT_TRUE(all.admits(31));
}

// One job comes 10 s behind the first and would wait for 40 s: 1 / 10 * 40 = 4 is refused. Offered again at
// 11 s it has not come again: 1 / 11 * 40 = 3.6. A new job at 11 s would be the second one: 2 / 11 * 40
// = 7.3.
TEST(Saturation, CountsAJobThatIsOfferedAgainOnce) {
  for (const bool is_repeated : {true, false}) {
    auto limit = with_wait(40);
    EXPECT_TRUE(limit.admits(0));
    EXPECT_FALSE(limit.admits(10));
    limit.view.is_repeated = is_repeated;
    EXPECT_EQ(limit.admits(11), is_repeated);
  }
}

TEST(Saturation, TakesAJobWhereNoneWaitsOrItNeedNotWait) {
  auto empty = with_wait(never);
  empty.view.waiting = 0;
  auto at_once = with_wait(0);
  for (const Seconds date : {0., 1., 2.}) {
    EXPECT_TRUE(empty.admits(date));
    EXPECT_FALSE(empty.view.estimated_wait); // it was not asked for
    EXPECT_TRUE(at_once.admits(date));
  }
}

TEST(Saturation, TakesNoJobThatCannotRun) {
  auto limit = with_wait(never);
  limit.admits(0);
  EXPECT_FALSE(limit.admits(1000));
}

} // namespace saturation_test
} // namespace malha::test
