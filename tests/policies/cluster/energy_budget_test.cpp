// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "queue_asking.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace energy_budget_test {

using test::Ids;
using test::QueueAsking;
using test::Waiting;
using Parameters = std::map<std::string, std::string>;
using Texts = std::vector<std::string>;

/// Four nodes of 10 W, and of 30 W while they compute, at a date at which they have used that energy. A job
/// runs on node 3 up to `end`; 0: none does.
struct FourNodes {
  FourNodes(const Parameters& parameters, Seconds now, Joules energy, Seconds end = 0)
      : asking("cluster/energy_budget", parameters, 0), node_3(3, 1) {
    asking.now = now;
    asking.free_is(end > 0 ? "0-2" : "0-3");
    asking.explain = true;
    if (end > 0)
      asking.running = {{end, 10, 10, 1, &node_3}};
    asking.power.emplace();
    asking.power->energy = energy;
    asking.power->idle = 40;
    asking.power->extra = {20, 20, 20, 20};
    asking.power->kept.resize(4);
    asking.power->boot_time.resize(4);
  }
  FourNodes(const FourNodes&) = delete;
  FourNodes& operator=(const FourNodes&) = delete;

  Ids started(const std::vector<Waiting>& jobs) { return asking.started(jobs); }
  Texts reasons(const std::vector<Waiting>& jobs) { return QueueAsking::reasons(asking.decision(jobs)); }

  QueueAsking asking;
  IndexSet node_3;
};

/// 8000 J in 100 s: 80 W, with which two nodes compute.
const Parameters eighty{{"budget", "8000"}, {"from", "0"}, {"until", "100"}, {"period", "5"}};

// Idle nodes have used 1600 J in 40 s, and saved as much. Four nodes draw 40 W above the cap: for 40 s at
// most. Later the window is over.
TEST(EnergyBudget, LetsTheHeadUseWhatIsSaved) {
  EXPECT_EQ(FourNodes(eighty, 40, 1600).reasons({{4, 40}}), Texts{"0 head"});
  EXPECT_EQ(FourNodes(eighty, 40, 1600).reasons({{4, 41}}), Texts{"0 reserved 100"});
  EXPECT_EQ(FourNodes(eighty, 40, 1601).reasons({{4, 40}}), Texts{"0 reserved 100"});
  EXPECT_EQ(FourNodes(eighty, 40, 3000).reasons({{2, 60}}), Texts{"0 head"}); // two nodes need no more
  // At 50 all that remains of the window takes 2000 J above the cap, however long the job is.
  EXPECT_EQ(FourNodes(eighty, 50, 2000).reasons({{4, 1000}}), Texts{"0 head"});
}

// Job 0 takes 20 W above the cap for 30 s: 600 of 1600 J. Beside it job 1 takes 40 W, for 25 s at most. It
// needs none of it at 70.
TEST(EnergyBudget, CountsWhatRunningJobsNeedOfIt) {
  EXPECT_EQ(FourNodes(eighty, 40, 1600).reasons({{3, 30}, {1, 25}}), (Texts{"0 head", "1 head"}));
  EXPECT_EQ(FourNodes(eighty, 40, 1600).reasons({{3, 30}, {1, 26}}), (Texts{"0 head", "1 reserved 70"}));
}

// 9000 J are 90 W. Up to 40 2000 J were used of 3600. The head needs the node of the job that ends at 60, and
// then 30 W above the cap for 5 s. Later jobs see 90 - 150 / 20 = 82.5 W: one more may compute.
TEST(EnergyBudget, KeepsWhatTheHeadNeedsByALowerCap) {
  Parameters ninety = eighty;
  ninety["budget"] = "9000";
  EXPECT_EQ(FourNodes(ninety, 40, 2000, 60).reasons({{4, 5}, {1, 10}, {1, 10}}),
            (Texts{"1 fills_gap", "0 reserved 60", "2 energy_is_kept"}));
  // For 15 s it needs 450 J: 67.5 W. With 60 W of the running job none may.
  EXPECT_EQ(FourNodes(ninety, 40, 2000, 60).reasons({{4, 15}, {1, 10}}),
            (Texts{"0 reserved 60", "1 energy_is_kept"}));
  // It would have a node of the head at 60.
  EXPECT_EQ(FourNodes(ninety, 40, 2000, 60).started({{4, 5}, {1, 21}}), Ids{});
}

// The same: from 40 to 60 1800 J are given, of which the running job and idle nodes take 1200, and the head
// needs 150. 450 J are left: twice 200 J, and then 40 J, at any power.
TEST(EnergyBudget, KeepsWhatTheHeadNeedsByAnEstimate) {
  Parameters ninety = eighty;
  ninety["budget"] = "9000";
  ninety["keep"] = "estimate";
  EXPECT_EQ(FourNodes(ninety, 40, 2000, 60).started({{4, 5}, {1, 10}, {1, 10}, {1, 3}, {1, 2}}),
            (Ids{1, 2, 4}));
  // What was used beyond the cap is missing: 3800 of 3600 J leave 370 beside 30 of the head.
  EXPECT_EQ(FourNodes(ninety, 40, 3800, 60).started({{4, 1}, {1, 10}, {1, 10}}), (Ids{1}));
}

// From 100 to 200 two nodes may compute. Before, all may, and so they may from 200 on.
TEST(EnergyBudget, IsOfItsWindow) {
  const Parameters later{{"budget", "8000"}, {"from", "100"}, {"until", "200"}};
  EXPECT_EQ(FourNodes(later, 0, 0).started({{4, 100}}), Ids{0});
  EXPECT_EQ(FourNodes(later, 0, 0).reasons({{4, 101}, {2, 90}, {2, 150}}),
            (Texts{"1 fills_gap", "2 fills_gap", "0 reserved 200"}));
  EXPECT_EQ(FourNodes(later, 200, 5e9).started({{4, 1000}}), Ids{0});
}

// Energy before the window is not of it: 4000 J up to 100, 2000 J since then.
TEST(EnergyBudget, MeasuresFromItsBegin) {
  const Parameters later{{"budget", "8000"}, {"from", "100"}, {"until", "200"}};
  FourNodes nodes(later, 0, 0);
  EXPECT_EQ(nodes.asking.decision({}).wake, 100);
  nodes.asking.now = 100;
  nodes.asking.power->energy = 4000;
  EXPECT_EQ(nodes.started({{4, 10}}), Ids{});
  nodes.asking.now = 150;
  nodes.asking.power->energy = 6000;
  EXPECT_EQ(nodes.started({{4, 50}}), Ids{0});
}

TEST(EnergyBudget, LooksAgainWhileAJobWaits) {
  EXPECT_EQ(FourNodes(eighty, 40, 1600).asking.decision({{4, 41}}).wake, 45);
  EXPECT_EQ(FourNodes(eighty, 98, 7900).asking.decision({{4, 41}}).wake, 100);
  EXPECT_EQ(FourNodes(eighty, 40, 1600).asking.decision({}).wake, never);
}

TEST(EnergyBudget, NeedsAWindowAndThePowerOfMachines) {
  const auto refused = testing::thrown<InputError>([] {
    test::make<Queue>("cluster/energy_budget", {{"from", "10"}, {"until", "10"}});
  });
  EXPECT_EQ(refused, "until=10 is not after from=10; valid: a window that lasts");
  const auto policy = test::make<Queue>("cluster/energy_budget");
  EXPECT_TRUE(policy->needs_power());
  EXPECT_FALSE(policy->takes_predictions());
}

} // namespace energy_budget_test
} // namespace malha::cluster
