// SPDX-License-Identifier: MIT
#include "machine_asking.hpp"
#include "oscarpbs_cluster.hpp"

namespace malha::cluster::oscarpbs {
namespace oscarpbs_pushing_test {

using test::Fragments;
using test::MachineAsking;
using test::on;
using test::OscarCluster;
using test::Texts;

/// Machines of 8, 6, 4 and 2 CPUs. Job 0, of 6 CPUs, is on machine 0; job 1, of 4, on machine 1; job 2, of 2,
/// on machine 2. Each fits no machine but its own and the next one.
OscarCluster staircase(int levels) {
  OscarCluster cluster({8, 6, 4, 2});
  cluster.common(100, 6, 0);
  cluster.common(100, 4, 1);
  cluster.common(100, 2, 2);
  cluster.placing.push_levels = levels;
  return cluster;
}

// Job 3 needs all of machine 0. Job 0 has to go to machine 1, where 2 CPUs are free and 4 are missing; job 1
// has to leave for machine 2, where 2 are missing; job 2 finds 2 on machine 3. These are three pushes.
TEST(OscarPushLevels, EachPushMayNeedAnother) {
  for (const int levels : {0, 1, 2, 3, 4}) {
    auto cluster = staircase(levels);
    EXPECT_EQ(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})), levels >= 3);
    EXPECT_EQ(cluster.places(), levels >= 3 ? "0: 1, 1: 2, 2: 3, 3: 0" : "0: 0, 1: 1, 2: 2, 3: -");
  }
}

// 6 CPUs for job 0 lack 3 on machine 1 and 2 on machine 2. Both could be freed, since machine 3 has 4. Job 2
// leaves machine 2; of the 3 CPUs free on machine 1 and 4 on machine 3, the 3 are the best fit.
TEST(OscarPushLevels, TheMachineThatLacksLeastIsFreed) {
  OscarCluster cluster({8, 6, 6, 4});
  cluster.placing.push_levels = 2;
  cluster.common(100, 6, 0);
  cluster.common(100, 3, 1);
  cluster.common(100, 2, 2);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})));
  EXPECT_EQ(cluster.places(), "0: 2, 1: 1, 2: 1, 3: 0");
}

// Job 0 of 5 CPUs finds 5 on machine 2. That two pushes would fill machine 1 better does not matter.
TEST(OscarPushLevels, TheShortestChainIsTaken) {
  OscarCluster cluster({8, 5, 7});
  cluster.placing.push_levels = 2;
  cluster.common(100, 5, 0);
  cluster.common(100, 2, 1);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})));
  EXPECT_EQ(cluster.places(), "0: 2, 1: 1, 2: 0");
}

// Job 0 could change places with job 1, for which 4 CPUs of machine 0 are free. That frees nothing.
TEST(OscarPushLevels, NothingIsPushedToAMachineThatIsBeingFreed) {
  OscarCluster cluster({8, 4});
  cluster.placing.push_levels = 4;
  cluster.common(100, 4, 0);
  cluster.common(100, 4, 1);
  EXPECT_FALSE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})));
  EXPECT_EQ(cluster.places(), "0: 0, 1: 1, 2: -");
}

// The starve job on machine 1 names it. The power would remove it for the inserted job, but not for job 0,
// which is pushed.
TEST(OscarPushLevels, APushRemovesNoJob) {
  OscarCluster cluster({8, 6});
  cluster.placing.push_levels = 2;
  cluster.common(100, 6, 0);
  cluster.place(Class::starve, State::allocated, 0, 100, {on(1, 2)}, {1});
  EXPECT_FALSE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)}), Power::starves));
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(1, 6)}), Power::starves));
}

// The first fragment sets the three pushes off. The second wants machine 1, to which job 0, of 6 CPUs, has
// come: it fits nowhere else.
TEST(OscarPushLevels, AnInsertionThatFailsTakesAllPushesBack) {
  auto cluster = staircase(3);
  Job& job = cluster.candidate(0, 100, {on(0, 8), on(1, 6)});
  const auto before = cluster.state(200);
  EXPECT_FALSE(cluster.insert(job));
  EXPECT_EQ(cluster.state(200), before);
  EXPECT_TRUE(cluster.tables.commit().pushed.empty());
}

// Free: 8, 5 and 4 CPUs. Packed, 4 CPUs go to machine 2, of 4; spread, to machine 0, of 8.
TEST(OscarSpread, TakesTheMostFreeSpace) {
  for (const bool spread : {false, true}) {
    OscarCluster cluster({8, 8, 4});
    cluster.placing.spread = spread;
    cluster.running(100, 3, 1);
    EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{4}})));
    EXPECT_EQ(cluster.places(), spread ? "0: 1, 1: 0" : "0: 1, 1: 2");
  }
}

// Three CPUs one by one: machine 1 has the most with 6, then both have 5 and the first is taken, then machine
// 1 has 5 against 4.
TEST(OscarSpread, TakesTheFirstOfEquals) {
  OscarCluster cluster({5, 6});
  cluster.placing.spread = true;
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {{1}, {1}, {1}})));
  EXPECT_EQ(cluster.places(), "0: 1 0 1");
}

// Job 0 has to leave machine 0. Machine 1 has 4 CPUs, machine 2 has 8.
TEST(OscarSpread, PushesToTheEmptiestMachine) {
  OscarCluster cluster({8, 4, 8});
  cluster.placing.spread = true;
  cluster.common(100, 4, 0);
  EXPECT_TRUE(cluster.insert(cluster.candidate(0, 100, {on(0, 8)})));
  EXPECT_EQ(cluster.places(), "0: 2, 1: 0");
}

/// Where fragments of 4, 1 and 4 CPUs go on machines of 5 and 4.
Texts places(const std::map<std::string, std::string>& parameters) {
  MachineAsking asking("cluster/oscarpbs", parameters, {5, 4});
  asking.submit(100, Fragments{{4}, {1}, {4}});
  return asking.starts();
}

// Smallest first, 1 goes to machine 1, where the least is free; 4 go to machine 0; the last 4 fit nowhere.
// In the other orders the first 4 go to machine 1, and machine 0 has 5 for the rest.
TEST(OscarFragmentOrder, DecidesWhichFragmentsFindRoom) {
  EXPECT_EQ(places({{"push", "off"}}), Texts{});
  EXPECT_EQ(places({{"push", "off"}, {"fragment_order", "largest"}}), Texts{"0: 1 0 0"});
  EXPECT_EQ(places({{"push", "off"}, {"fragment_order", "request"}}), Texts{"0: 1 0 0"});
}

// Smallest first, with a push: the fragment of 1 moves from machine 1 to machine 0, of which 4 CPUs are
// taken.
TEST(OscarFragmentOrder, PushingMakesUpForIt) { EXPECT_EQ(places({}), Texts{"0: 0 0 1"}); }

// Levels without pushing are no levels.
TEST(OscarPushLevels, AreNoneWhenPushingIsOff) {
  EXPECT_EQ(places({{"push", "off"}, {"push_levels", "4"}}), Texts{});
  EXPECT_EQ(places({{"push_levels", "0"}}), Texts{});
}

// 5 CPUs do not fit machine 0; machine 1 has 5 and machine 2 has 8.
TEST(OscarSpread, IsAParameterOfThePolicy) {
  for (const auto& [machines, place] : {std::pair{"pack", "0: 1"}, std::pair{"spread", "0: 2"}}) {
    MachineAsking asking("cluster/oscarpbs", {{"machines", machines}}, {4, 5, 8});
    asking.submit(100, Fragments{{5}});
    EXPECT_EQ(asking.starts(), Texts{place});
  }
}

} // namespace oscarpbs_pushing_test
} // namespace malha::cluster::oscarpbs
