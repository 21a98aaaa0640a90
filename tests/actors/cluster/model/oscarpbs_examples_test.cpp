// SPDX-License-Identifier: MIT
// The examples of the thesis, section 5.3, and the steps of the cycle.
#include "oscarpbs_examples.hpp"

namespace malha::testing {
namespace oscarpbs_examples_test {

using namespace oscar_cases;

void expect_only_push(const OscarResult& result, const OscarPush& push) {
  ASSERT_EQ(result.pushes.size(), 1u);
  EXPECT_EQ(result.pushes[0].date, push.date);
  EXPECT_EQ(result.pushes[0].job, push.job);
  EXPECT_EQ(result.pushes[0].fragment, push.fragment);
  EXPECT_EQ(result.pushes[0].from, push.from);
  EXPECT_EQ(result.pushes[0].to, push.to);
}

// The thesis's examples, Sec. 5.3.

const Jobs example_1{common(1, 0, 100, {{2}}), common(2, 0, 150, {{3}}), common(3, 0, 200, {{5}}),
                     common(4, 0, 250, {{6}})};

TEST_P(OscarExamples, PushesWhatFreesMost) {
  // By weight: A (1) to m0, the first of two alike; B (2) to m0, where less is free; C (3) to m1. D (4) lacks
  // 3 CPUs for 100 s and 1 for 50 s on m0, 350 CPU x s, and 3 for 200 s on m1, so m0 is tried first. There B
  // would give 3 x 150, A 2 x 100: B goes to m1, beside C.
  const OscarResult result = schedule(two_machines, example_1, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 0}}));
  expect_only_push(result, {0, 2, 0, 0, 1});
}

TEST_P(OscarExamples, WithoutPushesTheFirstExampleWaits) {
  OscarSettings settings;
  settings.push = false;
  // The same until D, which finds 6 CPUs first on m0 when A and B have ended, at 150.
  const OscarResult result = schedule(two_machines, example_1, settings);
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {0}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 150}}));
  EXPECT_TRUE(result.pushes.empty());
}

const Jobs example_2{common(1, 0, 200, {{2}}), common(2, 0, 200, {{2}}), common(3, 0, 280, {{6}}),
                     common(4, 0, 280, {{6}})};

TEST_P(OscarExamples, PushesTheLastOfEquals) {
  // E (1) and F (2) to m0, G (3) to m1. H (4) lacks 2 CPUs for 200 s on m0. E and F would give as much; F
  // came last.
  const OscarResult result = schedule(two_machines, example_2, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 0}}));
  expect_only_push(result, {0, 2, 0, 0, 1});
}

const Jobs example_3{common(1, 0, 160, {{3, 0}}), common(2, 0, 110, {{6, 1}}),
                     until('Q', 300, common(3, 5, 100, {{7}})), common(4, 10, 250, {{4}})};

TEST_P(OscarExamples, PushesADeadlineJobAsideAtTheSameStart) {
  // The example's 0 is 10 here: I (1) has 150 s left on m0, J (2) 100 s on m1. K (3) came at 5, was given
  // [200, 300), the last that ends in time, on m0, the first of two empty ones, and could not start at 5 or
  // at 10 for I and J. L (4), [10, 260): m1 lacks 2 beside J, which runs; m0 lacks 3 from 200, and K can go
  // to m1. After the example, at 110, J ends and K is brought forward on m1.
  const OscarResult result = schedule(two_machines, example_3, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 110}, {4, 10}}));
  expect_only_push(result, {10, 3, 0, 0, 1});
}

const Jobs example_4{common(1, 0, 160, {{5, 0}}), common(2, 0, 260, {{3, 1}}), common(3, 0, 60, {{6, 2}}),
                     common(4, 10, 200, {{2}, {2}}), common(5, 10, 220, {{3}, {3}})};

TEST_P(OscarExamples, PushesOneFragmentOfAnotherJob) {
  // The example's 0 is 10 here: M (1), N (2), O (3) have 150, 250, 50 s left. P (4), [10, 210): CPU x s free
  // on m0 3 x 150 + 8 x 50, m1 5 x 200, m2 2 x 50 + 8 x 150, so its fragments go to m0 and, where 2 fit no
  // more on m0, m1. Q (5), [10, 230): its first fits only beside N and P2 on m1. Its second lacks 2 x 150 on
  // m0, 3 x 200 + 1 x 20 on m1, and 1 on m2, where O runs. On m0 P1 goes to m2, the only one with 2 CPUs
  // left.
  const OscarResult result = schedule(three_machines, example_4, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {2}}, {4, {2, 1}}, {5, {1, 0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 10}, {5, 10}}));
  expect_only_push(result, {10, 4, 0, 0, 2});
}

OscarSettings without_pushes() {
  OscarSettings settings;
  settings.push = false;
  return settings;
}

TEST_P(OscarExamples, WithoutPushesTheOtherExamplesWait) {
  // H (4) finds 6 CPUs at 200, when E and F have ended on m0.
  const OscarResult second = schedule(two_machines, example_2, without_pushes());
  EXPECT_EQ(machines(second), (Machines{{1, {0}}, {2, {0}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(second), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 200}}));
  // L (4) finds m1 empty at 110, when J has ended; on m0 K has 7 CPUs from 200. K stays, and is brought
  // forward when I ends, at 160.
  const OscarResult third = schedule(two_machines, example_3, without_pushes());
  EXPECT_EQ(machines(third), (Machines{{1, {0}}, {2, {1}}, {3, {0}}, {4, {1}}}));
  EXPECT_EQ(starts(third), (Starts{{1, 0}, {2, 0}, {3, 160}, {4, 110}}));
  // Q (5) at 60, when O has ended on m2: one fragment to m1, where 3 x 150 + 5 x 50 + 8 x 20 = 860 CPU x s
  // are free in [60, 280), the other to m2; m0 has 1 CPU left.
  const OscarResult fourth = schedule(three_machines, example_4, without_pushes());
  EXPECT_EQ(machines(fourth), (Machines{{1, {0}}, {2, {1}}, {3, {2}}, {4, {0, 1}}, {5, {1, 2}}}));
  EXPECT_EQ(starts(fourth), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 10}, {5, 60}}));
  EXPECT_TRUE(second.pushes.empty() && third.pushes.empty() && fourth.pushes.empty());
}

// The cycle.

TEST_P(OscarExamples, AnEarlyEndBringsADeadlineJobForward) {
  const Jobs jobs{ending_after(30, common(1, 0, 100, {{8}})), until('Q', 500, common(2, 1, 50, {{8}}))};
  // Job 2 has [450, 500) and could not start at 1. At 30 it can.
  EXPECT_EQ(starts(schedule(one_machine, jobs, {})), (Starts{{1, 0}, {2, 30}}));
}

TEST_P(OscarExamples, TheTablesHoldTheTolerance) {
  OscarSettings settings;
  settings.tolerance = 10;
  Jobs jobs{common(1, 0, 100, {{4}}), until('Q', 170, common(2, 1, 50, {{8}})), common(3, 1, 99, {{4}})};
  // Job 1 has [0, 110), job 2 the 60 s before its deadline, [110, 170); job 3 fits into [1, 110). Job 2 is
  // brought forward at 100, when jobs 1 and 3 have ended.
  EXPECT_EQ(starts(schedule(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 100}, {3, 1}}));
  // [1, 111) does not fit. Job 2 runs in [100, 150), and job 3 follows.
  jobs[2] = common(3, 1, 100, {{4}});
  EXPECT_EQ(starts(schedule(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 100}, {3, 150}}));
}

TEST_P(OscarExamples, WakesUpAtAReservedStart) {
  OscarSettings settings;
  settings.push = false;
  const Jobs jobs{common(1, 0, 240, {{4, 1}}), common(2, 0, 180, {{8, 0}}),
                  until('Q', 300, common(3, 1, 100, {{3}, {5}})), common(4, 170, 200, {{3}})};
  // Job 3 has [200, 300): its 3 CPUs on m1, where 4 x 40 + 8 x 60 is less than 8 x 100, its 5 on m0. Job 4
  // finds nothing at 170: m0 is full, on m1 1 CPU is left in [200, 240). At 180 job 2 ends and job 4 has
  // [180, 380) on m0. Job 3 in [180, 280) would have its 3 CPUs on m0, with 5 x 100 free against 4 x 60 + 8 x
  // 40, and no place for its 5. Nothing happens before 200.
  const OscarResult result = schedule(two_machines, jobs, settings);
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 200}, {4, 180}}));
  EXPECT_EQ(machines(result), (Machines{{1, {1}}, {2, {0}}, {3, {1, 0}}, {4, {0}}}));
}

TEST_P(OscarExamples, ADeadlineJobThatCannotEndInTimeNeverRuns) {
  // Job 2 could only be late from the start; job 3 finds nothing until 100, and 100 + 50 > 149; job 4 ends
  // just in time. None holds anything meanwhile.
  const Jobs jobs{common(1, 0, 100, {{8}}), until('Q', 59, common(2, 10, 50, {{1}})),
                  until('Q', 149, common(3, 10, 50, {{8}})), until('Q', 150, common(4, 10, 50, {{8}}))};
  const OscarResult result = schedule(one_machine, jobs, {});
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {4, 100}}));
  EXPECT_EQ(result.never_ran, (Ids{2, 3}));
}

TEST_P(OscarExamples, FixedCpusWeighMore) {
  const Jobs jobs{common(1, 0, 10, {{5, 0}}), common(2, 0, 10, {{6}})};
  OscarSettings settings;
  // 10 x 2 x 5 against 10 x 6, and no room for both; then 10 x 1 x 5.
  EXPECT_EQ(starts(schedule(one_machine, jobs, settings)), (Starts{{1, 10}, {2, 0}}));
  settings.fixed_weight = 1;
  EXPECT_EQ(starts(schedule(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 10}}));
}

TEST_P(OscarExamples, AnExclusiveFragmentIsAloneOfItsJob) {
  const Jobs jobs{common(1, 0, 10, {{2, -1, true}, {2}}), common(2, 0, 10, {{7}})};
  // Job 1 has m0 and m1. Neither of its fragments can be pushed to the other, so job 2 waits.
  const OscarResult result = schedule(two_machines, jobs, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0, 1}}, {2, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 10}}));
}

INSTANTIATE_TEST_SUITE_P(Both, OscarExamples, both_oscar_schedulers(), name_of);

} // namespace oscarpbs_examples_test
} // namespace malha::testing
