// SPDX-License-Identifier: MIT
#include "queue_asking.hpp"

namespace malha::cluster {
namespace easy_cap_test {

using test::Ids;
using test::QueueAsking;
using test::Waiting;
using Texts = std::vector<std::string>;

/// Four nodes of 10 W, and of 30 W while they compute. A job runs on node 3 up to that date; 0: none does.
struct FourNodes {
  explicit FourNodes(const StepSeries& series, Seconds end = 0,
                     const std::map<std::string, std::string>& parameters = {})
      : cap(series), asking("cluster/easy_cap", parameters, 0), node_3(3, 1) {
    asking.free_is(end > 0 ? "0-2" : "0-3");
    asking.explain = true;
    if (end > 0)
      asking.running = {{end, 10, 10, 1, &node_3}};
    asking.power.emplace();
    asking.power->idle = 40;
    asking.power->extra = {20, 20, 20, 20};
    asking.power->kept.resize(4);
    asking.power->boot_time.resize(4);
    asking.power->cap = &cap;
  }
  FourNodes(const FourNodes&) = delete;
  FourNodes& operator=(const FourNodes&) = delete;

  Ids started(const std::vector<Waiting>& jobs) { return asking.started(jobs); }
  Texts reasons(const std::vector<Waiting>& jobs) { return QueueAsking::reasons(asking.decision(jobs)); }

  StepSeries cap;
  QueueAsking asking;
  IndexSet node_3;
};

const StepSeries constant({{0, 100}}, std::nullopt); ///< three nodes may compute

// One computes up to 100, which is 60 W, so that two more may. The head needs three, and gets them at 100:
// then they are 100 W. Job 1 ends at 100; job 2 would compute beside the head.
TEST(EasyCap, FillsTheGapBeforeThePowerForTheHeadIsThere) {
  EXPECT_EQ(FourNodes(constant, 100).reasons({{3, 50}, {1, 100}, {1, 101}}),
            (Texts{"1 ends_by_shadow_time", "0 head_reserved 100", "2 would_delay_reservation"}));
}

// Beside the head, of two nodes, one may compute: job 2 does. Then 100 W are drawn, and job 3 does not fit.
TEST(EasyCap, LetsAJobTakeThePowerThatTheHeadLeaves) {
  EXPECT_EQ(FourNodes(StepSeries({{0, 80}}, std::nullopt), 100).reasons({{2, 50}, {2, 10}, {1, 100}, {1, 9}}),
            (Texts{"2 ends_by_shadow_time", "0 head_reserved 100", "1 too_few_watts", "3 too_few_watts"}));
  EXPECT_EQ(FourNodes(constant, 100).started({{3, 50}, {1, 200}, {1, 100}}), Ids{2});
}

// Four nodes never get 120 W. Nobody waits for such a job.
TEST(EasyCap, LetsAllPassAHeadThatNeverFits) {
  EXPECT_EQ(FourNodes(constant).reasons({{4, 50}, {2, 1000}}),
            (Texts{"1 ends_by_shadow_time", "0 head_reserved"}));
}

// 60 W, for one node that computes, from 50 on.
TEST(EasyCap, EndsJobsBeforeTheCapFalls) {
  const StepSeries falls({{0, 120}, {50, 60}}, std::nullopt);
  EXPECT_EQ(FourNodes(falls).started({{3, 50}}), Ids{0});
  EXPECT_EQ(FourNodes(falls).reasons({{3, 51}}), Texts{"0 head_reserved"});
  EXPECT_EQ(FourNodes(falls).started({{3, 50}, {1, 60}}), (Ids{0, 1})); // 120 W, and from 50 on 60 W
  EXPECT_EQ(FourNodes(falls).started({{1, 60}, {2, 50}}), (Ids{0, 1}));
  EXPECT_EQ(FourNodes(falls).started({{1, 60}, {1, 60}}), Ids{0});
}

// The same again and again: 120 W in the first half of each 100 s. At 10 the next one is from 100 to 150.
TEST(EasyCap, WaitsForTheNextPeriod) {
  FourNodes day(StepSeries({{0, 120}, {50, 60}}, 100));
  day.asking.now = 10;
  EXPECT_EQ(day.started({{3, 40}}), Ids{0});
  EXPECT_EQ(day.reasons({{3, 50}, {1, 90}, {1, 1000}}),
            (Texts{"1 ends_by_shadow_time", "0 head_reserved 100", "2 too_few_watts"}));
  EXPECT_EQ(day.reasons({{3, 51}}), Texts{"0 head_reserved"});
}

// From 30 on four nodes may compute. Until then one may.
TEST(EasyCap, StartsTheHeadWhenTheCapRises) {
  const StepSeries rises({{0, 60}, {30, 120}}, std::nullopt);
  EXPECT_EQ(FourNodes(rises).reasons({{4, 50}, {1, 30}}),
            (Texts{"1 ends_by_shadow_time", "0 head_reserved 30"}));
  EXPECT_EQ(FourNodes(rises).reasons({{4, 50}, {1, 31}}),
            (Texts{"0 head_reserved 30", "1 would_delay_reservation"}));
  EXPECT_EQ(FourNodes(rises).reasons({{3, 50}, {1, 31}}),
            (Texts{"1 fits_in_extra_nodes", "0 head_reserved 30"}));
}

// A job without a walltime computes for ever: at 60 W from 50 on only one may.
TEST(EasyCap, NeverCountsOnAJobWithoutAWalltime) {
  EXPECT_EQ(FourNodes(StepSeries({{0, 120}, {50, 60}}, std::nullopt)).started({{2, never}, {1, never}}),
            Ids{1});
  EXPECT_EQ(FourNodes(constant, never).reasons({{4, 50}, {2, never}}),
            (Texts{"1 ends_by_shadow_time", "0 head_reserved"}));
}

// Weight is nodes x walltime: 100, 60, 80. Three may compute.
TEST(EasyCap, TakesTheQueueInItsOrder) {
  EXPECT_EQ(FourNodes(constant, 0, {{"order", "weight"}}).started({{1, 100}, {2, 30}, {1, 80}}), (Ids{1, 2}));
  EXPECT_EQ(FourNodes(constant).started({{1, 100}, {2, 30}, {1, 80}}), (Ids{0, 1}));
}

// Node 1 adds 5 W, nodes 0 and 2 10 W, and node 3 20 W.
TEST(EasyCap, TakesTheNodesThatDrawLeast) {
  FourNodes unlike(constant);
  unlike.asking.power->extra = {10, 5, 10, 20};
  const auto nodes = [&](int size) { return unlike.asking.decision({{size, 10}}).start.at(0).nodes.text(); };
  EXPECT_EQ(nodes(1), "1");
  EXPECT_EQ(nodes(2), "0-1");
  EXPECT_EQ(nodes(3), "0-2");
  EXPECT_EQ(nodes(4), "0-3");
}

// Nodes 0 and 1 sleep, and node 2 boots, which take up to 30 s. The job on node 0 has it to 10 + 30 + 20.
TEST(EasyCap, TakesNodesThatSleepLast) {
  FourNodes sleepers(StepSeries({{0, 200}, {60, 48}}, std::nullopt));
  auto& power = *sleepers.asking.power;
  power.idle = 24; // 2 W each of those that sleep
  power.asleep = IndexSet(0, 2);
  power.booting = IndexSet(2, 1);
  power.extra = {28, 28, 20, 20};
  power.kept = {8, 8, 0, 0};
  power.boot_time = {30, 30, 30, 0};
  sleepers.asking.now = 10;
  const auto nodes = [&](int size, Seconds walltime) {
    const auto start = sleepers.asking.decision({{size, walltime}}).start;
    return start.empty() ? "none" : start[0].nodes.text();
  };
  EXPECT_EQ(nodes(1, 20), "3");
  EXPECT_EQ(nodes(2, 20), "2-3");
  EXPECT_EQ(nodes(3, 20), "0 2-3"); // 32 W from 60 on
  EXPECT_EQ(nodes(3, 21), "none");  // 32 + 20 + 40 W at 60
  EXPECT_EQ(nodes(1, 1000), "3");   // 44 W
  EXPECT_EQ(nodes(2, 20), "2-3");
  power.kept = {30, 30, 0, 0}; // 54 W when the job has ended
  EXPECT_EQ(nodes(3, 20), "none");
}

// As EASY does, without asking for nodes: the scheduler takes the lowest, and of machines that sleep the
// last.
TEST(EasyCap, IsEasyWithoutACap) {
  FourNodes none(constant, 100);
  none.asking.power->cap = nullptr;
  none.asking.power->asleep = IndexSet(0, 2);
  const auto decision = none.asking.decision({{4, 50}, {1, 100}, {1, 101}});
  ASSERT_EQ(decision.start.size(), 1U);
  EXPECT_EQ(decision.start[0].job, 1U);
  EXPECT_EQ(decision.start[0].nodes, IndexSet());
  none.asking.power.reset();
  EXPECT_EQ(none.started({{4, 50}, {1, 100}, {1, 101}}), Ids{1});
}

TEST(EasyCap, HeedsTheCap) {
  EXPECT_TRUE(test::make<Queue>("cluster/easy_cap")->heeds_cap());
  EXPECT_FALSE(test::make<Queue>("cluster/easy_backfill")->heeds_cap());
}

} // namespace easy_cap_test
} // namespace malha::cluster
