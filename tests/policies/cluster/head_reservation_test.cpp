// SPDX-License-Identifier: MIT
#include "policies/cluster/queue/head_reservation.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::cluster {
namespace head_reservation_test {

/// A cluster at 100 with so many free nodes; job 9 holds 3 nodes until 150, jobs 8 and 7 one each until 200.
class Head : public ::testing::Test {
protected:
  QueueView view(int free) {
    free_ = IndexSet(0, free);
    return {100, free + 5, free_, none_, machines_, queue_, running_, changes_, false};
  }
  HeadReservation reserved(int size, int free) {
    const auto seen = view(free);
    DecisionDraft draft(seen);
    return {job(0, size, 10), draft};
  }
  static QueuedJob job(JobHandle handle, int size, Seconds walltime) {
    return {handle, handle, 0, walltime, size};
  }

  IndexSet free_, none_;
  const std::vector<Machine> machines_{};
  const std::list<QueuedJob> queue_{};
  const std::vector<Release> running_{{150, 9, 9, 3}, {200, 7, 7, 1}, {200, 8, 8, 1}};
  Changes changes_;
};

// 1 node is free, 4 from 150 on, 6 from 200 on. At 200 both jobs count, also for the one that needs 5.
TEST_F(Head, StartsWhenEnoughJobsWillHaveEnded) {
  EXPECT_EQ(reserved(4, 1).shadow_time(), 150);
  EXPECT_EQ(reserved(4, 1).extra_nodes(), 0);
  EXPECT_EQ(reserved(3, 1).extra_nodes(), 1);
  EXPECT_EQ(reserved(5, 1).shadow_time(), 200);
  EXPECT_EQ(reserved(5, 1).extra_nodes(), 1);
}

// 6 nodes are up: a job of 7 has to wait for others, and holds nobody back meanwhile.
TEST_F(Head, HoldsNothingBackWhereTooFewNodesAreUp) {
  EXPECT_EQ(reserved(7, 1).shadow_time(), never);
  EXPECT_EQ(reserved(7, 1).extra_nodes(), 6);
}

// Of 3 free nodes job 1 takes 2. If it ends at 120 the head, of 3, finds them then; if it ends at 180 there
// are 4 nodes before, at 150.
TEST_F(Head, CountsOnJobsThatStartBeforeIt) {
  for (const auto& [walltime, date, extra] : {std::tuple(20, 120, 0), std::tuple(80, 150, 1)}) {
    const auto seen = view(3);
    DecisionDraft draft(seen);
    draft.start(job(1, 2, walltime), "head");
    const HeadReservation head(job(0, 3, 10), draft);
    EXPECT_EQ(head.shadow_time(), date);
    EXPECT_EQ(head.extra_nodes(), extra);
  }
}

// Of 3 free nodes the head, of 5, leaves 1 at 150. A job until 150 takes nothing of it, one until 151 does.
TEST_F(Head, LetsOthersFillTheGapBeforeItAndBesideIt) {
  const auto seen = view(3);
  DecisionDraft draft(seen);
  HeadReservation head(job(0, 5, 10), draft);
  EXPECT_TRUE(head.gap(draft).holds(3, 50));
  EXPECT_FALSE(head.gap(draft).holds(4, 50));
  EXPECT_TRUE(head.gap(draft).holds(1, 51));
  EXPECT_FALSE(head.gap(draft).holds(2, 51));
  EXPECT_STREQ(head.fill_with(job(1, 1, 50), 100), "ends_by_shadow_time");
  EXPECT_EQ(head.extra_nodes(), 1);
  EXPECT_STREQ(head.fill_with(job(2, 1, 51), 100), "fits_in_extra_nodes");
  EXPECT_EQ(head.extra_nodes(), 0);
}

// Whether it stands after an end that was expected at that date.
TEST_F(Head, StandsAsLongAsJobsEndWhenTheyWereExpectedTo) {
  const auto head = reserved(5, 1);
  const auto stands_after = [&](Seconds expected_end, bool promises_void) {
    changes_.ended = {{expected_end, 6, 6, 1}};
    changes_.promises_void = promises_void;
    const auto seen = view(1);
    return head.stands(job(0, 5, 10), DecisionDraft(seen));
  };
  EXPECT_TRUE(stands_after(100, false));
  EXPECT_FALSE(stands_after(101, false));
  EXPECT_FALSE(stands_after(100, true));
}

// Another job may wait first; and a job that starts takes nodes that the head counted on.
TEST_F(Head, StandsOnlyForTheFirstThatWaitsWhereNothingStarts) {
  const auto head = reserved(5, 1);
  const auto seen = view(1);
  DecisionDraft draft(seen);
  EXPECT_TRUE(head.stands(job(0, 5, 10), draft));
  EXPECT_FALSE(head.stands(job(1, 5, 10), draft));
  draft.start(job(1, 1, 10), "head");
  EXPECT_FALSE(head.stands(job(0, 5, 10), draft));
}

} // namespace head_reservation_test
} // namespace malha::cluster
