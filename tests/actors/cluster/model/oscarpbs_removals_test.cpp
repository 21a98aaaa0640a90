// SPDX-License-Identifier: MIT
// Reservations, and who takes them from whom: the powers, P20.
#include "oscarpbs_examples.hpp"

namespace malha::testing {
namespace oscarpbs_removals_test {

using namespace oscar_cases;

class OscarRemovals : public OscarExamples {};
INSTANTIATE_TEST_SUITE_P(Both, OscarRemovals, both_oscar_schedulers(), name_of);

TEST_P(OscarRemovals, ACommonJobFillsTheHoleBeforeAReservation) {
  Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), common(3, 30, 70, {{4}})};
  // Job 2 starves at 21: windows from 21 and 71 meet job 1, the last end 100 is left: [100, 150). Job 3 in
  // [30, 100) disturbs nobody.
  EXPECT_EQ(starts(schedule(one_machine, jobs, starving(20))), (Starts{{1, 0}, {2, 100}, {3, 30}}));
  // [30, 101) would, and a common job removes nobody. At 50 job 3 starves; windows from 50 and 121 meet job
  // 2, so it has [150, 221).
  jobs[2] = common(3, 30, 71, {{4}});
  const OscarResult refused = schedule(one_machine, jobs, starving(20));
  EXPECT_EQ(starts(refused), (Starts{{1, 0}, {2, 100}, {3, 150}}));
  EXPECT_TRUE(refused.deallocations.empty());
}

TEST_P(OscarRemovals, WithoutStarvingNobodyReserves) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), common(3, 30, 71, {{4}})};
  OscarSettings settings = starving(20);
  settings.starve = false;
  // Job 3 has [30, 101) and job 2 waits for it.
  EXPECT_EQ(starts(schedule(one_machine, jobs, settings)), (Starts{{1, 0}, {2, 101}, {3, 30}}));
}

TEST_P(OscarRemovals, StarvesOnlyAfterMoreThanTheTolerance) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), common(3, 6, 101, {{4}}),
                  common(4, 7, 1, {{4}})};
  // At 6 job 2 has waited for 5 s, which is not more than 5: nothing keeps job 3 from [6, 107). At 7 it
  // starves: windows from 7 and 57 meet jobs 1 and 3, the last end 107 is left. Job 4 has 4 CPUs at 100.
  EXPECT_EQ(starts(schedule(one_machine, jobs, starving(600))), (Starts{{1, 0}, {2, 107}, {3, 6}, {4, 100}}));
  // One second later job 2 starves before job 3 is looked at, and has [100, 150): windows from 7 and 57 meet
  // job 1. Job 3 finds nothing until 150.
  const Jobs later{jobs[0], jobs[1], common(3, 7, 101, {{4}})};
  EXPECT_EQ(starts(schedule(one_machine, later, starving(600))), (Starts{{1, 0}, {2, 100}, {3, 150}}));
}

TEST_P(OscarRemovals, AQosJobRemovesAStarveJobThatDoesNotRun) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  until('Q', 155, common(3, 30, 50, {{8}}))};
  // Job 2 has [100, 150) from 21 on. Job 3 takes [105, 155) from it. Job 2 in the same cycle: windows from
  // 30, 80 and 130 meet job 1 or job 3, so [155, 205). At 100 job 2 comes first but has no power over job 3,
  // which is brought forward, and at 150 job 2 is.
  const OscarResult result = schedule(one_machine, jobs, starving(20));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 150}, {3, 100}}));
  EXPECT_EQ(result.deallocations, (Counts{{2, 1}}));
}

TEST_P(OscarRemovals, ACriticalStarveJobIsSafeFromAQosJob) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  until('Q', 155, common(3, 30, 50, {{8}})), until('Q', 215, common(4, 31, 50, {{8}}))};
  OscarSettings settings = starving(20);
  // As above until 31. Job 4 takes [165, 215) from job 2: windows from 31, 81, 131, 181 meet another, so it
  // has [215, 265). At 100 and 150 jobs 3 and 4 are brought forward, at 200 job 2.
  settings.deallocation_limit = 2;
  const OscarResult twice = schedule(one_machine, jobs, settings);
  EXPECT_EQ(starts(twice), (Starts{{1, 0}, {2, 200}, {3, 100}, {4, 150}}));
  EXPECT_EQ(twice.deallocations, (Counts{{2, 2}}));
  // After one removal job 2 keeps [155, 205). Job 4: the window from 165 meets it, those from 115 and 65 jobs
  // 3 and 1. At 150 job 2 is brought forward to [150, 200), and at 170, 20 s after, 170 + 50 > 215.
  settings.deallocation_limit = 1;
  const OscarResult once = schedule(one_machine, jobs, settings);
  EXPECT_EQ(starts(once), (Starts{{1, 0}, {2, 150}, {3, 100}}));
  EXPECT_EQ(once.deallocations, (Counts{{2, 1}}));
  EXPECT_EQ(once.never_ran, (Ids{4}));
}

TEST_P(OscarRemovals, AnOlderStarveJobRemovesAYoungerOne) {
  // At 12 both starve. Job 3: the window from 12 meets jobs 1 and 2, so [100, 200). Job 4: the window from 12
  // does, that from 52 finds the CPUs of job 2: [52, 92). At 40 both end early. Job 3 in [40, 140) removes
  // job
  // 4. Another cycle at 40 gives job 4 [140, 180): windows from 40, 80 and 120 meet job 3.
  const OscarResult result = schedule(one_machine, old_and_young, starving(10));
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 40}, {4, 140}}));
  EXPECT_EQ(result.deallocations, (Counts{{4, 1}}));
}

TEST_P(OscarRemovals, ARemovedStarveJobIsReservedAgainAtTheSameInstant) {
  Jobs jobs = old_and_young;
  jobs.push_back(until('Q', 200, common(5, 41, 50, {{8}})));
  OscarSettings settings = starving(10);
  settings.deallocation_limit = 1;
  // As above; at 41 job 4 is critical and has [140, 180) already. Job 5: the window from 150 meets it, those
  // from 100 and 50 job 3, and so it stays until its time is over.
  const OscarResult result = schedule(one_machine, jobs, settings);
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

TEST_P(OscarRemovals, AnEmergencyJobKillsWhatItsPowersName) {
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
    const OscarResult killed = schedule(one_machine, jobs, settings);
    EXPECT_EQ(starts(killed), (Starts{{1, 0}, {2, 80}, {3, 30}}));
    EXPECT_EQ(kills(killed), (Counts{{2, 1}}));
    EXPECT_TRUE(killed.deallocations.empty());
    // Without that power job 2 runs on until 120, and at 50 job 3 has no time left: 50 + 50 > 90.
    jobs[2].powers = all_but(who.power);
    const OscarResult spared = schedule(one_machine, jobs, settings);
    EXPECT_EQ(starts(spared), (Starts{{1, 0}, {2, 20}}));
    EXPECT_EQ(spared.never_ran, (Ids{3}));
    EXPECT_TRUE(kills(spared).empty());
  }
}

TEST_P(OscarRemovals, AnEmergencyJobRemovesTheDeadlineJobsItsPowersName) {
  for (const Victim& who : {Victim{"QoS", 'Q', false, &OscarPowers::qos_allocated},
                            Victim{"emergency", 'E', false, &OscarPowers::emergency_allocated}}) {
    SCOPED_TRACE(who.name);
    Jobs jobs{common(1, 0, 100, {{4}}), victim(who, 160, common(2, 1, 50, {{8}})),
              emergency(155, only(who.power), common(3, 10, 50, {{8}}))};
    // Job 2 has [110, 160). Job 3 finds no window: those from 105 and 55 meet job 2 or job 1. Its last resort
    // is [105, 155). Windows of job 2 from 110, 60 and 10 meet job 3 or job 1; at 100 job 3 is brought
    // forward, and when it ends at 150, 150 + 50 > 160.
    const OscarResult removed = schedule(one_machine, jobs, {});
    EXPECT_EQ(starts(removed), (Starts{{1, 0}, {3, 100}}));
    EXPECT_EQ(removed.never_ran, (Ids{2}));
    // Without that power job 2 is brought forward at 100, and 150 + 50 > 155 for job 3.
    jobs[2].powers = all_but(who.power);
    const OscarResult spared = schedule(one_machine, jobs, {});
    EXPECT_EQ(starts(spared), (Starts{{1, 0}, {2, 100}}));
    EXPECT_EQ(spared.never_ran, (Ids{3}));
  }
}

TEST_P(OscarRemovals, AnEmergencyJobRemovesACriticalStarveJobWhenItMay) {
  OscarSettings settings = starving(4);
  settings.deallocation_limit = 1;
  Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}), until('Q', 155, common(3, 10, 50, {{8}})),
            emergency(210, only(&OscarPowers::critical_starve_allocated), common(4, 20, 50, {{8}}))};
  // Job 2 starves at 9 (cycles at 1, 5, 9) and has [100, 150), then, without a second chance, [155, 205):
  // job 3 has taken [105, 155). Job 4: windows from 160, 110, 60 meet jobs 2, 3, 1. Its last resort is [160,
  // 210). Job 2 has the last end, 210: windows from 20, 70, 120 and 170 meet another. At 100 and 150 jobs 3
  // and 4 are brought forward, at 200 job 2.
  const OscarResult removed = schedule(one_machine, jobs, settings);
  EXPECT_EQ(starts(removed), (Starts{{1, 0}, {2, 200}, {3, 100}, {4, 150}}));
  EXPECT_EQ(removed.deallocations, (Counts{{2, 2}}));
  // Without that power job 2 is brought forward at 150, to [150, 200), and after 160 job 4 has no time left.
  jobs[3].powers = all_but(&OscarPowers::critical_starve_allocated);
  const OscarResult spared = schedule(one_machine, jobs, settings);
  EXPECT_EQ(starts(spared), (Starts{{1, 0}, {2, 150}, {3, 100}}));
  EXPECT_EQ(spared.deallocations, (Counts{{2, 1}}));
  EXPECT_EQ(spared.never_ran, (Ids{4}));
}

TEST_P(OscarRemovals, AnEmergencyJobRemovesOrdinaryStarveJobsAlways) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  emergency(120, only(&OscarPowers::common_running), common(3, 20, 50, {{8}}))};
  // Job 2 has [100, 150) from 11 on. Job 3: windows from 70 and 20 meet job 1, which runs. Its last resort,
  // [70, 120), removes job 2 and kills job 1. In the same cycle job 1 has waited for 20 s, starves, and has
  // the window from 120, since that from 20 meets job 3; job 2 has [20, 70), and starts.
  const OscarResult result = schedule(one_machine, jobs, starving(10));
  EXPECT_EQ(starts(result), (Starts{{1, 120}, {2, 20}, {3, 70}}));
  EXPECT_EQ(kills(result), (Counts{{1, 1}}));
  EXPECT_EQ(result.deallocations, (Counts{{2, 1}}));
}

TEST_P(OscarRemovals, AnEmergencyJobPrefersTheMachineOfLesserVictims) {
  const OscarPowers both{false, false, false, true, false, true, false};
  const Jobs jobs{until('Q', 500, common(1, 0, 100, {{8, 0}})), common(2, 0, 100, {{8, 1}}),
                  emergency(70, both, common(3, 10, 50, {{8}}))};
  // On each machine 8 CPUs for 50 s lack. A running QoS job counts 32, a common one 8, so job 2 is killed
  // though m0 comes first. Job 3 runs in [10, 60) on m1, then job 2.
  const OscarResult result = schedule(two_machines, jobs, {});
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 60}, {3, 10}}));
  EXPECT_EQ(kills(result), (Counts{{2, 1}}));
}

} // namespace oscarpbs_removals_test
} // namespace malha::testing
