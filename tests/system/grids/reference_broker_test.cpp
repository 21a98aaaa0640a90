// SPDX-License-Identifier: MIT
// Schedules of the reference of brokers, derived by hand from docs/grids.md. "t1" is task 1, "r0" resource 0.
#include "examples.hpp"
#include "reference_broker.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace reference_broker_test {

using Kind = ReferenceBrokerPolicy::Kind;

Attempts run(Kind kind, const ReferenceInstance& instance, int replicas = 1) {
  return reference_schedule(instance, ReferenceBrokerPolicy{kind, replicas}).attempts;
}
Attempts workqueue(const ReferenceInstance& instance) { return run(Kind::workqueue, instance); }
Attempts wqr(int replicas, const ReferenceInstance& instance) { return run(Kind::wqr, instance, replicas); }

// r1 is twice as fast: it ends t1 at 2, when t2 still waits.
TEST(ReferenceWorkqueue, GivesTasksByIdToFreeResourcesByNumber) {
  EXPECT_EQ(workqueue(one_bag({1, 2}, {4, 4, 4})),
            (Attempts{completed(0, 0, 0, 4), completed(1, 1, 0, 2), completed(2, 1, 2, 4)}));
}

TEST(ReferenceWorkqueue, SaysWhichAttemptEndedATaskAndTheMakespan) {
  const auto made = reference_schedule(one_bag({1, 2}, {4, 4, 4}), ReferenceBrokerPolicy{Kind::workqueue});
  ASSERT_EQ(made.ended_by.size(), 3u);
  EXPECT_EQ(made.ended_by[0], completed(0, 0, 0, 4));
  EXPECT_EQ(made.ended_by[2], completed(2, 1, 2, 4));
  EXPECT_EQ(made.makespan, 4);
  EXPECT_TRUE(made.unended.empty());
}

// At 3 both tasks end, then the second bag comes, then both of it are given at once: t2 to r0. The third
// comes when both are idle.
TEST(ReferenceWorkqueue, GivesABagThatComesWhenTasksEndAfterTheseEnds) {
  EXPECT_EQ(workqueue({{1, 1}, {{0, {3, 3}}, {3, {1, 2}}, {9, {5}}}}),
            (Attempts{completed(0, 0, 0, 3), completed(1, 1, 0, 3), completed(2, 0, 3, 4),
                      completed(3, 1, 3, 5), completed(4, 0, 9, 14)}));
}

// t0 and t1 end where they start, each in a round of its own.
TEST(ReferenceWorkqueue, HasAnotherRoundAtADateAtWhichWhatStartsEnds) {
  EXPECT_EQ(workqueue(one_bag({1}, {0, 0, 3})),
            (Attempts{completed(0, 0, 0, 0), completed(1, 0, 0, 0), completed(2, 0, 0, 3)}));
}

// Lost at 2, t0 is before t2 by id when r1 is free at 4.
TEST(ReferenceCrash, PutsATaskBackToItsPlaceById) {
  EXPECT_EQ(
      workqueue(one_bag({1, 1}, {4, 4, 1}, {{0, 2}})),
      (Attempts{lost(0, 0, 0, 2), completed(1, 1, 0, 4), completed(0, 1, 4, 8), completed(2, 1, 8, 9)}));
}

// t0 has ended when r0 crashes at 4, and r0 gets nothing then.
TEST(ReferenceCrash, ComesAfterAnEndAtItsDate) {
  EXPECT_EQ(workqueue(one_bag({1, 1}, {4, 4, 1}, {{0, 4}})),
            (Attempts{completed(0, 0, 0, 4), completed(1, 1, 0, 4), completed(2, 1, 4, 5)}));
}

// At 0 a resource crashes before it gets something.
TEST(ReferenceCrash, AtTheDateOfASubmissionComesBeforeTasksAreGiven) {
  EXPECT_EQ(workqueue(one_bag({1, 1}, {4, 4}, {{0, 0}})),
            (Attempts{completed(0, 1, 0, 4), completed(1, 1, 4, 8)}));
}

TEST(ReferenceCrash, OfAllResourcesLeavesTasks) {
  const auto made =
      reference_schedule(one_bag({1}, {2, 2, 2}, {{0, 3}}), ReferenceBrokerPolicy{Kind::workqueue});
  EXPECT_EQ(made.attempts, (Attempts{completed(0, 0, 0, 2), lost(1, 0, 2, 3)}));
  EXPECT_EQ(made.unended, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(made.ended_by[1], std::nullopt);
  EXPECT_EQ(made.makespan, 2);
}

// Crashed at 2, known at 7: r1 is idle from 5 to 7.
TEST(ReferenceDetection, KeepsATaskFromWaitingUntilItIsKnownToBeLost) {
  EXPECT_EQ(
      workqueue(one_bag({1, 1}, {4, 4, 1}, {{0, 2}}, 5)),
      (Attempts{lost(0, 0, 0, 2), completed(1, 1, 0, 4), completed(2, 1, 4, 5), completed(0, 1, 7, 11)}));
}

// Known at 4, when t1 ends: r1 is free and t0 waits in the same round, so that t2 is after it.
TEST(ReferenceDetection, AtTheDateOfAnEndComesBeforeTasksAreGiven) {
  EXPECT_EQ(
      workqueue(one_bag({1, 1}, {4, 4, 1}, {{0, 2}}, 2)),
      (Attempts{lost(0, 0, 0, 2), completed(1, 1, 0, 4), completed(0, 1, 4, 8), completed(2, 1, 8, 9)}));
}

// r1 crashes at 1, which is known at 6; at 2 it seems to be free and gets t1, which is no attempt.
TEST(ReferenceDetection, LetsADeadResourceGetATask) {
  EXPECT_EQ(workqueue({{1, 1}, {{0, {4}}, {2, {1}}}, {{1, 1}}, 5}),
            (Attempts{completed(0, 0, 0, 4), completed(1, 0, 6, 7)}));
}

// At 0: t0 on r0 until 4, t1 on r1 until 4; r2 gets a copy of t0, of the two with one copy each, until 1. At
// 1 r0's copy is cancelled; r0 gets a copy of t1, which then has two.
TEST(ReferenceWqr, CopiesTheTaskOfFewestCopiesWhenNoneWaits) {
  EXPECT_EQ(wqr(2, one_bag({1, 2, 4}, {4, 8})), (Attempts{cancelled(0, 0, 0, 1), completed(0, 2, 0, 1),
                                                          completed(1, 1, 0, 4), cancelled(1, 0, 1, 4)}));
}

// As above, but at 1 r2 gets a third copy of t1: 8 / 4 = 2 to 3.
TEST(ReferenceWqr, CopiesUpToReplicas) {
  EXPECT_EQ(wqr(3, one_bag({1, 2, 4}, {4, 8})),
            (Attempts{cancelled(0, 0, 0, 1), completed(0, 2, 0, 1), cancelled(1, 1, 0, 3),
                      cancelled(1, 0, 1, 3), completed(1, 2, 1, 3)}));
}

TEST(ReferenceWqr, OfOneReplicaIsWorkqueue) {
  const auto instance = one_bag({1, 2, 4}, {4, 8}, {{2, 1}});
  EXPECT_EQ(wqr(1, instance), workqueue(instance));
}

// r0 t0, r1 t1, then copies in turn: r2 t0, r3 t1, r4 t0. All of them end at 10, when the lowest counts.
TEST(ReferenceWqr, CountsACopyGivenToTheOneBefore) {
  EXPECT_EQ(wqr(3, one_bag({1, 1, 1, 1, 1}, {10, 10})),
            (Attempts{completed(0, 0, 0, 10), cancelled(0, 2, 0, 10), cancelled(0, 4, 0, 10),
                      completed(1, 1, 0, 10), cancelled(1, 3, 0, 10)}));
}

// r0 and r2 end at 2.
TEST(ReferenceWqr, TakesTheLowerOfTwoResourcesThatEndAtOneDate) {
  EXPECT_EQ(wqr(3, one_bag({2, 1, 2}, {4})),
            (Attempts{completed(0, 0, 0, 2), cancelled(0, 1, 0, 2), cancelled(0, 2, 0, 2)}));
}

// r0 crashes at 1, which is known at 3: until then t0 has two copies. Then r2 gets one.
TEST(ReferenceWqr, CountsACopyOnADeadResourceUntilThatIsKnown) {
  EXPECT_EQ(wqr(2, one_bag({1, 1, 1}, {4}, {{0, 1}}, 2)),
            (Attempts{lost(0, 0, 0, 1), completed(0, 1, 0, 4), cancelled(0, 2, 3, 4)}));
}

// r0 crashes at 1, known at 11. When r1 ends t0 at 2, r0 seems to be free; so it gets t1 at 3, and r1 a copy.
TEST(ReferenceWqr, TakesADeadResourceForFreeWhenItsTaskEndsElsewhere) {
  EXPECT_EQ(wqr(2, {{1, 2}, {{0, {4}}, {3, {2}}}, {{0, 1}}, 10}),
            (Attempts{lost(0, 0, 0, 1), completed(0, 1, 0, 2), completed(1, 1, 3, 4)}));
}

// E = 8 / 2 = 4. r0: t0 takes 4. r1: t1 takes 8 / 3, t2 takes 4.
TEST(ReferenceMftf, GivesEachResourceTheTaskThatTakesItNearestToTheMean) {
  EXPECT_EQ(run(Kind::mftf, one_bag({1, 3}, {4, 8, 12})),
            (Attempts{completed(0, 0, 0, 4), completed(2, 1, 0, 4), completed(1, 0, 4, 12)}));
}

// E = 4 at 0, and 40 / 4 = 10 from 1 on. At 4 t0 is 8 away from it, t2 4, t3 18; at 10 t0 8, t3 18.
TEST(ReferenceMftf, TakesTheMeanOfAllTasksSubmittedUpToNow) {
  EXPECT_EQ(run(Kind::mftf, {{1}, {{0, {2, 4, 6}}, {1, {28}}}}),
            (Attempts{completed(1, 0, 0, 4), completed(2, 0, 4, 10), completed(0, 0, 10, 12),
                      completed(3, 0, 12, 40)}));
}

// E = 6 / 2 = 3 though only r0 is up: t0 and t1 are 1 away from it. (With r0 alone it would be 6.)
TEST(ReferenceMftf, CountsResourcesThatAreDown) {
  EXPECT_EQ(run(Kind::mftf, one_bag({1, 3}, {2, 4, 12}, {{1, 0}})),
            (Attempts{completed(0, 0, 0, 2), completed(1, 0, 2, 6), completed(2, 0, 6, 18)}));
}

// t0 on r1 would end at 2, then t1 there at 3 (r0: 4), then t2 on r0 at 2 (r1: 3.5). At 2 t1 on r1 ends at 3.
TEST(ReferenceFpltf, StartsWhatIsMappedFirstToAFreeResource) {
  EXPECT_EQ(run(Kind::dynamic_fpltf, one_bag({1, 4}, {8, 4, 2})),
            (Attempts{completed(0, 1, 0, 2), completed(2, 0, 0, 2), completed(1, 1, 2, 3)}));
}

// Each would end t0 at 4; then r1 alone would end t1 at 4.
TEST(ReferenceFpltf, BreaksTiesByLowestTaskAndResource) {
  EXPECT_EQ(run(Kind::dynamic_fpltf, one_bag({1, 1}, {4, 4})),
            (Attempts{completed(0, 0, 0, 4), completed(1, 1, 0, 4)}));
}

// r1 would end t1 at 2, r0 at 10, so that t1 waits for r1 until that has crashed. Then r0 takes t0 first.
TEST(ReferenceFpltf, MapsAnewWhenAResourceIsKnownToBeDown) {
  EXPECT_EQ(run(Kind::dynamic_fpltf, one_bag({1, 10}, {10, 10}, {{1, 0.5}})),
            (Attempts{lost(0, 1, 0, 0.5), completed(0, 0, 0.5, 10.5), completed(1, 0, 10.5, 20.5)}));
}

// r1 crashes at 0.5, known at 1.5; t0 was expected to end there at 1. At 1.25 that counts as 1.25: t1 on r1
// would end at 2.25, then t2 there at 2.35, on r0 at 2.25. (From 1 on, t2 on r1 would have ended at 2.1.)
TEST(ReferenceFpltf, TakesAnExpectedEndInThePastForNow) {
  EXPECT_EQ(run(Kind::dynamic_fpltf, {{1, 10}, {{0, {10, 10}}, {1.25, {1}}}, {{1, 0.5}}, 1}),
            (Attempts{lost(0, 1, 0, 0.5), completed(2, 0, 1.25, 2.25), completed(0, 0, 2.25, 12.25),
                      completed(1, 0, 12.25, 22.25)}));
}

// Least completion times 1, 2, 4: t2 to r1. Then t0 2 (r0), t1 4 (r0): t1 to r0. Then t0 5 on r1 (r0: 6), as
// at 4.
TEST(ReferenceMaxMin, MapsTheTaskOfGreatestLeastCompletionFirst) {
  EXPECT_EQ(run(Kind::max_min, one_bag({1, 2}, {2, 4, 8})),
            (Attempts{completed(1, 0, 0, 4), completed(2, 1, 0, 4), completed(0, 1, 4, 5)}));
}

// t0 to r1 (1), then t1 to r1 (3; r0: 4), then t2 to r1 (7; r0: 8). r0 stays idle; at 1 and 3 the same.
TEST(ReferenceMinMin, MapsTheTaskOfLeastCompletionFirst) {
  EXPECT_EQ(run(Kind::min_min, one_bag({1, 2}, {2, 4, 8})),
            (Attempts{completed(0, 1, 0, 1), completed(1, 1, 1, 3), completed(2, 1, 3, 7)}));
}

// Losses 1, 2, 4: t2 to r1 (4). Then t0 5 - 2 = 3, t1 6 - 4 = 2: t0 to r0 (2). At 2 both would end t1 at 6.
TEST(ReferenceSufferage, MapsTheTaskThatLosesMostFirst) {
  EXPECT_EQ(run(Kind::sufferage, one_bag({1, 2}, {2, 4, 8})),
            (Attempts{completed(0, 0, 0, 2), completed(2, 1, 0, 4), completed(1, 0, 2, 6)}));
}

// As above until r1 crashes at 1; then r0 alone is up, and takes the others by id.
TEST(ReferenceSufferage, TakesTheLowestIdWhereOneResourceIsUp) {
  EXPECT_EQ(
      run(Kind::sufferage, one_bag({1, 2}, {2, 4, 8}, {{1, 1}})),
      (Attempts{completed(0, 0, 0, 2), lost(2, 1, 0, 1), completed(1, 0, 2, 6), completed(2, 0, 6, 14)}));
}

} // namespace reference_broker_test
} // namespace malha::testing
