// SPDX-License-Identifier: MIT
#include "pool_asking.hpp"

namespace malha::ownership {
namespace owner_share_test {

using test::HandMadePool;
using test::starts;
using test::Starts;

// f is 0 for user 0, 2 for user 1 and -1 for user 2. The first two machines go to user 1, who then has 0 as
// user 0; user 0 submitted first. Then user 1 has 0 again, and user 0 -1.
TEST(OwnerShare, GivesToWhomMostIsOwed) {
  HandMadePool pool({1, 2, 0}, 6);
  pool.run(0, 0, 0); // tasks 0 and 1
  pool.run(2, 1, 0);
  pool.ready(0, 2); // tasks 2 and 3
  pool.ready(1, 3); // 4, 5 and 6
  pool.ready(2, 1); // 7
  pool.users[0].first_submission = 0;
  pool.users[1].first_submission = 5;
  pool.users[2].first_submission = 0;
  EXPECT_EQ(starts("ownership/owner_share", pool), (Starts{{1, 4, 2}, {1, 5, 3}, {0, 2, 4}, {1, 6, 5}}));
}

// Machines 1 and 2 are kept for user 1, who gets his first two tasks there. They count as his, so that he has
// f = -1 and user 0 gets the free machine.
TEST(OwnerShare, StartsFirstWhatMachinesAreKeptFor) {
  HandMadePool pool({1, 1}, 3);
  pool.ready(0, 1); // task 0
  pool.ready(1, 3); // tasks 1, 2 and 3
  pool.keep(1, 1);
  pool.keep(2, 1);
  EXPECT_EQ(starts("ownership/owner_share", pool), (Starts{{1, 1, 1}, {1, 2, 2}, {0, 0, 0}}));
}

TEST(OwnerShare, LeavesFreeWhatNobodyWants) {
  HandMadePool pool({1, 1}, 3);
  pool.ready(1, 1);
  EXPECT_EQ(starts("ownership/owner_share", pool), (Starts{{1, 0, 0}}));
}

} // namespace owner_share_test
} // namespace malha::ownership
