// SPDX-License-Identifier: MIT
#include "policies/ownership/negotiation/negotiation_draft.hpp"
#include "pool_asking.hpp"

namespace malha::ownership {
namespace negotiation_draft_test {

using test::HandMadePool;
using test::Starts;

// User 0 has a share of 3, and machine 0 is kept for him: f = 2. Machine 1, which counts for 4, goes to him:
// f = -2. Then user 1 has f = 0, and -1 after machine 2, so that he gets machine 3, too.
TEST(NegotiationDraft, KnowsWhatWasGivenSoFar) {
  HandMadePool pool({3, 0}, 4);
  pool.machines[1].capacity = 4;
  pool.ready(0, 3); // tasks 0, 1 and 2
  pool.ready(1, 2); // tasks 3 and 4
  pool.keep(0, 0);
  const auto view = pool.view();
  NegotiationDraft draft(view);
  EXPECT_EQ(draft.running(0), 1); // the kept machine
  EXPECT_EQ(draft.owed(0), 2);
  EXPECT_EQ(draft.owed(1), 0);
  const auto starts = std::move(draft).give_free(
      [&draft](int user, int other) { return draft.owed(user) > draft.owed(other); });
  EXPECT_EQ(starts, (Starts{{0, 0, 0}, {0, 1, 1}, {1, 3, 2}, {1, 4, 3}}));
}

} // namespace negotiation_draft_test
} // namespace malha::ownership
