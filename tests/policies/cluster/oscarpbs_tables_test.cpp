// SPDX-License-Identifier: MIT
#include "oscarpbs_cluster.hpp"

namespace malha::cluster::oscarpbs {
namespace oscarpbs_tables_test {

using test::oscar_job;
using test::OscarCluster;

std::string text(const Timeline& timeline, Seconds from, Seconds to) {
  return OscarCluster::timeline_text(timeline, from, to);
}

/// A machine of 8 CPUs: 3 of job 0 in [10, 30), 2 of job 1 in [20, 40).
class OscarTimeline : public ::testing::Test {
protected:
  OscarTimeline() {
    timeline.insert({&first, 0}, 10, 30);
    timeline.insert({&second, 0}, 20, 40);
  }
  Job first = oscar_job(0, 20, {{3}}), second = oscar_job(1, 20, {{2}});
  Timeline timeline{8};
};

TEST_F(OscarTimeline, IsCutWhereFragmentsBeginAndEnd) {
  EXPECT_EQ(text(timeline, 0, 50), "10s:0() 10s:3(0.0) 10s:5(0.0,1.0) 10s:2(1.0) 10s:0()");
  EXPECT_EQ(text(timeline, 15, 25), "5s:3(0.0) 5s:5(0.0,1.0)");
  // Half-open at both ends.
  EXPECT_EQ(text(timeline, 10, 20), "10s:3(0.0)");
  EXPECT_EQ(text(timeline, 30, 40), "10s:2(1.0)");
  EXPECT_EQ(text(timeline, 40, 60), "20s:0()");
  EXPECT_EQ(text(timeline, 20, 20), "");
}

TEST_F(OscarTimeline, RemovingJoinsWhatIsAlikeAgain) {
  timeline.remove({&first, 0}, 10, 30);
  EXPECT_EQ(text(timeline, 0, 50), "20s:0() 20s:2(1.0) 10s:0()");
  timeline.remove({&second, 0}, 20, 40);
  EXPECT_EQ(text(timeline, 0, 50), "50s:0()");
}

// Jobs 0 and 2 use as many CPUs, one after the other; job 1 is over job 2 until it goes.
TEST_F(OscarTimeline, RemovingDoesNotJoinDifferentFragments) {
  Job third = oscar_job(2, 20, {{3}});
  Timeline other(8);
  other.insert({&first, 0}, 0, 20);
  other.insert({&third, 0}, 20, 40);
  other.insert({&second, 0}, 20, 40);
  EXPECT_EQ(text(other, 0, 40), "20s:3(0.0) 20s:5(1.0,2.0)");
  other.remove({&second, 0}, 20, 40);
  EXPECT_EQ(text(other, 0, 40), "20s:3(0.0) 20s:3(2.0)");
}

// Two fragments of one job are two pieces.
TEST_F(OscarTimeline, KeepsFragmentsOfOneJobApart) {
  Job pair = oscar_job(3, 20, {{1}, {1}});
  Timeline other(8);
  other.insert({&pair, 0}, 0, 20);
  other.insert({&pair, 1}, 0, 20);
  other.remove({&pair, 0}, 0, 20);
  EXPECT_EQ(text(other, 0, 20), "20s:1(3.1)");
}

// What is left of job 0 after 25 can still be removed by its dates, and what is over altogether as well.
TEST_F(OscarTimeline, TrimForgetsThePast) {
  timeline.trim(25);
  EXPECT_EQ(text(timeline, 25, 50), "5s:5(0.0,1.0) 10s:2(1.0) 10s:0()");
  timeline.remove({&first, 0}, 10, 30);
  EXPECT_EQ(text(timeline, 25, 50), "15s:2(1.0) 10s:0()");
  timeline.trim(40);
  EXPECT_EQ(text(timeline, 40, 50), "10s:0()");
  timeline.remove({&second, 0}, 20, 40);
  EXPECT_EQ(text(timeline, 40, 50), "10s:0()");
}

TEST_F(OscarTimeline, EachStopsWhenTold) {
  int seen = 0;
  EXPECT_FALSE(timeline.each(0, 50, [&](const auto&, Seconds) { return ++seen < 2; }));
  EXPECT_EQ(seen, 2);
  EXPECT_TRUE(timeline.each(0, 50, [&](const auto&, Seconds) { return ++seen > 0; }));
  EXPECT_EQ(seen, 7); // and five more
}

// 10 x 8 + 10 x 5 + 10 x 3 + 10 x 6 + 10 x 8 = 300 CPU s, and 3 CPUs all the time. Gaps are wholly free.
TEST_F(OscarTimeline, FreeSpaceIsThatOfAllIntervalsAndGaps) {
  EXPECT_EQ(timeline.free_space(3, 0, 50), 300);
  EXPECT_EQ(timeline.free_space(4, 0, 50), std::nullopt);
  EXPECT_EQ(timeline.free_space(5, 0, 20), 130);
  EXPECT_EQ(timeline.free_space(6, 30, 50), 140);
  EXPECT_EQ(timeline.free_space(8, 40, 100), 480);
  EXPECT_EQ(timeline.free_space(9, 40, 100), std::nullopt);
  EXPECT_EQ(Timeline(8).free_space(8, 0, 100), 800);
}

/// Two machines of 8 CPUs: job 0, fragments of 3 and 2 CPUs in [0, 100) on machine 0; job 1, 4 CPUs in
/// [50, 150) on machine 1. Their insertions are committed.
class OscarTables : public ::testing::Test {
protected:
  OscarTables()
      : pair(cluster.place(Class::qos, State::allocated, 0, 100, {{3}, {2}}, {0, 0})),
        single(cluster.place(Class::starve, State::allocated, 50, 100, {{4}}, {1})) {}

  /// Undone, nothing is left of the changes since.
  void expect_restored() {
    cluster.tables.undo();
    EXPECT_EQ(cluster.state(200), before);
    const auto nothing = cluster.tables.commit();
    EXPECT_TRUE(nothing.pushed.empty());
    EXPECT_TRUE(nothing.excluded.empty());
  }
  void push(Job& job, std::size_t fragment, int machine) {
    cluster.tables.remove({&job, fragment});
    cluster.tables.insert({&job, fragment}, machine);
  }
  static std::string text(const std::vector<Move>& moves) {
    std::string all;
    for (const auto& move : moves)
      all += (all.empty() ? "" : " ") + std::to_string(move.job) + "." + std::to_string(move.fragment) + ":" +
             std::to_string(move.from) + ">" + std::to_string(move.to);
    return all;
  }

  OscarCluster cluster{{8, 8}};
  Job &pair, &single;
  const std::string before = cluster.state(200);
};

TEST_F(OscarTables, KnowWhereEachFragmentLies) {
  EXPECT_EQ(before, "0: 0 0, 1: 1; inserted 1 2 3; 100s:5(0.0,0.1) 100s:0(); 50s:0() 100s:4(1.0) 50s:0()");
  EXPECT_EQ(cluster.tables.machines(), 2);
}

TEST_F(OscarTables, UndoTakesAnInsertionBack) {
  Job& third = cluster.candidate(20, 30, {{1}});
  const auto without = cluster.state(200);
  cluster.tables.insert({&third, 0}, 0);
  EXPECT_EQ(cluster.places(), "0: 0 0, 1: 1, 2: 0");
  EXPECT_NE(cluster.state(200), without);
  cluster.tables.undo();
  EXPECT_EQ(cluster.state(200), without);
}

// The fragment is again where it was, and when: before job 1 in the order of insertions.
TEST_F(OscarTables, UndoTakesAPushBackWithItsInsertionNumber) {
  push(pair, 0, 1);
  EXPECT_EQ(cluster.places(), "0: 1 0, 1: 1");
  EXPECT_GT(pair.fragments[0].inserted, single.fragments[0].inserted);
  push(pair, 0, 0);
  push(pair, 1, 1);
  expect_restored();
}

TEST_F(OscarTables, UndoBringsAnExcludedJobBack) {
  cluster.tables.exclude(pair);
  EXPECT_EQ(cluster.places(), "0: - -, 1: 1");
  EXPECT_EQ(OscarCluster::timeline_text(cluster.tables[0], 0, 200), "200s:0()");
  expect_restored();
}

// The job was pushed before it was excluded.
TEST_F(OscarTables, UndoTakesAMixBackInReverse) {
  push(single, 0, 0);
  cluster.tables.exclude(single);
  push(pair, 1, 1);
  cluster.tables.exclude(pair);
  EXPECT_EQ(cluster.places(), "0: - -, 1: -");
  expect_restored();
}

// A job that looked for another start while its own was free: it lies at its old dates again.
TEST_F(OscarTables, UndoGoesBackToTheDatesOfTheTime) {
  cluster.tables.remove_all(pair);
  pair.start = 120;
  cluster.tables.insert({&pair, 0}, 1);
  EXPECT_EQ(OscarCluster::timeline_text(cluster.tables[1], 0, 200),
            "50s:0() 70s:4(1.0) 30s:7(0.0,1.0) 50s:3(0.0)");
  expect_restored();
}

TEST_F(OscarTables, UndoGoesBackToAMarkOnly) {
  cluster.tables.exclude(single);
  const auto mark = cluster.tables.mark();
  const auto then = cluster.state(200);
  push(pair, 0, 1);
  cluster.tables.exclude(pair);
  cluster.tables.undo(mark);
  EXPECT_EQ(cluster.state(200), then);
  const auto committed = cluster.tables.commit();
  EXPECT_TRUE(committed.pushed.empty());
  EXPECT_EQ(committed.excluded, std::vector<Job*>{&single});
}

// Fragment 0 goes to machine 1 and back, fragment 1 to machine 1, by way of machine 0: one push. What has
// been committed cannot be undone and is not told again.
TEST_F(OscarTables, CommitTellsNetPushes) {
  push(pair, 0, 1);
  push(pair, 1, 1);
  push(pair, 1, 0);
  push(pair, 0, 0);
  push(pair, 1, 1);
  EXPECT_EQ(text(cluster.tables.commit().pushed), "0.1:0>1");
  const auto after = cluster.state(200);
  cluster.tables.undo();
  EXPECT_EQ(cluster.state(200), after);
  EXPECT_TRUE(cluster.tables.commit().pushed.empty());
}

// Job 2 is the one inserted: its own fragments, of which one was moved during the insertion, are no pushes.
// Nor is one of a job that was pushed and then excluded.
TEST_F(OscarTables, CommitDoesNotTellTheInsertedJobOrExcludedOnes) {
  Job& third = cluster.candidate(0, 30, {{1}, {1}});
  cluster.tables.insert({&third, 0}, 0);
  push(third, 0, 1);
  push(single, 0, 0);
  cluster.tables.exclude(single);
  cluster.tables.insert({&third, 1}, 0);
  const auto committed = cluster.tables.commit(&third);
  EXPECT_TRUE(committed.pushed.empty());
  EXPECT_EQ(committed.excluded, std::vector<Job*>{&single});
  EXPECT_EQ(cluster.places(), "0: 0 0, 1: -, 2: 1 0");
}

// A job that gave up its own slot and has found another one was not pushed there.
TEST_F(OscarTables, CommitDoesNotTellTheNewSlotOfAJob) {
  cluster.tables.remove_all(pair);
  pair.start = 10;
  cluster.tables.insert({&pair, 0}, 1);
  cluster.tables.insert({&pair, 1}, 1);
  EXPECT_TRUE(cluster.tables.commit(&pair).pushed.empty());
  EXPECT_EQ(cluster.places(), "0: 1 1, 1: 1");
}

/// A job in [start, start + length).
Job holding(Class kind, State state, Seconds start, Seconds length, int cpus) {
  auto job = oscar_job(1, length, {{cpus}});
  job.kind = kind;
  job.state = state;
  job.start = start;
  return job;
}

// Of 16 CPUs 6 are taken in [10, 30): 10 are left there, 16 elsewhere.
TEST(OscarTotals, CountCpusWhateverTheirMachines) {
  Totals totals;
  totals.reset(0, 16);
  const auto job = holding(Class::common, State::running, 10, 20, 6);
  totals.add(job, -1);
  EXPECT_EQ(totals.free_at(9), 16);
  EXPECT_EQ(totals.free_at(10), 10);
  EXPECT_EQ(totals.free_at(29), 10);
  EXPECT_EQ(totals.free_at(30), 16);
  EXPECT_TRUE(totals.hold(16, Power::none, 0, 10));
  EXPECT_TRUE(totals.hold(10, Power::none, 0, 40));
  EXPECT_FALSE(totals.hold(11, Power::none, 0, 11));
  EXPECT_TRUE(totals.hold(16, Power::none, 30, 100));
  totals.trim(20);
  EXPECT_EQ(totals.free_at(20), 10);
  EXPECT_FALSE(totals.hold(11, Power::none, 20, 40));
  totals.add(job, +1);
  EXPECT_TRUE(totals.hold(16, Power::none, 20, 40));
}

/// Whether 8 CPUs that such a job holds count as free for a power.
bool counts_as_free(Class kind, State state, bool critical, Power power) {
  Totals totals;
  totals.reset(0, 8);
  auto job = holding(kind, state, 0, 10, 8);
  job.critical = critical;
  totals.add(job, -1);
  EXPECT_EQ(totals.free_at(0), 0);
  return totals.hold(8, power, 0, 10);
}

TEST(OscarTotals, OrdinaryStarveJobsCountAsFreeForThosePowers) {
  for (const auto power : {Power::starves, Power::younger_starves}) {
    EXPECT_TRUE(counts_as_free(Class::starve, State::allocated, false, power));
    EXPECT_FALSE(counts_as_free(Class::starve, State::allocated, true, power));
    EXPECT_FALSE(counts_as_free(Class::starve, State::running, false, power));
    EXPECT_FALSE(counts_as_free(Class::common, State::allocated, false, power));
    EXPECT_FALSE(counts_as_free(Class::qos, State::allocated, false, power));
    EXPECT_FALSE(counts_as_free(Class::emergency, State::allocated, false, power));
  }
  EXPECT_FALSE(counts_as_free(Class::starve, State::allocated, false, Power::none));
}

} // namespace oscarpbs_tables_test
} // namespace malha::cluster::oscarpbs
