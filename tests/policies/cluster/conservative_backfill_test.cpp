// SPDX-License-Identifier: MIT
#include "queue_asking.hpp"

namespace malha::cluster {
namespace conservative_backfill_test {

using test::Ids;
using test::QueueAsking;
using Texts = std::vector<std::string>;

const std::string name = "cluster/conservative_backfill";

// 2 of 4 nodes are free, the others from 100 on. Job 0, of 4 nodes for 50 s, is promised 100; job 1, of 1
// node for 100 s, starts now; job 2, of 1 node for 101 s, would be in the way of job 0 and is promised 150;
// job 3, of 1 node for 50 s, starts now.
TEST(ConservativeBackfill, PromisesEveryJobTheEarliestStartThatDelaysNobody) {
  QueueAsking asking(name, {}, 2);
  asking.running = {{100, 10, 10, 2}};
  asking.explain = true;
  const auto decision = asking.decision({{4, 50}, {1, 100}, {1, 101}, {1, 50}});
  EXPECT_EQ(QueueAsking::reasons(decision),
            (Texts{"1 promise_due 0", "3 promise_due 0", "0 promised 100", "2 promised 150"}));
}

// EASY would start job 2, which delays job 1 and not job 0: 1 of 2 nodes is free, the other from 10 on. Job 0
// has both from 10 to 20; job 1, of 1 node for 10 s, starts now; so does nobody else. With job 1 of 2 nodes
// instead, it is promised 20, and job 2, of 1 node for 10 s, starts now.
TEST(ConservativeBackfill, LetsAJobFillAGapOnlyWhereNoPromiseSuffers) {
  QueueAsking asking(name, {}, 1);
  asking.running = {{10, 10, 10, 1}};
  EXPECT_EQ(asking.started({{2, 10}, {1, 10}, {1, 10}}), Ids{1});
  QueueAsking other(name, {}, 1);
  other.running = {{10, 10, 10, 1}};
  EXPECT_EQ(other.started({{2, 10}, {2, 10}, {1, 10}}), Ids{2});
}

/// The queue policy with a memory, asked at two dates.
class AfterAnEarlyEnd : public ::testing::Test {
protected:
  AfterAnEarlyEnd() : policy_(test::make<Queue>(name)) {
    for (const auto& job : queue_)
      arrivals_.arrived.push_back(job);
    const auto first = policy_->decide({0, 4, IndexSet(), {}, {}, queue_, running_, arrivals_, false});
    EXPECT_TRUE(first.start.empty());
  }

  Decision at(Seconds now, const IndexSet& free, const std::vector<Release>& running,
              const Changes& changes) {
    return policy_->decide({now, 4, free, {}, {}, queue_, running, changes, true});
  }

  /// 4 nodes are taken, 2 until 100 and 2 until 200. Job 0, of 2 nodes for 50 s, is promised 100; job 1, of 4
  /// nodes, 200; job 2, of 2 for 100 s, from 100 on would delay neither: beside job 0 until 150 there is
  /// none, so 300.
  std::list<QueuedJob> queue_{{0, 0, 0, 50, 2}, {1, 1, 0, 100, 4}, {2, 2, 0, 100, 2}};
  std::vector<Release> running_{{100, 10, 10, 2}, {200, 11, 11, 2}};
  Changes arrivals_;
  std::unique_ptr<Queue> policy_;
};

// The job of 200 ends at 40: job 0 starts at once on its 2 nodes, until 90. Then job 1 gets all at 100, where
// the other ends, and job 2 follows at 200.
TEST_F(AfterAnEarlyEnd, ReservationsAreImprovedInTheOrderOfTheirPromises) {
  Changes early;
  early.ended = {{200, 11, 11, 2}};
  EXPECT_EQ(QueueAsking::reasons(at(40, IndexSet(2, 2), {running_[0]}, early)),
            (Texts{"0 promise_due 40", "1 promised 100", "2 promised 200"}));
}

// Nodes were lost: only 2 of the 4 are left from now on, and those are taken until 100. Job 0 keeps 100, job
// 1 can start at no known date, job 2 follows job 0 at 150.
TEST_F(AfterAnEarlyEnd, PromisesAreMadeAgainWhenNodesAreLost) {
  Changes lost;
  lost.ended = {{200, 11, 11, 2}};
  lost.promises_void = true;
  EXPECT_EQ(QueueAsking::reasons(at(40, IndexSet(), {running_[0]}, lost)),
            (Texts{"0 promised 100", "2 promised 150", "1 promised"}));
}

TEST(ConservativeBackfill, TakesTheOrderOfSubmissionAlone) {
  const auto& specs = test::shipped_catalog().policy(name).parameters;
  try {
    Parameters(specs, {{"order", "shortest"}});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "parameter 'order' cannot be 'shortest'; valid: one of submit");
  }
}

} // namespace conservative_backfill_test
} // namespace malha::cluster
