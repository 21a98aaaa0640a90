// SPDX-License-Identifier: MIT
#include "policies/cluster/queue/decision_draft.hpp"

#include "queue_asking.hpp"

namespace malha::cluster {
namespace decision_draft_test {

using test::QueueAsking;
using Texts = std::vector<std::string>;

NodeChoice chosen(const std::string& name) {
  return NodeChoice(Parameters({NodeChoice::parameter()}, {{"nodes", name}}));
}

/// At 100 nodes 0, 1, 4, 5 and 6 are free, job 9 holds 3 nodes until 150, and jobs 0 to 2 wait, of 1, 2 and 9
/// nodes and 10, 50 and 20 s.
class Draft : public ::testing::Test {
protected:
  QueueView view(bool explain) const {
    return {100, 8, free_, none_, machines_, queue_, running_, changes_, explain};
  }
  const QueuedJob& job(int number) const { return *std::next(queue_.begin(), number); }

  const IndexSet free_ = IndexSet::parse("0-1 4-6"), none_{};
  const std::vector<Machine> machines_{};
  const std::list<QueuedJob> queue_{{0, 0, 0, 10, 1}, {1, 1, 0, 50, 2}, {2, 2, 0, 20, 9}};
  const std::vector<Release> running_{{150, 9, 9, 3}};
  const Changes changes_{};
};

// 5 nodes are free. Jobs 0 and 1 take 1 and 2 of them; job 2 needs 9.
TEST_F(Draft, CountsTheNodesThatAreFree) {
  const auto seen = view(false);
  DecisionDraft draft(seen);
  EXPECT_EQ(draft.free(), 5);
  EXPECT_FALSE(draft.starts_any());
  draft.start(job(0), "head");
  draft.start(job(1), "head");
  EXPECT_EQ(draft.free(), 2);
  EXPECT_TRUE(draft.starts_any());
  EXPECT_FALSE(draft.has_room_for(job(2)));
  EXPECT_TRUE(draft.has_room_for(job(1)));
}

// Job 0 fits the interval of 2 best, and takes node 0; then job 1 fits no interval but 4-6.
TEST_F(Draft, ChoosesNodesThatTheDecisionHasNotTaken) {
  const auto seen = view(false);
  DecisionDraft draft(seen, chosen("best_fit"));
  draft.start(job(0), "head");
  draft.start(job(1), "head");
  const auto decision = draft.finish();
  ASSERT_EQ(decision.start.size(), 2U);
  EXPECT_EQ(decision.start[0].nodes.text(), "0");
  EXPECT_EQ(decision.start[1].nodes.text(), "4-5");
}

TEST_F(Draft, LeavesTheLowestNodesToTheScheduler) {
  const auto seen = view(false);
  DecisionDraft draft(seen, chosen("first"));
  draft.start(job(0), "head");
  EXPECT_EQ(draft.finish().start.at(0).nodes.text(), "");
}

// Job 1, of 2 nodes, ends at 150, and job 0, of one, at 110.
TEST_F(Draft, KnowsWhatStartedJobsWillGiveBack) {
  const auto seen = view(false);
  DecisionDraft draft(seen);
  draft.start(job(1), "head");
  draft.start_on(job(0), {0});
  Texts ends;
  for (const auto& release : draft.started())
    ends.push_back(std::to_string(release.size) + " at " + shortest(release.expected_end));
  EXPECT_EQ(ends, (Texts{"2 at 150", "1 at 110"}));
}

TEST_F(Draft, KeepsReasonsInTheirOrder) {
  const auto seen = view(true);
  DecisionDraft draft(seen);
  draft.hold(job(1), "head_reserved", 150);
  draft.start(job(0), "fits");
  draft.hold_others([](const QueuedJob&) { return "too_few_nodes"; });
  EXPECT_EQ(QueueAsking::reasons(draft.finish()),
            (Texts{"1 head_reserved 150", "0 fits", "2 too_few_nodes"}));
}

TEST_F(Draft, KeepsNoReasonsWhereNobodyAsks) {
  const auto seen = view(false);
  DecisionDraft draft(seen);
  draft.hold(job(1), "head_reserved", 150);
  draft.start(job(0), "fits");
  draft.hold_others([](const QueuedJob&) -> const char* { throw std::logic_error("nobody asks"); });
  EXPECT_EQ(QueueAsking::reasons(draft.finish()), Texts{});
}

// Of the three jobs one is dropped and one starts, on machine 3; the other is left, until it starts as well.
TEST_F(Draft, DropsJobsForGood) {
  const auto seen = view(true);
  DecisionDraft draft(seen);
  draft.drop(2);
  EXPECT_TRUE(draft.is_dropped(job(2)));
  EXPECT_FALSE(draft.is_dropped(job(1)));
  draft.start_on(job(0), {3});
  draft.say(job(0), "fits");
  draft.hold_others([](const QueuedJob&) { return "waits"; });
  EXPECT_TRUE(draft.leaves_any());
  draft.start_on(job(1), {3, 4});
  EXPECT_FALSE(draft.leaves_any());
  const auto decision = draft.finish();
  EXPECT_EQ(decision.drop, std::vector<JobHandle>{2});
  EXPECT_EQ(decision.start.at(1).machines, (std::vector<int>{3, 4}));
  EXPECT_EQ(QueueAsking::reasons(decision), (Texts{"0 fits", "1 waits"}));
}

TEST_F(Draft, StopsJobsAndAsksAgain) {
  const auto seen = view(false);
  DecisionDraft draft(seen);
  draft.requeue(9);
  draft.ask_again_at(120);
  const auto decision = draft.finish();
  ASSERT_EQ(decision.stop.size(), 1U);
  EXPECT_EQ(decision.stop[0].job, 9U);
  EXPECT_TRUE(decision.stop[0].requeue);
  EXPECT_EQ(decision.wake, 120);
}

/// The nodes that a job gets of these free ones of a cluster whose nodes have these weights.
std::string weighed(const std::string& choice, const std::string& free, int size,
                    const std::vector<std::int64_t>& weights, const std::vector<Machine>& machines = {}) {
  const IndexSet nodes = IndexSet::parse(free), none;
  const std::list<QueuedJob> queue;
  const std::vector<Release> running;
  const Changes changes;
  QueueView view{0, nodes.size(), nodes, none, machines, queue, running, changes, false};
  view.weights = weights.empty() ? nullptr : &weights;
  EXPECT_EQ(chosen(choice).is_first(view), choice == "first" && weights.empty());
  return chosen(choice).of(nodes, size, view).text();
}

// Nodes 0 and 1 are heavy. Nodes 2 to 7 without 5 are intervals of 3 and 2 nodes: a job of 2 nodes fits the
// second one best; one of 6 nodes gets all light ones, and then the lowest heavy one.
TEST(NodeChoice, TakesNodesOfLittleWeightFirst) {
  const std::vector<std::int64_t> weights{10, 10, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(weighed("best_fit", "0-7", 3, weights), "2-4"); // measured on Slurm 22.05.8
  EXPECT_EQ(weighed("best_fit", "0-4 6-7", 2, weights), "6-7");
  EXPECT_EQ(weighed("first", "0-4 6-7", 2, weights), "2-3");
  EXPECT_EQ(weighed("contiguous", "0-4 6-7", 2, weights), "2-3");
  for (const std::string choice : {"first", "best_fit", "contiguous"}) {
    EXPECT_EQ(weighed(choice, "0-4 6-7", 6, weights), "0 2-4 6-7") << choice;
    EXPECT_EQ(weighed(choice, "0-4 6-7", 7, weights), "0-4 6-7") << choice;
  }
}

// Machines of 4 CPUs. Machine 0 has all CPUs free, machine 1 three, machine 2 two: a job of 1 or 2 CPUs fits
// the fullest one that is in use, and one of 3 machine 1. One of 4 fits no machine in use, and gets the
// smallest interval that holds it.
TEST(NodeChoice, FillsMachinesThatAreInUse) {
  const std::vector<Machine> machines{{0, 4}, {4, 4}, {8, 4}, {12, 4}};
  const std::string free = "0-6 8-9 12-15";
  EXPECT_EQ(weighed("best_fit", free, 1, {}, machines), "8");
  EXPECT_EQ(weighed("best_fit", free, 2, {}, machines), "8-9");
  EXPECT_EQ(weighed("best_fit", free, 3, {}, machines), "4-6");
  EXPECT_EQ(weighed("best_fit", free, 4, {}, machines), "12-15");
  EXPECT_EQ(weighed("contiguous", free, 1, {}, machines), "0");
  // a light machine that is idle goes before a heavy one that is in use
  const std::vector<std::int64_t> weights{1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
  EXPECT_EQ(weighed("best_fit", free, 1, weights, machines), "0");
}

} // namespace decision_draft_test
} // namespace malha::cluster
