// SPDX-License-Identifier: MIT
#include "machine_asking.hpp"

namespace malha::cluster {
namespace machine_backfill_test {

using test::alone;
using test::Fragments;
using test::MachineAsking;
using test::on;
using test::Texts;

const std::string name = "cluster/machine_backfill";

// Of 3, 2 and 2 CPUs, 2 fit best on machine 1, the first of the equals. Then 1 fits best on the only machine
// of 2, then beside it, then on that of 3.
TEST(MachineBackfill, PutsAFragmentWhereTheFewestCpusAreFree) {
  MachineAsking asking(name, {}, {3, 2, 2});
  asking.submit(100, Fragments{{2}, {1}, {1}, {1}});
  EXPECT_EQ(asking.starts(), Texts{"0: 1 2 2 0"});
}

// The fragment that names machine 0 comes first; the other, of 2, then fits best on machine 1, of 2. An
// exclusive one shares with none of its own job: all three would fit best on machine 0, the smallest, and
// each needs a machine without the others.
TEST(MachineBackfill, KeepsToNamedMachinesAndExclusiveFragments) {
  MachineAsking named(name, {}, {2, 2});
  named.submit(100, Fragments{{2}, on(0, 1)});
  EXPECT_EQ(named.starts(), Texts{"0: 1 0"});
  MachineAsking exclusive(name, {}, {2, 3, 4});
  exclusive.submit(100, Fragments{alone(1), {1}, alone(1)});
  EXPECT_EQ(exclusive.starts(), Texts{"0: 0 1 2"});
}

// Three exclusive fragments on two machines, and 3 CPUs of a machine of 2. Neither has a reason.
TEST(MachineBackfill, DropsWhatAnEmptyClusterHasNoRoomFor) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(100, Fragments{alone(1), alone(1), alone(1)});
  asking.submit(100, Fragments{on(1, 2), on(1, 1)});
  asking.submit(100, 1);
  const auto decision = asking.decide();
  EXPECT_EQ(decision.drop, (std::vector<JobHandle>{0, 1}));
  EXPECT_EQ(test::QueueAsking::reasons(decision), Texts{"2 head"});
}

// 1 CPU is free on each of 2 machines; the fragment of 2 holds back the job of 1, which fits.
TEST(MachineBackfill, WithoutFillingTheFirstHoldsBackTheRest) {
  MachineAsking asking(name, {{"backfill", "none"}}, {2, 2});
  asking.submit(100, Fragments{on(0, 1), on(1, 1)});
  asking.submit(100, Fragments{{2}});
  asking.submit(100, 1);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 no_machines_for_fragments", "2 behind_head"}));
}

// Job 0 holds a CPU of machine 0 until 10, job 1 one of machine 1 until 20. Job 2, a fragment of 2, is
// reserved machine 0 at 10. Job 3, 10 s, ends by then on the CPU that is free there (of two machines with 1
// free, the first). Job 4, 11 s, has the one of machine 1. Nothing is left for job 5.
TEST(MachineBackfill, EasyFillsGapsOnMachines) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(10, Fragments{on(0, 1)});
  asking.submit(20, Fragments{on(1, 1)});
  asking.submit(100, Fragments{{2}});
  asking.submit(10, 1);
  asking.submit(11, 1);
  asking.submit(1, 1);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head", "2 head_reserved 10", "3 ends_by_shadow_time",
                                     "4 fits_in_extra_nodes", "5 too_few_nodes"}));
}

// Machine 1 is full until 20, and machine 0 has 2 CPUs of 3 free. The fragment of 3 is reserved machine 0 at
// 10: job 3 would be there until 11. Job 4 finds 2 CPUs, and not on two machines.
TEST(MachineBackfill, EasyDelaysNoReservation) {
  MachineAsking asking(name, {}, {3, 2});
  asking.submit(10, Fragments{on(0, 1)});
  asking.submit(20, Fragments{on(1, 2)});
  asking.submit(100, Fragments{{3}});
  asking.submit(11, 1);
  asking.submit(11, Fragments{alone(1), alone(1)});
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head", "2 head_reserved 10", "3 would_delay_reservation",
                                     "4 no_machines_for_fragments"}));
}

// Both machines have 2 CPUs free at 10, so that job 2 is reserved machine 0, the first. Job 3, 20 s, fits now
// on machine 0 alone. Job 2 can have machine 1 at 10 as well, and there it starts.
TEST(MachineBackfill, AReservationGoesToOtherMachinesAtItsDate) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(10, Fragments{on(0, 1)});
  asking.submit(10, Fragments{on(1, 2)});
  asking.submit(100, Fragments{{2}});
  asking.submit(20, 1);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head", "2 head_reserved 10", "3 fits_in_extra_nodes"}));
  asking.now = 10;
  asking.end(0);
  asking.end(1);
  EXPECT_EQ(asking.starts(), Texts{"2: 1"});
}

// Job 0 is on machine 0 until 10, job 1 on machine 1 until 20, and job 2 is reserved machine 0 at 10. When
// job 1 is expected to end at 40 nothing changes for it; when machine 0 has only one CPU left, job 0 is again
// the first, and must wait for machine 1. Job 2 finds no 2 CPUs on one machine.
TEST(MachineBackfill, ReservesAnewWhenCpusAreLost) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(10, Fragments{{2}});
  asking.submit(20, Fragments{{2}});
  asking.submit(100, Fragments{{2}});
  EXPECT_EQ(asking.reasons(), (Texts{"0 head", "1 head", "2 head_reserved 10"}));
  asking.now = 5;
  asking.outlives(1, 40);
  EXPECT_EQ(asking.reasons(), Texts{"2 head_reserved 10"});
  asking.lose(0, 0);
  EXPECT_EQ(asking.reasons(), (Texts{"0 head_reserved 40", "2 too_few_nodes"}));
}

/// One machine of 2 CPUs: job 0 until 10, job 1 until 20. Job 2, of both for 10 s, is reserved 20; job 3, of
/// one for 10 s, fits before it at 10.
class Conservative : public ::testing::Test {
protected:
  Conservative() : asking_(name, {{"backfill", "conservative"}}, {2}) {
    asking_.submit(10, 1);
    asking_.submit(20, 1);
    asking_.submit(10, Fragments{{2}});
    asking_.submit(10, Fragments{{1}});
    EXPECT_EQ(asking_.reasons(),
              (Texts{"0 promise_due 0", "1 promise_due 0", "2 reserved 20", "3 reserved 10"}));
  }

  MachineAsking asking_;
};

// A new job, of one CPU for 11 s, would delay job 2 at 10, and is reserved 30.
TEST_F(Conservative, ReservationsStandWhileNothingEndsEarly) {
  asking_.now = 10;
  asking_.end(0);
  asking_.submit(11, 1);
  EXPECT_EQ(asking_.reasons(), (Texts{"2 reserved 20", "3 promise_due 10", "4 reserved 30"}));
}

// Job 1 ends at 5: job 2, which was submitted first, now has both CPUs from 10 to 20. Job 3 would need one
// from 5 to 15, and is put off to 20.
TEST_F(Conservative, AnEarlyEndMakesThePlanAnewInTheOrderOfSubmission) {
  asking_.now = 5;
  asking_.end(1);
  EXPECT_EQ(asking_.reasons(), (Texts{"2 reserved 10", "3 reserved 20"}));
}

// With one CPU left, job 1 again comes first. It has that CPU when job 0 ends; job 2 finds no 2, and job 3
// follows job 1 at 30.
TEST_F(Conservative, ALostCpuMakesThePlanAnew) {
  asking_.now = 5;
  asking_.lose(1, 1);
  EXPECT_EQ(asking_.reasons(), (Texts{"1 reserved 10", "2 reserved", "3 reserved 30"}));
}

TEST(MachineBackfill, RefusesAnotherBackfilling) {
  try {
    Parameters(test::shipped_catalog().policy(name).parameters, {{"backfill", "fcfs"}});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "parameter 'backfill' cannot be 'fcfs'; valid: one of none, easy, conservative");
  }
}

} // namespace machine_backfill_test
} // namespace malha::cluster
