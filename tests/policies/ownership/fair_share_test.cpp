// SPDX-License-Identifier: MIT
#include "pool_asking.hpp"
#include "tests/support/thrown.hpp"

namespace malha::ownership {
namespace fair_share_test {

using test::HandMadePool;
using test::starts;
using test::Starts;

// User 0 held one machine for 1 s, and user 1 holds three since 2 s ago, each with 86400 s until usage counts
// half: usages of 1 and 6 machine-seconds, but for some 1e-5 of them. Products are (1 + 1) * 1 = 2 and
// (6 + 1) * 4 = 28.
HandMadePool pool_with_usage() {
  HandMadePool pool({1, 1}, 5);
  pool.now = 10;
  for (int machine = 0; machine < 3; ++machine)
    pool.run(1, machine, 8); // tasks 0, 1 and 2
  pool.ready(0, 2);          // tasks 3 and 4
  pool.ready(1, 2);          // tasks 5 and 6
  pool.changes = {{0, 0, 1}, {1, 0, -1}, {8, 1, 3}};
  return pool;
}

// After one machine more user 0 has 2 * 2 = 4.
TEST(FairShare, GivesToWhoHasUsedAndRunsLeast) {
  EXPECT_EQ(starts("ownership/fair_share", pool_with_usage()), (Starts{{0, 3, 3}, {0, 4, 4}}));
}

// User 0 used 3 machine-seconds and runs nothing; user 1 used 2 and runs three: products 4 and 12, usages 3
// and 2. Each key gives both machines to one user, since usage does not grow in a negotiation and the product
// of user 0 becomes 8.
TEST(FairShare, LooksAtUsageAloneIfItIsToldTo) {
  HandMadePool pool({1, 1}, 5);
  pool.now = 10;
  for (int machine = 0; machine < 3; ++machine)
    pool.run(1, machine, 10);
  pool.ready(0, 2);
  pool.ready(1, 2);
  pool.changes = {{0, 0, 3}, {1, 0, -3}, {2, 1, 2}, {3, 1, -2}, {10, 1, 3}};
  EXPECT_EQ(starts("ownership/fair_share", pool), (Starts{{0, 3, 3}, {0, 4, 4}}));
  EXPECT_EQ(starts("ownership/fair_share", pool, {{"key", "usage"}}), (Starts{{1, 5, 3}, {1, 6, 4}}));
}

// Half-life and date are 100 s. User 0 held a machine all the time: his priority is 1 - 0.5 and 0.5 * 0.5 of
// the start: 0.75. User 1 holds one since now: 0.5 * 0.5, but at least 0.5. Keys are 0.75 * 1 and 0.5 * 2 =
// 1, then 0.75 * 2 = 1.5 and 1. The product is 73 for user 0, whose usage is 50 / ln 2 = 72, and 2 for
// user 1.
TEST(FairShare, TakesThePriorityOfCondorIfItIsToldTo) {
  HandMadePool pool({1, 1}, 3);
  pool.now = 100;
  pool.run(1, 0, 100);
  pool.ready(0, 2); // tasks 1 and 2
  pool.ready(1, 2); // tasks 3 and 4
  pool.changes = {{0, 0, 1}, {100, 0, -1}, {100, 1, 1}};
  const auto with_key = [&](const std::string& key) {
    return starts("ownership/fair_share", pool, {{"half_life", "100"}, {"key", key}});
  };
  EXPECT_EQ(with_key("condor"), (Starts{{0, 1, 1}, {1, 3, 2}}));
  EXPECT_EQ(with_key("product"), (Starts{{1, 3, 1}, {1, 4, 2}}));
}

TEST(FairShare, RefusesAHalfLifeOfNothing) {
  EXPECT_EQ(testing::thrown<std::invalid_argument>([] {
              test::make<Negotiate>("ownership/fair_share", {{"half_life", "0"}});
            }),
            "parameter 'half_life' cannot be '0'; valid: a number of s, above 0, such as 7200 or 2h");
}

} // namespace fair_share_test
} // namespace malha::ownership
