// SPDX-License-Identifier: MIT
// Insertions that remove other jobs. Fragments that name their machine cannot be pushed.
#include "oscarpbs_cluster.hpp"

namespace malha::cluster::oscarpbs {
namespace oscarpbs_removal_test {

using test::on;
using test::OscarCluster;

constexpr Powers everything{true, true, true, true, true, true, true};

/// A full machine of 8 CPUs: one job for each line of Table 5.7, the most important first; the first is
/// number 0 and of the highest rank, 7. All name the machine.
OscarCluster all_ranks() {
  OscarCluster cluster({8});
  const auto add = [&](Class kind, State state) -> Job& {
    return cluster.place(kind, state, 0, 100, {on(0, 1)}, {0});
  };
  add(Class::emergency, State::running);
  add(Class::qos, State::running);
  add(Class::starve, State::running);
  add(Class::common, State::running);
  add(Class::emergency, State::allocated);
  add(Class::qos, State::allocated);
  add(Class::starve, State::allocated).critical = true;
  add(Class::starve, State::allocated);
  return cluster;
}

// So many CPUs, so many victims, from the last, an ordinary starve job, on.
TEST(OscarRemoval, GoesByTheOrderOfTheTable) {
  for (int cpus = 1; cpus <= 8; ++cpus) {
    auto cluster = all_ranks();
    Job& job = cluster.candidate(0, 100, {{cpus}});
    job.powers = everything;
    ASSERT_TRUE(cluster.insert(job, Power::all));
    std::string expected;
    for (int victim = 0; victim < 8; ++victim)
      expected += std::to_string(victim) + (victim < 8 - cpus ? ": 0, " : ": -, ");
    EXPECT_EQ(cluster.places(), expected + "8: 0");
  }
}

// Both run; 1 CPU is lacking for 20 s, for which job 0 frees 4 x 20 and job 1 2 x 20. Then job 1 frees as
// much, and came last.
TEST(OscarRemoval, RemovesWhatFreesMostOfARankThenWhatCameLast) {
  for (const int cpus_of_the_last : {2, 4}) {
    OscarCluster cluster({cpus_of_the_last + 6});
    cluster.running(20, 4, 0);
    cluster.running(20, cpus_of_the_last, 0);
    Job& job = cluster.candidate(0, 20, {{3}});
    job.powers.kills_common = true;
    EXPECT_TRUE(cluster.insert(job, Power::all));
    EXPECT_EQ(cluster.places(), cpus_of_the_last == 2 ? "0: -, 1: 0, 2: 0" : "0: 0, 1: -, 2: 0");
  }
}

// Job 0 is free to go to machine 1: it is pushed, though it might be removed. Job 1 cannot: it names machine
// 0, or machine 1 has no room for it.
TEST(OscarRemoval, PushesRatherThanRemoves) {
  OscarCluster cluster({8, 4});
  cluster.place(Class::starve, State::allocated, 0, 100, {{4}}, {0});
  cluster.place(Class::starve, State::allocated, 0, 100, {on(0, 2)}, {0});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{6}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: 1, 1: 0, 2: 0");
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 2)}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: 1, 1: -, 2: 0, 3: 0");
}

// 5 CPUs cannot be pushed to 4, and the job is removed.
TEST(OscarRemoval, RemovesWhatCannotBePushed) {
  OscarCluster cluster({8, 4});
  cluster.place(Class::starve, State::allocated, 0, 100, {{5}}, {0});
  EXPECT_FALSE(cluster.insert(cluster.candidate(0, 100, {{6}}), Power::none));
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{6}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: -, 1: -, 2: 0");
}

// Its other fragment goes as well, from machine 1.
TEST(OscarRemoval, RemovesWholeJobs) {
  OscarCluster cluster({8, 8});
  Job& pair = cluster.place(Class::starve, State::allocated, 0, 100, {on(0, 4), on(1, 8)}, {0, 1});
  Job& job = cluster.candidate(0, 100, {{5}});
  EXPECT_TRUE(cluster.insert(job, Power::starves));
  EXPECT_EQ(cluster.places(), "0: - -, 1: 0");
  EXPECT_EQ(cluster.tables.commit(&job).excluded, std::vector<Job*>{&pair});
  EXPECT_EQ(OscarCluster::timeline_text(cluster.tables[1], 0, 100), "100s:0()");
}

// Machine 0 lacks only 1 CPU, but a starve job is at risk there. Machine 1 lacks 5, which job 1 frees by
// going to machine 0. With the starve job on both, the lack alone counts.
TEST(OscarRemoval, PrefersTheMachineWithoutVictims) {
  OscarCluster cluster({8, 8});
  cluster.place(Class::starve, State::allocated, 0, 100, {on(0, 2)}, {0});
  cluster.place(Class::qos, State::allocated, 0, 100, {{6}}, {1});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{7}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 0, 2: 1");
  OscarCluster both({8, 8});
  both.place(Class::starve, State::allocated, 0, 100, {on(0, 6)}, {0});
  both.place(Class::starve, State::allocated, 0, 100, {on(1, 2)}, {1});
  EXPECT_TRUE(both.insert(both.candidate(0, 100, {{7}}), Power::starves));
  EXPECT_EQ(both.places(), "0: 0, 1: -, 2: 1");
}

// Machine 0: a QoS job that runs, category 32. Machine 1: one job of each lesser line, 1 + 2 + 4 + 8 + 16.
TEST(OscarRemoval, OneMoreImportantVictimWeighsMoreThanAllLesserOnes) {
  OscarCluster cluster({5, 5});
  cluster.place(Class::qos, State::running, 0, 10, {on(0, 5)}, {0});
  for (const auto kind : {Class::starve, Class::qos, Class::emergency})
    cluster.place(kind, State::allocated, 0, 100, {on(1, 1)}, {1});
  for (const auto kind : {Class::common, Class::starve})
    cluster.place(kind, State::running, 0, 100, {on(1, 1)}, {1});
  Job& job = cluster.candidate(0, 100, {{5}});
  job.powers = everything;
  EXPECT_TRUE(cluster.insert(job, Power::all));
  EXPECT_EQ(cluster.places(), "0: 0, 1: -, 2: -, 3: -, 4: -, 5: -, 6: 1");
}

// The same class twice counts once, 1 and 1: machine 0, with two starve jobs, lacks 4, machine 1 lacks 5.
TEST(OscarRemoval, EachClassCountsOnceAMachine) {
  OscarCluster cluster({8, 8});
  for (int i = 0; i < 2; ++i)
    cluster.place(Class::starve, State::allocated, 0, 100, {on(0, 2)}, {0});
  cluster.place(Class::starve, State::allocated, 0, 100, {on(1, 5)}, {1});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{8}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: -, 1: -, 2: 1, 3: 0");
}

// A QoS job that runs is on the machine with less to free, but the power does not reach it.
TEST(OscarRemoval, PushesAreOffAndRemovalsAreNot) {
  OscarCluster cluster({8, 8});
  cluster.placing.push_levels = 0;
  cluster.place(Class::starve, State::allocated, 0, 100, {{4}}, {0});
  cluster.place(Class::qos, State::running, 0, 100, {{1}}, {1});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{8}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: -, 1: 1, 2: 0");
}

// 6 CPUs for 100 s lack 4 in [0, 50), which job 0 frees, and 1 in [90, 100), which job 2 frees. Between them
// in the order of what they free, 200, 100 and 30 CPU s, comes job 1, which helps no more.
TEST(OscarRemoval, RemovesOnlyWhatStillHelps) {
  OscarCluster cluster({8});
  cluster.place(Class::starve, State::allocated, 0, 50, {{4}}, {0});
  cluster.place(Class::starve, State::allocated, 0, 50, {{2}}, {0});
  cluster.place(Class::starve, State::allocated, 90, 10, {{3}}, {0});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{6}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: -, 1: 0, 2: -, 3: 0");
}

// 5 CPUs are lacking. The free fragment of job 0 gives 4 by going to machine 1; for the last one job 1 frees
// 2 x 100, job 0 only 1 x 100 with what it still has there.
TEST(OscarRemoval, CountsWhatIsStillThere) {
  OscarCluster cluster({8, 4});
  cluster.place(Class::starve, State::allocated, 0, 100, {{4}, on(0, 1)}, {0, 0});
  cluster.place(Class::starve, State::allocated, 0, 100, {on(0, 2)}, {0});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 6)}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: 1 0, 1: -, 2: 0");
}

// Machine 0 has no victim and comes first: job 1 goes to machine 1, and then job 0, 4 CPUs, finds only 2 on
// machine 2. Job 1 comes back, and the starve job is removed.
TEST(OscarRemoval, TakesTheFailedPushesOnOneMachineBack) {
  OscarCluster cluster({8, 4, 8});
  cluster.common(100, 4, 0);
  cluster.common(100, 4, 0);
  cluster.place(Class::starve, State::allocated, 0, 100, {on(2, 6)}, {2});
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{8}}), Power::starves));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 0, 2: -, 3: 2");
}

} // namespace oscarpbs_removal_test
} // namespace malha::cluster::oscarpbs
