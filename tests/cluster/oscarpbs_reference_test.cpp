// SPDX-License-Identifier: MIT
// The plain OscarPBS scheduler on cases that can be followed by hand. The machines have 8 CPUs each and are
// called m0, m1, ...; [a, b) is what the tables hold for a job.
#include "oscarpbs_reference_cases.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace {

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

TEST(OscarReference, PushesWhatFreesMost) {
  // By weight: A (1) to m0, the first of two alike; B (2) to m0, where less is free; C (3) to m1. D (4) lacks
  // 3 CPUs for 100 s and 1 for 50 s on m0, 350 CPU x s, and 3 for 200 s on m1, so m0 is tried first. There B
  // would give 3 x 150, A 2 x 100: B goes to m1, beside C.
  const OscarResult result = oscarpbs_reference(two_machines, example_1, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 0}}));
  expect_only_push(result, {0, 2, 0, 0, 1});
}

TEST(OscarReference, WithoutPushWaits) {
  OscarSettings settings;
  settings.push = false;
  // The same until D, which finds 6 CPUs first on m0 when A and B have ended, at 150.
  const OscarResult result = oscarpbs_reference(two_machines, example_1, settings);
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {0}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 150}}));
  EXPECT_TRUE(result.pushes.empty());
}

TEST(OscarReference, PushesTheLastOfEquals) {
  const Jobs jobs{common(1, 0, 200, {{2}}), common(2, 0, 200, {{2}}), common(3, 0, 280, {{6}}),
                  common(4, 0, 280, {{6}})};
  // E (1) and F (2) to m0, G (3) to m1. H (4) lacks 2 CPUs for 200 s on m0. E and F would give as much; F
  // came last.
  const OscarResult result = oscarpbs_reference(two_machines, jobs, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 0}}));
  expect_only_push(result, {0, 2, 0, 0, 1});
}

TEST(OscarReference, PushesADeadlineJobAsideAtTheSameStart) {
  const Jobs jobs{common(1, 0, 160, {{3, 0}}), common(2, 0, 110, {{6, 1}}),
                  until('Q', 300, common(3, 5, 100, {{7}})), common(4, 10, 250, {{4}})};
  // The example's 0 is 10 here: I (1) has 150 s left on m0, J (2) 100 s on m1. K (3) came at 5, was given
  // [200, 300), the last that ends in time, on m0, the first of two empty ones, and could not start at 5 or
  // at 10 for I and J. L (4), [10, 260): m1 lacks 2 beside J, which runs; m0 lacks 3 from 200, and K can go
  // to m1. After the example, at 110, J ends and K is brought forward on m1.
  const OscarResult result = oscarpbs_reference(two_machines, jobs, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {1}}, {4, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 110}, {4, 10}}));
  expect_only_push(result, {10, 3, 0, 0, 1});
}

TEST(OscarReference, PushesOneFragmentOfAnotherJob) {
  const Jobs jobs{common(1, 0, 160, {{5, 0}}), common(2, 0, 260, {{3, 1}}), common(3, 0, 60, {{6, 2}}),
                  common(4, 10, 200, {{2}, {2}}), common(5, 10, 220, {{3}, {3}})};
  // The example's 0 is 10 here: M (1), N (2), O (3) have 150, 250, 50 s left. P (4), [10, 210): CPU x s free
  // on m0 3 x 150 + 8 x 50, m1 5 x 200, m2 2 x 50 + 8 x 150, so its fragments go to m0 and, where 2 fit no
  // more on m0, m1. Q (5), [10, 230): its first fits only beside N and P2 on m1. Its second lacks 2 x 150 on
  // m0, 3 x 200 + 1 x 20 on m1, and 1 on m2, where O runs. On m0 P1 goes to m2, the only one with 2 CPUs
  // left.
  const OscarResult result = oscarpbs_reference(three_machines, jobs, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0}}, {2, {1}}, {3, {2}}, {4, {2, 1}}, {5, {1, 0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 0}, {4, 10}, {5, 10}}));
  expect_only_push(result, {10, 4, 0, 0, 2});
}

// The powers, P20, and reservations.

TEST(OscarReference, ACommonJobFillsTheHoleBeforeAReservation) {
  Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), common(3, 30, 70, {{4}})};
  // Job 2 starves at 21: windows from 21 and 71 meet job 1, the last end 100 is left: [100, 150). Job 3 in
  // [30, 100) disturbs nobody.
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, starving(20))), (Starts{{1, 0}, {2, 100}, {3, 30}}));
  // [30, 101) would, and a common job removes nobody. At 50 job 3 starves; windows from 50 and 121 meet job
  // 2, so it has [150, 221).
  jobs[2] = common(3, 30, 71, {{4}});
  const OscarResult refused = oscarpbs_reference(one_machine, jobs, starving(20));
  EXPECT_EQ(starts(refused), (Starts{{1, 0}, {2, 100}, {3, 150}}));
  EXPECT_TRUE(refused.deallocations.empty());
}

TEST(OscarReference, WithoutStarvingNobodyReserves) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), common(3, 30, 71, {{4}})};
  OscarSettings settings = starving(20);
  settings.starve = false;
  // Job 3 has [30, 101) and job 2 waits for it.
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 101}, {3, 30}}));
}

TEST(OscarReference, StarvesOnlyAfterMoreThanTheTolerance) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), common(3, 6, 101, {{4}}),
                  common(4, 7, 1, {{4}})};
  // At 6 job 2 has waited for 5 s, which is not more than 5: nothing keeps job 3 from [6, 107). At 7 it
  // starves: windows from 7 and 57 meet jobs 1 and 3, the last end 107 is left. Job 4 has 4 CPUs at 100.
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, starving(600))),
            (Starts{{1, 0}, {2, 107}, {3, 6}, {4, 100}}));
  // One second later job 2 starves before job 3 is looked at, and has [100, 150): windows from 7 and 57 meet
  // job 1. Job 3 finds nothing until 150.
  const Jobs later{jobs[0], jobs[1], common(3, 7, 101, {{4}})};
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, later, starving(600))),
            (Starts{{1, 0}, {2, 100}, {3, 150}}));
}

TEST(OscarReference, AQosJobRemovesAStarveJobThatDoesNotRun) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  until('Q', 155, common(3, 30, 50, {{8}}))};
  // Job 2 has [100, 150) from 21 on. Job 3 takes [105, 155) from it. Job 2 in the same cycle: windows from
  // 30, 80 and 130 meet job 1 or job 3, so [155, 205). At 100 job 2 comes first but has no power over job 3,
  // which is brought forward, and at 150 job 2 is.
  const OscarResult result = oscarpbs_reference(one_machine, jobs, starving(20));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 150}, {3, 100}}));
  EXPECT_EQ(result.deallocations, (Counts{{2, 1}}));
}

TEST(OscarReference, ACriticalStarveJobIsSafeFromAQosJob) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  until('Q', 155, common(3, 30, 50, {{8}})), until('Q', 215, common(4, 31, 50, {{8}}))};
  OscarSettings settings = starving(20);
  // As above until 31. Job 4 takes [165, 215) from job 2: windows from 31, 81, 131, 181 meet another, so it
  // has [215, 265). At 100 and 150 jobs 3 and 4 are brought forward, at 200 job 2.
  settings.deallocation_limit = 2;
  const OscarResult twice = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(twice), (Starts{{1, 0}, {2, 200}, {3, 100}, {4, 150}}));
  EXPECT_EQ(twice.deallocations, (Counts{{2, 2}}));
  // After one removal job 2 keeps [155, 205). Job 4: the window from 165 meets it, those from 115 and 65 jobs
  // 3 and 1. At 150 job 2 is brought forward to [150, 200), and at 170, 20 s after, 170 + 50 > 215.
  settings.deallocation_limit = 1;
  const OscarResult once = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(once), (Starts{{1, 0}, {2, 150}, {3, 100}}));
  EXPECT_EQ(once.deallocations, (Counts{{2, 1}}));
  EXPECT_EQ(once.never_ran, (Ids{4}));
  // Without any job 2 keeps [100, 150): job 3 finds nothing. Job 4 has [165, 215) and follows at 150.
  settings.deallocation_limit = 0;
  const OscarResult never = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(never), (Starts{{1, 0}, {2, 100}, {4, 150}}));
  EXPECT_TRUE(never.deallocations.empty());
  EXPECT_EQ(never.never_ran, (Ids{3}));
}

const Jobs old_and_young{ending_after(40, common(1, 0, 100, {{4}})),
                         ending_after(40, common(2, 0, 50, {{4}})), common(3, 1, 100, {{8}}),
                         common(4, 2, 40, {{4}})};

TEST(OscarReference, AnOlderStarveJobRemovesAYoungerOne) {
  // At 12 both starve. Job 3: the window from 12 meets jobs 1 and 2, so [100, 200). Job 4: the window from 12
  // does, that from 52 finds the CPUs of job 2: [52, 92). At 40 both end early. Job 3 in [40, 140) removes
  // job
  // 4. Another cycle at 40 gives job 4 [140, 180): windows from 40, 80 and 120 meet job 3.
  const OscarResult result = oscarpbs_reference(one_machine, old_and_young, starving(10));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 40}, {4, 140}}));
  EXPECT_EQ(result.deallocations, (Counts{{4, 1}}));
}

TEST(OscarReference, AnOlderStarveJobDoesNotRemoveACriticalOne) {
  OscarSettings settings = starving(10);
  settings.deallocation_limit = 0;
  // At 40 job 3 fails, job 4 is brought forward to [40, 80), and at 80 job 3 is.
  const OscarResult result = oscarpbs_reference(one_machine, old_and_young, settings);
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 80}, {4, 40}}));
  EXPECT_TRUE(result.deallocations.empty());
}

TEST(OscarReference, ARemovedStarveJobIsReservedAgainAtTheSameInstant) {
  Jobs jobs = old_and_young;
  jobs.push_back(until('Q', 200, common(5, 41, 50, {{8}})));
  OscarSettings settings = starving(10);
  settings.deallocation_limit = 1;
  // As above; at 41 job 4 is critical and has [140, 180) already. Job 5: the window from 150 meets it, those
  // from 100 and 50 job 3, and so it stays until its time is over.
  const OscarResult result = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 40}, {4, 140}}));
  EXPECT_EQ(result.never_ran, (Ids{5}));
}

// The last resort of an emergency job: each of its seven powers alone, and all the others.

struct Victim {
  const char* name;
  char service;
  bool starve;
  bool OscarPowers::*power;
};

OscarPowers only(bool OscarPowers::*power) {
  OscarPowers powers{};
  powers.*power = true;
  return powers;
}

OscarPowers all_but(bool OscarPowers::*power) {
  OscarPowers powers{true, true, true, true, true, true, true};
  powers.*power = false;
  return powers;
}

OscarJob emergency(double deadline, OscarPowers powers, OscarJob job) {
  job = until('E', deadline, job);
  job.powers = powers;
  return job;
}

OscarJob victim(const Victim& who, double deadline, const OscarJob& job) {
  return who.service == 'C' ? job : until(who.service, deadline, job);
}

TEST(OscarReference, AnEmergencyJobKillsWhatItsPowersName) {
  for (const Victim& who : {Victim{"common", 'C', false, &OscarPowers::common_running},
                            Victim{"starve", 'C', true, &OscarPowers::starve_running},
                            Victim{"QoS", 'Q', false, &OscarPowers::qos_running},
                            Victim{"emergency", 'E', false, &OscarPowers::emergency_running}}) {
    SCOPED_TRACE(who.name);
    OscarSettings settings = starving(10);
    settings.starve = who.starve;
    Jobs jobs{common(1, 0, 20, {{8}}), victim(who, 1000, common(2, 1, 100, {{8}})),
              emergency(90, only(who.power), common(3, 30, 50, {{8}}))};
    // Job 2 runs from 20, the end of job 1, whatever it is: a deadline job has [900, 1000) until then, a
    // starve job [20, 120). Job 3 finds no window before 90; its last resort is [40, 90), which kills job 2,
    // and it is brought forward to 30. Job 2 finds nothing before 80, when it starts again.
    const OscarResult killed = oscarpbs_reference(one_machine, jobs, settings);
    EXPECT_EQ(starts(killed), (Starts{{1, 0}, {2, 80}, {3, 30}}));
    EXPECT_EQ(kills(killed), (Counts{{2, 1}}));
    EXPECT_TRUE(killed.deallocations.empty());
    // Without that power job 2 runs on until 120, and at 50 job 3 has no time left: 50 + 50 > 90.
    jobs[2].powers = all_but(who.power);
    const OscarResult spared = oscarpbs_reference(one_machine, jobs, settings);
    EXPECT_EQ(starts(spared), (Starts{{1, 0}, {2, 20}}));
    EXPECT_EQ(spared.never_ran, (Ids{3}));
    EXPECT_TRUE(kills(spared).empty());
  }
}

TEST(OscarReference, AnEmergencyJobRemovesTheDeadlineJobsItsPowersName) {
  for (const Victim& who : {Victim{"QoS", 'Q', false, &OscarPowers::qos_allocated},
                            Victim{"emergency", 'E', false, &OscarPowers::emergency_allocated}}) {
    SCOPED_TRACE(who.name);
    Jobs jobs{common(1, 0, 100, {{4}}), victim(who, 160, common(2, 1, 50, {{8}})),
              emergency(155, only(who.power), common(3, 10, 50, {{8}}))};
    // Job 2 has [110, 160). Job 3 finds no window: those from 105 and 55 meet job 2 or job 1. Its last resort
    // is [105, 155). Windows of job 2 from 110, 60 and 10 meet job 3 or job 1; at 100 job 3 is brought
    // forward, and when it ends at 150, 150 + 50 > 160.
    const OscarResult removed = oscarpbs_reference(one_machine, jobs, {});
    EXPECT_EQ(starts(removed), (Starts{{1, 0}, {3, 100}}));
    EXPECT_EQ(removed.never_ran, (Ids{2}));
    // Without that power job 2 is brought forward at 100, and 150 + 50 > 155 for job 3.
    jobs[2].powers = all_but(who.power);
    const OscarResult spared = oscarpbs_reference(one_machine, jobs, {});
    EXPECT_EQ(starts(spared), (Starts{{1, 0}, {2, 100}}));
    EXPECT_EQ(spared.never_ran, (Ids{3}));
  }
}

TEST(OscarReference, AnEmergencyJobRemovesACriticalStarveJobWhenItMay) {
  OscarSettings settings = starving(4);
  settings.deallocation_limit = 0;
  Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
            emergency(155, only(&OscarPowers::critical_starve_allocated), common(3, 10, 50, {{8}}))};
  // Job 2 starves at 9 (cycles at 1, 5, 9) and has [100, 150). Job 3 as above, [105, 155). Job 2: windows
  // from 10, 60, 110 meet another, so [155, 205). At 100 job 3 is brought forward, at 150 job 2.
  const OscarResult removed = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(removed), (Starts{{1, 0}, {2, 150}, {3, 100}}));
  EXPECT_EQ(removed.deallocations, (Counts{{2, 1}}));
  jobs[2].powers = all_but(&OscarPowers::critical_starve_allocated);
  const OscarResult spared = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(spared), (Starts{{1, 0}, {2, 100}}));
  EXPECT_EQ(spared.never_ran, (Ids{3}));
}

TEST(OscarReference, AnEmergencyJobRemovesOrdinaryStarveJobsAlways) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  emergency(120, only(&OscarPowers::common_running), common(3, 20, 50, {{8}}))};
  // Job 2 has [100, 150) from 11 on. Job 3: windows from 70 and 20 meet job 1, which runs. Its last resort,
  // [70, 120), removes job 2 and kills job 1. In the same cycle job 1 has waited for 20 s, starves, and has
  // the window from 120, since that from 20 meets job 3; job 2 has [20, 70), and starts.
  const OscarResult result = oscarpbs_reference(one_machine, jobs, starving(10));
  EXPECT_EQ(starts(result), (Starts{{1, 120}, {2, 20}, {3, 70}}));
  EXPECT_EQ(kills(result), (Counts{{1, 1}}));
  EXPECT_EQ(result.deallocations, (Counts{{2, 1}}));
}

TEST(OscarReference, AnEmergencyJobPrefersTheMachineOfLesserVictims) {
  const OscarPowers both{false, false, false, true, false, true, false};
  const Jobs jobs{until('Q', 500, common(1, 0, 100, {{8, 0}})), common(2, 0, 100, {{8, 1}}),
                  emergency(70, both, common(3, 10, 50, {{8}}))};
  // On each machine 8 CPUs for 50 s lack. A running QoS job counts 32, a common one 8, so job 2 is killed
  // though m0 comes first. Job 3 runs in [10, 60) on m1, then job 2.
  const OscarResult result = oscarpbs_reference(two_machines, jobs, {});
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 60}, {3, 10}}));
  EXPECT_EQ(kills(result), (Counts{{2, 1}}));
}

// The cycle.

TEST(OscarReference, AnEarlyEndBringsADeadlineJobForward) {
  const Jobs jobs{ending_after(30, common(1, 0, 100, {{8}})), until('Q', 500, common(2, 1, 50, {{8}}))};
  // Job 2 has [450, 500) and could not start at 1. At 30 it can.
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, {})), (Starts{{1, 0}, {2, 30}}));
}

TEST(OscarReference, TheTablesHoldTheTolerance) {
  OscarSettings settings;
  settings.tolerance = 10;
  Jobs jobs{common(1, 0, 100, {{4}}), until('Q', 170, common(2, 1, 50, {{8}})), common(3, 1, 99, {{4}})};
  // Job 1 has [0, 110), job 2 the 60 s before its deadline, [110, 170); job 3 fits into [1, 110). Job 2 is
  // brought forward at 100, when jobs 1 and 3 have ended.
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 100}, {3, 1}}));
  // [1, 111) does not fit. Job 2 runs in [100, 150), and job 3 follows.
  jobs[2] = common(3, 1, 100, {{4}});
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 100}, {3, 150}}));
}

TEST(OscarReference, WakesUpAtAReservedStart) {
  OscarSettings settings;
  settings.push = false;
  const Jobs jobs{common(1, 0, 240, {{4, 1}}), common(2, 0, 180, {{8, 0}}),
                  until('Q', 300, common(3, 1, 100, {{3}, {5}})), common(4, 170, 200, {{3}})};
  // Job 3 has [200, 300): its 3 CPUs on m1, where 4 x 40 + 8 x 60 is less than 8 x 100, its 5 on m0. Job 4
  // finds nothing at 170: m0 is full, on m1 1 CPU is left in [200, 240). At 180 job 2 ends and job 4 has
  // [180, 380) on m0. Job 3 in [180, 280) would have its 3 CPUs on m0, with 5 x 100 free against 4 x 60 + 8 x
  // 40, and no place for its 5. Nothing happens before 200.
  const OscarResult result = oscarpbs_reference(two_machines, jobs, settings);
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 200}, {4, 180}}));
  EXPECT_EQ(machines(result), (Machines{{1, {1}}, {2, {0}}, {3, {1, 0}}, {4, {0}}}));
}

TEST(OscarReference, ADeadlineJobThatCannotEndInTimeNeverRuns) {
  // Job 2 could only be late from the start; job 3 finds nothing until 100, and 100 + 50 > 149; job 4 ends
  // just in time. None holds anything meanwhile.
  const Jobs jobs{common(1, 0, 100, {{8}}), until('Q', 59, common(2, 10, 50, {{1}})),
                  until('Q', 149, common(3, 10, 50, {{8}})), until('Q', 150, common(4, 10, 50, {{8}}))};
  const OscarResult result = oscarpbs_reference(one_machine, jobs, {});
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {4, 100}}));
  EXPECT_EQ(result.never_ran, (Ids{2, 3}));
}

TEST(OscarReference, FixedCpusWeighMore) {
  const Jobs jobs{common(1, 0, 10, {{5, 0}}), common(2, 0, 10, {{6}})};
  OscarSettings settings;
  // 10 x 2 x 5 against 10 x 6, and no room for both; then 10 x 1 x 5.
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, settings)), (Starts{{1, 10}, {2, 0}}));
  settings.fixed_weight = 1;
  EXPECT_EQ(starts(oscarpbs_reference(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 10}}));
}

TEST(OscarReference, AnExclusiveFragmentIsAloneOfItsJob) {
  const Jobs jobs{common(1, 0, 10, {{2, -1, true}, {2}}), common(2, 0, 10, {{7}})};
  // Job 1 has m0 and m1. Neither of its fragments can be pushed to the other, so job 2 waits.
  const OscarResult result = oscarpbs_reference(two_machines, jobs, {});
  EXPECT_EQ(machines(result), (Machines{{1, {0, 1}}, {2, {0}}}));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 10}}));
}

TEST(OscarReference, RefusesBadJobs) {
  const auto run = [](const OscarJob& job) { oscarpbs_reference(one_machine, {job}, {}); };
  EXPECT_THROW(run(common(1, 0, 0, {{1}})), std::invalid_argument);
  EXPECT_THROW(run(ending_after(11, common(1, 0, 10, {{1}}))), std::invalid_argument);
  EXPECT_THROW(run(common(1, 0, 10, {})), std::invalid_argument);
  EXPECT_THROW(run(common(1, 0, 10, {{1, 1}})), std::invalid_argument);
  EXPECT_THROW(run(until('Q', common(1, 0, 10, {{1}}).deadline, common(1, 0, 10, {{1}}))),
               std::invalid_argument);
  EXPECT_THROW(run(common(1, 0, 10, {{9}})), std::logic_error);
}

} // namespace
} // namespace malha::testing
