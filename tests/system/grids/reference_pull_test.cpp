// SPDX-License-Identifier: MIT
// Schedules of the reference of pull, derived by hand from docs/grids.md. "t1" is task 1, "r0" resource 0.
#include "examples.hpp"
#include "reference_pull.hpp"

#include <gtest/gtest.h>

#include <map>

namespace malha::testing {
namespace reference_pull_test {

using Policy = ReferencePullPolicy;

const Policy one_class{};

Policy classes(int number, Policy::Bounds bounds = Policy::equal_width) { return {number, bounds}; }
Policy checkpoints(Seconds interval, Seconds cost) { return {1, Policy::equal_width, true, interval, cost}; }

Attempts run(const Policy& policy, const ReferenceInstance& instance) {
  return reference_schedule(instance, policy).attempts;
}

// 0.5 of the way is the second half, and the greatest would be class 3.
TEST(ReferenceClass, OfEqualWidthDividesTheRange) {
  const std::vector<double> all{1, 4, 5, 9};
  for (const auto& [amount, expected] : std::map<double, int>{{1, 1}, {4, 1}, {5, 2}, {9, 2}})
    EXPECT_EQ(reference_class(amount, all, classes(2)), expected) << amount;
  EXPECT_EQ(reference_class(7, {7, 7}, classes(3)), 1);
}

// 0, 1, 2 and 3 of 4 are less.
TEST(ReferenceClass, OfQuantilesDividesTheAmounts) {
  const std::vector<double> all{1, 2, 3, 100};
  for (const auto& [amount, expected] : std::map<double, int>{{1, 1}, {2, 1}, {3, 2}, {100, 2}})
    EXPECT_EQ(reference_class(amount, all, classes(2, Policy::quantile)), expected) << amount;
  EXPECT_EQ(reference_class(7, {7, 7}, classes(3, Policy::quantile)), 1);
}

TEST(ReferencePull, OfOneClassGoesByIdAndNumber) {
  EXPECT_EQ(run(one_class, one_bag({1, 2}, {4, 4, 4})),
            (Attempts{completed(0, 0, 0, 4), completed(1, 1, 0, 2), completed(2, 1, 2, 4)}));
}

// r0 is of class 1, r1 of 2; t0 and t2 (2 (2 - 1) / 3 < 1) of class 1, t1 and t3 of 2.
TEST(ReferencePull, LooksForTasksOfTheOwnClassFirst) {
  EXPECT_EQ(
      run(classes(2), one_bag({1, 2}, {1, 4, 2, 4})),
      (Attempts{completed(0, 0, 0, 1), completed(1, 1, 0, 2), completed(2, 0, 1, 3), completed(3, 1, 2, 4)}));
}

// Resources of classes 1, 2, 3, tasks of 1, 1, 3, 3. r1 finds none of class 2 and takes one of 3; at 1 r0
// takes t1; nothing is left for others.
TEST(ReferencePull, LooksInHigherClassesBeforeLower) {
  EXPECT_EQ(run(classes(3), one_bag({1, 2, 3}, {1, 1, 9, 9})),
            (Attempts{completed(0, 0, 0, 1), completed(2, 1, 0, 4.5), completed(3, 2, 0, 3),
                      completed(1, 0, 1, 2)}));
}

// Resources of classes 1 and 3, tasks of 1, 2, 3, 1, 1, 1. At 5 r1 finds none of class 3, and of 2 before 1.
TEST(ReferencePull, LooksDownFromTheOwnClass) {
  EXPECT_EQ(run(classes(3), one_bag({1, 2}, {2, 6, 10, 2, 2, 2})),
            (Attempts{completed(0, 0, 0, 2), completed(2, 1, 0, 5), completed(3, 0, 2, 4),
                      completed(4, 0, 4, 6), completed(1, 1, 5, 8), completed(5, 0, 6, 8)}));
}

// r0 is of class 1, r1 of 2, and t2 and t3 of 2. (By width t3 alone would be.)
TEST(ReferencePull, ClassesByQuantile) {
  EXPECT_EQ(run(classes(2, Policy::quantile), one_bag({1, 2}, {1, 2, 3, 100})),
            (Attempts{completed(0, 0, 0, 1), completed(2, 1, 0, 1.5), completed(1, 0, 1, 3),
                      completed(3, 1, 1.5, 51.5)}));
}

// r1, of class 2, takes t1 of class 1 before t3 of class 2, which is of a later job.
TEST(ReferencePull, LooksThroughAllClassesOfAJobBeforeTheNext) {
  EXPECT_EQ(
      run(classes(2), {{1, 2}, {{0, {2, 2}}, {0, {2, 4}}}}),
      (Attempts{completed(0, 0, 0, 2), completed(1, 1, 0, 1), completed(3, 1, 1, 3), completed(2, 0, 2, 4)}));
}

// Crashed at 2, known at 7; r1 could take nothing else from 5 on.
TEST(ReferencePull, GivesATaskBackWhenACrashIsKnown) {
  EXPECT_EQ(
      run(one_class, one_bag({1, 1}, {4, 4, 1}, {{0, 2}}, 5)),
      (Attempts{lost(0, 0, 0, 2), completed(1, 1, 0, 4), completed(2, 1, 4, 5), completed(0, 1, 7, 11)}));
}

// r1 crashes at 1, which is known at 6. It cannot take t1 at 2, so r0 does at 4.
TEST(ReferencePull, LetsADeadResourceTakeNothing) {
  EXPECT_EQ(run(one_class, {{1, 1}, {{0, {4}}, {2, {1}}}, {{1, 1}}, 5}),
            (Attempts{completed(0, 0, 0, 4), completed(1, 0, 4, 5)}));
}

TEST(ReferencePull, LeavesTasksWhenAllResourcesAreDown) {
  const auto made = reference_schedule(one_bag({1, 1}, {4, 1}, {{0, 2}, {1, 3}}), one_class);
  EXPECT_EQ(made.attempts, (Attempts{lost(0, 0, 0, 2), completed(1, 1, 0, 1), lost(0, 1, 2, 3)}));
  EXPECT_EQ(made.unended, (std::vector<std::size_t>{0}));
}

// 10 s of work: checkpoints of 1 s after 3, 6 and 9 of it. 9 s: after 3 and 6, since nothing remains after 9.
TEST(ReferenceCheckpoint, CostsItsTime) {
  EXPECT_EQ(run(checkpoints(3, 1), one_bag({1, 1}, {10, 9})),
            (Attempts{completed(0, 0, 0, 13), completed(1, 1, 0, 11)}));
}

// r0 would write checkpoints at 4, 8 and 12. At 9 two of them are left: 4 of 10, in which r1 writes none.
TEST(ReferenceCheckpoint, IsWhereTheNextResourceGoesOn) {
  EXPECT_EQ(run(checkpoints(3, 1), one_bag({1, 2}, {10}, {{0, 9}})),
            (Attempts{lost(0, 0, 0, 9), completed(0, 1, 9, 11)}));
}

TEST(ReferenceCheckpoint, IsLeftByACrashAtItsDate) {
  EXPECT_EQ(run(checkpoints(3, 1), one_bag({1, 2}, {10}, {{0, 8}})),
            (Attempts{lost(0, 0, 0, 8), completed(0, 1, 8, 10)}));
}

// The second is not: 7 of 10 left, 3.5 s of r1 with a checkpoint after 3.
TEST(ReferenceCheckpoint, IsNotLeftByACrashWhileItIsWritten) {
  EXPECT_EQ(run(checkpoints(3, 1), one_bag({1, 2}, {10}, {{0, 7.5}})),
            (Attempts{lost(0, 0, 0, 7.5), completed(0, 1, 7.5, 12)}));
}

// r0 leaves 7 at 5, known at 6. r1 writes at 10 and would at 14; it leaves 4 at 10, known at 11; r2 writes
// one.
TEST(ReferenceCheckpoint, CountsFromTheOneBefore) {
  EXPECT_EQ(run(checkpoints(3, 1), one_bag({1, 1, 1}, {10}, {{0, 5}, {1, 10}}, 1)),
            (Attempts{lost(0, 0, 0, 5), lost(0, 1, 6, 10), completed(0, 2, 11, 16)}));
}

// Mean work 20, mean speed 1.25: 16 s, a tenth of it 1.6. t0 takes 10: 6 checkpoints (9.6). t1 takes 20: 12
// (19.2).
TEST(ReferenceCheckpoint, IsWrittenTenTimesInTheMeanTaskWhenNoIntervalIsGiven) {
  EXPECT_EQ(run(checkpoints(0, 0.5), one_bag({1, 1.5}, {10, 30})),
            (Attempts{completed(0, 0, 0, 13), completed(1, 1, 0, 26)}));
}

} // namespace reference_pull_test
} // namespace malha::testing
