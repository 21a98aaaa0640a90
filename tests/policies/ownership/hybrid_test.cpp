// SPDX-License-Identifier: MIT
#include "pool_asking.hpp"
#include "tests/support/thrown.hpp"

namespace malha::ownership {
namespace hybrid_test {

using test::HandMadePool;
using test::starts;
using test::Starts;

// f is 0 for user 0, 2 for user 1 and 1 for user 2. User 1 comes first. Then users 1 and 2 have 1 and user 1
// submitted first; then user 2. Nobody is owed anything more, and user 0 has used least.
TEST(Hybrid, GivesFirstWhatIsOwedThenToWhoUsedLeast) {
  HandMadePool pool({1, 2, 1}, 6);
  pool.now = 50;
  pool.run(0, 0, 40); // task 0
  pool.ready(0, 2);   // tasks 1 and 2
  pool.ready(1, 3);   // tasks 3, 4 and 5
  pool.ready(2, 2);   // tasks 6 and 7
  pool.changes = {{0, 1, 4},
                  {30, 1, -4}, // 120 machine-seconds
                  {0, 2, 2},
                  {30, 2, -2}, // 60
                  {40, 0, 1}}; // 10
  pool.users[1].first_submission = 0;
  EXPECT_EQ(starts("ownership/hybrid", pool),
            (Starts{{1, 3, 1}, {1, 4, 2}, {2, 6, 3}, {0, 1, 4}, {0, 2, 5}}));
}

TEST(Hybrid, RefusesAHalfLifeOfNothing) {
  EXPECT_EQ(testing::thrown<std::invalid_argument>([] {
              test::make<Negotiate>("ownership/hybrid", {{"half_life", "0"}});
            }),
            "parameter 'half_life' cannot be '0'; valid: a number of s, above 0, such as 7200 or 2h");
}

} // namespace hybrid_test
} // namespace malha::ownership
