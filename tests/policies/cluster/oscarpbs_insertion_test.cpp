// SPDX-License-Identifier: MIT
#include "oscarpbs_cluster.hpp"

namespace malha::cluster::oscarpbs {
namespace oscarpbs_insertion_test {

using test::alone;
using test::on;
using test::OscarCluster;

// Free: 8, 5 and 4 CPUs. 4 CPUs go to the fewest, 5 to machine 1: the empty machine is the worst fit.
TEST(OscarBestFit, TakesTheLeastFreeSpaceThatSuffices) {
  OscarCluster cluster({8, 8, 4});
  cluster.running(100, 3, 1);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{4}})));
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{5}})));
  EXPECT_EQ(cluster.places(), "0: 1, 1: 2, 2: 1");
}

TEST(OscarBestFit, TakesTheFirstOfEquals) {
  OscarCluster cluster({8, 6, 6});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{2}})));
  EXPECT_EQ(cluster.places(), "0: 1");
}

// In [0, 100) machine 0 has 4 x 100 = 400 CPU s; machine 1 2 x 20 + 8 x 80 = 680, then 2 x 90 + 8 x 10 = 260.
TEST(OscarBestFit, MeasuresSpaceOverTheWholeLength) {
  for (const auto& [until, machine] : {std::pair{20.0, 0}, std::pair{90.0, 1}}) {
    OscarCluster cluster({8, 8});
    cluster.running(100, 4, 0);
    cluster.running(until, 6, 1);
    Job& job = cluster.candidate(0, 100, {{2}});
    EXPECT_TRUE(cluster.insert(job));
    EXPECT_EQ(job.fragments[0].machine, machine);
  }
}

// Machine 0 is the better fit until 50, and too full then.
TEST(OscarBestFit, NeedsItsCpusAllTheTime) {
  OscarCluster cluster({8, 8});
  cluster.running(40, 2, 0);
  cluster.place(Class::qos, State::allocated, 50, 10, {on(0, 7)}, {0});
  cluster.placing.push_levels = 0;
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 60, {{2}})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 0, 2: 1");
}

/// Section 5.3.1 of the thesis up to the fourth job: 2 CPUs for 100 s and 3 for 150 s on machine 0, 5 on
/// machine 1 for so long.
OscarCluster first_example(Seconds of_the_third) {
  OscarCluster cluster({8, 8});
  cluster.common(100, 2, 0);
  cluster.common(150, 3, 0);
  cluster.common(of_the_third, 5, 1);
  return cluster;
}

// 6 CPUs for 250 s lack 3 x 100 + 1 x 50 = 350 CPU s on machine 0, and 3 x 200 on machine 1. On machine 0 job
// 1 frees 3 x 150 (in [0, 150), where CPUs are missing), job 0 2 x 100. Job 1 finds 3 CPUs on machine 1.
TEST(OscarPush, FreesTheMachineThatLacksLeastByTheFragmentThatFreesMost) {
  auto cluster = first_example(200);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 250, {{6}})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: 1, 3: 0");
}

// Machine 1 lacks 3 x 50 = 150 CPU s, and comes first; but job 2, 5 CPUs, finds only 3 on machine 0. All is
// as before and machine 0 is tried: job 1 can go to machine 1.
TEST(OscarPush, GoesToTheNextMachineWhenOneCannotBeFreed) {
  auto cluster = first_example(50);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 250, {{6}})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: 1, 3: 0");
}

// 3 CPUs on machine 1 until 50: 1 x 50 is lacking there, and they go to machine 0.
TEST(OscarPush, TriesTheMachineWithLessToFreeFirst) {
  OscarCluster cluster({8, 8});
  cluster.common(100, 2, 0);
  cluster.common(150, 3, 0);
  cluster.common(50, 3, 1);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 250, {{6}})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 0, 2: 0, 3: 1");
}

// 4 x 100 is lacking on each.
TEST(OscarPush, TriesTheFirstOfEqualMachines) {
  OscarCluster cluster({8, 8, 4});
  cluster.common(100, 4, 0);
  cluster.common(100, 4, 1);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{8}})));
  EXPECT_EQ(cluster.places(), "0: 1, 1: 1, 2: 0"); // to machine 1: 4 CPUs free as on machine 2
}

// Section 5.3.2: jobs 0 and 1 would free 2 x 200 each, and one of them is enough.
TEST(OscarPush, PushesTheOneInsertedLastOfEquals) {
  OscarCluster cluster({8, 8});
  cluster.common(200, 2, 0);
  cluster.common(200, 2, 0);
  cluster.common(280, 6, 1);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 280, {{6}})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: 1, 3: 0");
}

// Job 0 has come back to machine 0 after job 1: now it is the last.
TEST(OscarPush, AnInsertionCountsWhereverItComesFrom) {
  OscarCluster cluster({8, 8});
  Job& back = cluster.common(200, 2, 0);
  cluster.common(200, 2, 0);
  cluster.common(280, 6, 1);
  cluster.tables.remove({&back, 0});
  cluster.tables.insert({&back, 0}, 0);
  cluster.tables.commit();
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 280, {{6}})));
  EXPECT_EQ(cluster.places(), "0: 1, 1: 0, 2: 1, 3: 0");
}

// Section 5.3.4: M 5, N 3, O 6 CPUs run until 150, 250, 50; P1 is on machine 0, P2 on machine 1. Q1 fits only
// on machine 1, where all is then taken. Q2 lacks 2 x 150 on machine 0, 3 x 200 + 1 x 20 on machine 1. P1
// goes to machine 2.
TEST(OscarPush, PushesOneFragmentOfAJob) {
  OscarCluster cluster({8, 8, 8});
  cluster.running(150, 5, 0);
  cluster.running(250, 3, 1);
  cluster.running(50, 6, 2);
  cluster.place(Class::common, State::allocated, 0, 200, {{2}, {2}}, {0, 1});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 220, {{3}, {3}})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: 2, 3: 2 1, 4: 1 0");
}

// 1 CPU fits best on machine 0, of 6; then 6 CPUs fit on none. Machine 0 lacks 1, and the fragment of the
// same job that was placed before makes room by going to machine 1.
TEST(OscarPush, PushesFragmentsOfTheInsertedJobItself) {
  OscarCluster cluster({6, 7});
  cluster.running(100, 2, 1);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{6}, {1}})));
  EXPECT_EQ(cluster.places(), "0: 1, 1: 0 1");
}

// The job runs, or its fragment names its machine, or pushes are off; else it would go to machine 1.
TEST(OscarPush, NeedsAFreeFragmentOfAJobThatDoesNotRun) {
  const auto inserted = [](State state, const QueuedFragment& fragment, bool push) {
    OscarCluster cluster({8, 4});
    cluster.placing.push_levels = push ? 1 : 0;
    cluster.place(Class::qos, state, 0, 100, {fragment}, {0});
    return cluster.insert(cluster.candidate(0, 100, {{5}}));
  };
  EXPECT_TRUE(inserted(State::allocated, {4}, true));
  EXPECT_FALSE(inserted(State::running, {4}, true));
  EXPECT_FALSE(inserted(State::allocated, on(0, 4), true));
  EXPECT_FALSE(inserted(State::allocated, {4}, false));
}

// In [40, 50) the other machine has only 3 CPUs left for the 4.
TEST(OscarPush, NeedsATargetForTheWholeTime) {
  for (const int taken : {4, 5}) {
    OscarCluster cluster({8, 8});
    cluster.common(100, 4, 0);
    cluster.place(Class::qos, State::allocated, 40, 10, {on(1, taken)}, {1});
    Job& job = cluster.candidate(0, 40, {on(0, 5)});
    EXPECT_EQ(cluster.insert(job), taken == 4);
  }
}

// Single level: job 1 could leave machine 1 for machine 2 and make room there for job 0, but is not pushed.
TEST(OscarPush, DoesNotMakeRoomAtItsTarget) {
  OscarCluster cluster({8, 6, 2});
  cluster.common(100, 6, 0);
  cluster.common(100, 2, 1);
  const auto before = cluster.places();
  EXPECT_FALSE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})));
  EXPECT_EQ(cluster.places(), before + ", 2: -");
}

// The target that suits best, the exclusive one's own sibling aside: machine 1 has 2 CPUs free, machine 2 8.
TEST(OscarPush, KeepsExclusiveFragmentsApart) {
  for (const bool exclusive : {false, true}) {
    OscarCluster cluster({8, 4, 8});
    Job& pair = cluster.place(Class::qos, State::allocated, 0, 100, {{2, -1, exclusive}, {2}}, {0, 1});
    EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})));
    EXPECT_EQ(pair.fragments[0].machine, exclusive ? 2 : 1);
  }
}

// The jobs end at 10 and 100. Where CPUs are missing, [20, 30), only the second helps, although the first,
// of 6 CPUs, is larger.
TEST(OscarPush, LeavesAloneWhatDoesNotOverlap) {
  OscarCluster cluster({8, 8});
  cluster.common(10, 6, 0);
  cluster.place(Class::qos, State::allocated, 10, 90, {{3}}, {0});
  EXPECT_TRUE(cluster.insert(cluster.candidate(20, 10, {on(0, 8)})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: 0");
}

// 6 CPUs for 100 s lack 4 in [0, 50), which job 1 frees, and 1 in [90, 100), which job 3 frees. Between them
// in the order of what they free, 200, 100 and 30 CPU s, comes job 2, which helps no more
// although machine 1 has room for it.
TEST(OscarPush, PushesOnlyWhatStillHelps) {
  OscarCluster cluster({8, 12});
  cluster.place(Class::qos, State::allocated, 60, 40, {on(1, 7)}, {1});
  cluster.common(50, 4, 0);
  cluster.common(50, 2, 0);
  cluster.place(Class::qos, State::allocated, 90, 10, {{3}}, {0});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{6}})));
  EXPECT_EQ(cluster.places(), "0: 1, 1: 1, 2: 0, 3: 1, 4: 0");
}

/// Whether the insertion fails and leaves everything as it was.
void expect_no_trace(OscarCluster& cluster, Job& job, Power power) {
  const auto before = cluster.state(200);
  EXPECT_FALSE(cluster.insert(job, power));
  EXPECT_EQ(cluster.state(200), before);
  const auto committed = cluster.tables.commit();
  EXPECT_TRUE(committed.pushed.empty());
  EXPECT_TRUE(committed.excluded.empty());
}

// The fragment of 8 on machine 0 pushes job 0 to machine 1 and removes job 1; the one of 8 on machine 2 finds
// a job that runs.
TEST(OscarInsertion, ThatFailsChangesNothing) {
  OscarCluster cluster({8, 8, 8});
  cluster.common(100, 3, 0);
  cluster.place(Class::starve, State::allocated, 0, 100, {on(0, 2), {2}}, {0, 1});
  cluster.running(100, 1, 2);
  Job& job = cluster.candidate(0, 100, {on(0, 8), on(2, 8)});
  expect_no_trace(cluster, job, Power::starves);
  Job& first = cluster.candidate(0, 100, {on(0, 8)});
  EXPECT_TRUE(cluster.insert(first, Power::starves));
  EXPECT_EQ(cluster.places(), "0: 1, 1: - -, 2: 2, 3: - -, 4: 0");
}

// Machine 0 lacks 8 CPUs: job 0 can go to machine 1, which it fills, and then job 1 cannot.
TEST(OscarInsertion, ThatFailsTakesItsPushesBack) {
  OscarCluster cluster({8, 4});
  cluster.common(100, 4, 0);
  cluster.common(100, 4, 0);
  expect_no_trace(cluster, cluster.candidate(0, 100, {on(0, 8)}), Power::none);
}

// The named machine, not the better fit; on it room is made.
TEST(OscarInsertion, AFixedFragmentHasItsMachineOrNone) {
  OscarCluster cluster({8, 4});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 4)})));
  EXPECT_EQ(cluster.places(), "0: 0");
  Job& free = cluster.common(100, 4, 0);
  EXPECT_FALSE(cluster.insert(cluster.candidate(0, 100, {on(0, 5)})));
  EXPECT_EQ(free.fragments[0].machine, 0);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 4)})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: -, 3: 0");
}

// The fixed fragment goes first although it is the larger and came last: the free one would take its place.
TEST(OscarInsertion, FixedFragmentsGoFirst) {
  OscarCluster cluster({4, 8});
  cluster.placing.push_levels = 0;
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{1}, on(0, 4)})));
  EXPECT_EQ(cluster.places(), "0: 1 0");
}

// All would fit on machine 0, the best.
TEST(OscarInsertion, ExclusiveFragmentsAreAlone) {
  OscarCluster cluster({3, 4, 5});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {alone(1), {1}, alone(1)})));
  EXPECT_EQ(cluster.places(), "0: 0 1 2");
  OscarCluster two({3, 4});
  EXPECT_FALSE(two.insert(two.candidate(0, 100, {alone(1), {1}, alone(1)})));
  EXPECT_FALSE(two.insert(two.candidate(0, 100, {on(0, 1), {1, 0, true}})));
  EXPECT_EQ(two.places(), "0: - - -, 1: - -");
}

// Another job's fragments do not count.
TEST(OscarInsertion, ExclusiveFragmentsShareWithOtherJobs) {
  OscarCluster cluster({8});
  cluster.common(100, 4, 0);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {alone(4)})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 0");
}

} // namespace oscarpbs_insertion_test
} // namespace malha::cluster::oscarpbs
