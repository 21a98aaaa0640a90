// SPDX-License-Identifier: MIT
#include "pool_asking.hpp"

namespace malha::ownership {
namespace no_preemption_test {

using test::HandMadePool;

// What ownership/osep would stop for: machines are owed to user 1, and user 0 holds both.
TEST(NoPreemption, StopsNothing) {
  HandMadePool pool({0, 2}, 2);
  pool.run(0, 0, 0);
  pool.run(0, 1, 0);
  pool.ready(1, 2);
  const auto decision = test::make<Preempt>("ownership/no_preemption")->preempt(pool.view());
  EXPECT_TRUE(decision.stops.empty());
  EXPECT_TRUE(decision.keeps.empty());
  EXPECT_FALSE(decision.ask_again);
}

} // namespace no_preemption_test
} // namespace malha::ownership
