// SPDX-License-Identifier: MIT
// Jobs that run in several clusters, with clusters that the test plays.
#include "played_parts.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace coallocator_test {

using Log = PlayedParts::Log;

const std::string non_saturated = "multicluster/non_saturated", optimal = "multicluster/optimal",
                  non_optimal = "multicluster/non_optimal";

// 11 tasks on 10 + 10 nodes: with 10 and 1 of them, 10 * 1 / 10 = 1 times 30 B/s go through each channel of
// 100 B/s; with fewer in the first cluster it would be more. T_P = 100 s, T_C = 60 s.
TEST(Coallocator, SplitsAJobThatNoClusterCanRun) {
  PlayedParts played({10, 10}, non_saturated);
  played.submit(1, 11);
  played.pass(3);
  EXPECT_EQ(played.news(),
            (Log{"held 1 at 0: 0 1 2 3 4 5 6 7 8 9", "held 1 at 1: 0", "1 begins at 3 for 160 s, SC 0.3"}));
  EXPECT_FALSE(played.model.idle());
  played.date = 163;
  played.model.ended(1, 163);
  EXPECT_EQ(played.news(), (Log{"ended 1 at 0", "ended 1 at 1", "1 ran from 3 to 163"}));
  EXPECT_TRUE(played.model.idle());
  EXPECT_EQ(played.channels.consumed(0), 0);
}

TEST(Coallocator, LeavesAloneAJobThatAClusterCanRun) {
  PlayedParts played({10, 10}, non_saturated);
  played.submit(1, 10);
  played.pass(0);
  EXPECT_EQ(played.news(), Log{"1 to 0 at 0"});
}

// Cluster 1 refuses: what cluster 0 holds is given back, and the job waits. Nobody is asked again before
// something has changed.
TEST(Coallocator, GivesBackAllWhereOneOwnerRefuses) {
  PlayedParts played({10, 10}, non_saturated);
  played.holds = [](int cluster) { return cluster == 0; };
  played.runs_something();
  played.submit(1, 11);
  played.pass(0);
  EXPECT_EQ(played.news(), (Log{"held 1 at 0: 0 1 2 3 4 5 6 7 8 9", "refused 1 at 1", "released 1 at 0"}));
  EXPECT_EQ(played.model.queue().size(), 1u);
  EXPECT_EQ(played.channels.consumed(0), 0);
  played.holds = [](int) { return true; };
  played.pass(1);
  EXPECT_EQ(played.news(), Log{});
  played.model.nodes_changed();
  played.pass(2);
  EXPECT_EQ(played.news().back(), "1 begins at 2 for 160 s, SC 0.3");
}

// Two jobs of 4 tasks on two clusters of 3 shared nodes. The first has 3 tasks in one cluster and 1
// in the other: 3 * 1 * 60 / 3 = 60 B/s. A second one would bring both channels to 120 of 100 B/s. So it
// waits for the first under non_saturated; under optimal its SC is 1.2, and its predicted time 100 + 60
// * 1.2.
TEST(Coallocator, LetsJobsShareChannels) {
  PlayedParts saturates({3, 3}, optimal), keeps({3, 3}, non_saturated);
  for (auto* played : {&saturates, &keeps}) {
    played->application.bandwidth = 60;
    played->submit(1, 4);
    played->submit(2, 4);
    played->pass(0);
    EXPECT_EQ(played->begun().front(), "1 begins at 0 for 160 s, SC 0.6");
    EXPECT_EQ(played->channels.slowdown(1), played == &saturates ? 1.2 : 0.6);
  }
  EXPECT_EQ(saturates.begun().back(), "2 begins at 0 for 172 s, SC 1.2");
  EXPECT_EQ(keeps.begun().size(), 1u);
  keeps.date = 160;
  keeps.model.ended(1, 160);
  keeps.model.pass();
  EXPECT_EQ(keeps.begun().back(), "2 begins at 160 for 160 s, SC 0.6");
}

// 4 of 3 + 3 nodes have the memory.
TEST(Coallocator, RejectsAJobThatCanNeverRun) {
  PlayedParts played({3, 3}, non_saturated);
  played.submit(1, 7);
  played.pass(0);
  EXPECT_EQ(played.news(), Log{"1 nowhere"});
  played.with_memory = {2, 2};
  played.submit(2, 5);
  played.submit(3, 4);
  played.pass(0);
  EXPECT_EQ(played.news(),
            (Log{"2 nowhere", "held 3 at 0: 0 1", "held 3 at 1: 0 1", "3 begins at 0 for 160 s, SC 0.4"}));
}

// With 400 B/s for each task 3 and 1 tasks send 400 B/s through channels of 100 B/s. While something runs
// that is not looked at: it may be a channel that is full.
TEST(Coallocator, RejectsAJobForWhichThePolicyHasNothingOnAnEmptyGrid) {
  PlayedParts played({3, 3}, non_saturated);
  played.application.bandwidth = 400;
  played.submit(1, 1);
  played.pass(0);
  played.submit(2, 4);
  played.pass(1);
  EXPECT_EQ(played.model.queue().size(), 1u);
  played.news();
  played.model.left(1, 0, 0, 5);
  played.pass(5);
  EXPECT_EQ(played.news().back(), "2 nowhere");
  EXPECT_TRUE(played.model.idle());
}

// Behind a job that waits for nodes of several clusters all others wait under blocking; under non_blocking
// they pass it.
TEST(Coallocator, HoldsBackOthersAsTheQueuePolicySays) {
  PlayedParts blocks({3, 3}, non_saturated), passes({3, 3}, non_saturated, "multicluster/non_blocking");
  for (auto* played : {&blocks, &passes}) {
    played->runs_something();
    played->usable = {{0}, {0}};
    played->submit(1, 4);
    played->submit(2, 1);
    played->pass(0);
  }
  EXPECT_EQ(blocks.news(), Log{});
  EXPECT_EQ(passes.news(), Log{"2 to 0 at 0"});
}

multicluster::CoallocationRules refined(bool idle) { return {true, idle}; }

// Job 1 waits in cluster 0, of which one node is usable; with two of the other: 2 * 1 * 30 / 2 = 30 B/s.
TEST(Coallocator, TakesAJobFromTheQueueOfItsCluster) {
  PlayedParts played({3, 3}, non_saturated, "multicluster/blocking", {}, refined(true));
  played.usable = {{0}, {}};
  played.submit(1, 3);
  played.pass(0);
  EXPECT_EQ(played.news(), Log{"1 to 0 at 0"});
  EXPECT_TRUE(played.model.has_work());
  played.usable = {{0}, {0, 2}};
  played.pass(1);
  EXPECT_EQ(played.news(), Log{}); // nobody has said that something has changed
  played.model.nodes_changed();
  played.pass(2);
  EXPECT_EQ(played.news(), (Log{"held 1 at 0: 0", "held 1 at 1: 0 2", "withdrawn 1 at 0",
                                "1 begins at 2 for 160 s, SC 0.3"}));
  EXPECT_EQ(played.asked_idle, (std::vector<bool>{true, true}));
  EXPECT_FALSE(played.model.has_work());
  EXPECT_EQ(played.model.handed_over(), 0u);
  played.model.ended(1, 162);
  EXPECT_EQ(played.news().back(), "1 ran from 2 to 162");
  EXPECT_TRUE(played.model.idle());
}

TEST(Coallocator, LetsAJobBeThatHasStartedInItsCluster) {
  PlayedParts played({3, 3}, non_saturated, "multicluster/blocking", {}, refined(false));
  played.lets_go = [](TaskId) { return false; };
  played.submit(1, 3);
  played.pass(0);
  EXPECT_EQ(played.news(), (Log{"1 to 0 at 0", "held 1 at 0: 0 1 2", "kept 1 at 0", "released 1 at 0"}));
  played.model.started(1, 0);
  played.pass(1);
  EXPECT_EQ(played.news(), Log{});
  EXPECT_EQ(played.asked_idle, std::vector<bool>{false});
  played.model.left(1, 0, 0, 5);
  EXPECT_TRUE(played.model.idle());
}

// With 60 B/s for each task 2 and 1 tasks send 60 B/s, and twice that is more than a channel has: optimal
// answers all the same, and the second job is left where it waits.
TEST(Coallocator, SaturatesNoChannelForAJobThatWaitsInACluster) {
  PlayedParts played({3, 3}, optimal, "multicluster/blocking", {}, refined(true));
  played.application.bandwidth = 60;
  played.usable = {{0, 1}, {0}};
  played.submit(1, 3);
  played.submit(2, 3);
  played.pass(0);
  EXPECT_EQ(played.begun(), Log{"1 begins at 0 for 160 s, SC 0.6"});
  EXPECT_EQ(played.model.handed_over(), 1u);
}

TEST(Coallocator, TriesJobsThatWaitInTheirOrder) {
  PlayedParts played({2, 2}, non_saturated, "multicluster/blocking", {}, refined(true));
  played.application.bandwidth = 0;
  played.usable = {{}, {}};
  for (const TaskId id : {3, 1, 2})
    played.submit(id, 2);
  played.pass(0);
  played.usable = {{1}, {0}};
  played.model.left(1, 0, never, 1);
  played.news();
  played.pass(1);
  EXPECT_EQ(played.begun(), (Log{"3 begins at 1 for 160 s, SC 0", "2 begins at 1 for 160 s, SC 0"}));
}

TEST(Coallocator, CountsTheStepsOfItsSearches) {
  PlayedParts played({10, 10}, non_saturated, "multicluster/blocking",
                     {{"solver", "branch"}, {"limit", "5"}});
  played.runs_something();
  played.submit(1, 11);
  played.pass(0);
  EXPECT_EQ(played.coallocator.steps(), 5);
  EXPECT_EQ(played.coallocator.times_given_up(), 1);
}

TEST(Coallocator, NamesTheRuleThatAnAnswerBreaks) {
  const auto broken = [](multicluster::Coallocation answer) {
    PlayedParts played({2, 2}, optimal);
    played.answer = std::move(answer);
    played.usable = {{0, 1}, {1}};
    played.submit(1, 3);
    return thrown<multicluster::CoallocationBroke>([&] { played.pass(0); });
  };
  EXPECT_EQ(broken({{{0, 1}}}), "it gives job 1 nodes of 1 clusters of 2");
  EXPECT_EQ(broken({{{0, 1}, {0}}}), "it gives job 1 node 0 of cluster 1, which is not usable");
  EXPECT_EQ(broken({{{1, 0}, {1}}}),
            "it gives job 1 node 0 of cluster 0, which is not behind the one before");
  EXPECT_EQ(broken({{{0}, {1}}}), "it gives job 1 2 nodes, and it needs 3");
}

TEST(Coallocator, NeedsToKnowHowLongAJobRuns) {
  PlayedParts played({2, 2}, optimal);
  played.model.submit(rigid_job(1, 0, 3, 5));
  EXPECT_EQ(thrown<InputError>([&] { played.pass(0); }),
            "job 1 has neither a walltime nor an application, and is to run in several clusters; valid: jobs "
            "with one of the two, or policy.coallocation=multicluster/never");
}

} // namespace coallocator_test
} // namespace malha::testing
