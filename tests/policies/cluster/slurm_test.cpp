// SPDX-License-Identifier: MIT
#include "policies/cluster/queue/slurm/settings.hpp"
#include "slurm_snapshots.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace slurm_test {

using Texts = std::vector<std::string>;
using Given = SlurmAsking::Given;
using test::Waiting;

using namespace slurm_asking;

/// Three nodes, of which 0, 1 and 2 come free at 2, 20 and 30 min.
SlurmAsking three_ends(const Given& parameters = {}) {
  auto three = asking_slurm(3, parameters);
  three.runs("0", 2 * minute);
  three.runs("1", 20 * minute);
  three.runs("2", 30 * minute);
  return three;
}

// The first batch reaches to 2.5 min (the half minute behind 2 min) + 30 s, and holds the first end alone.
// For the next end the reach is doubled to 32 min (30 s times 64; 16 min do not reach 20 min), so that it
// holds 30 min, too: a job of 2 nodes, which fits at 20 min, is planned for 30.
TEST(Slurm, PlansAJobForTheEndOfABatch) {
  EXPECT_EQ(reasons(three_ends(), {{2, minute}}), (Texts{"0 reserved 1800"}));
  EXPECT_EQ(reasons(three_ends({{"batches", "off"}}), {{2, minute}}), (Texts{"0 reserved 1200"}));
  EXPECT_EQ(reasons(three_ends({{"reserve", "number"}}), {{2, minute}}), (Texts{"0 reserved 1800"}));
  EXPECT_EQ(reasons(three_ends(), {{1, minute}}), (Texts{"0 reserved 120"}));
}

// Steps of 60 s from 2.5 min + 30 s: the first that holds 20 min ends there, and 30 min are another batch. A
// step of 1000 s holds both (180 + 2 * 1000 s).
TEST(Slurm, MayLetBatchesGrowByAStep) {
  EXPECT_EQ(reasons(three_ends({{"bf_window_linear", "60"}}), {{2, minute}}), (Texts{"0 reserved 1200"}));
  EXPECT_EQ(reasons(three_ends({{"bf_window_linear", "1000"}}), {{2, minute}}), (Texts{"0 reserved 1800"}));
}

// Ends at 60 and 120 s. The half minute behind 60 s is 90 s, which reaches to 120: one batch. After 29 s it
// is 30 s, which reaches to 60: two.
TEST(Slurm, ReachesHalfAMinuteBeyondTheNextHalfMinute) {
  for (const auto& [first, date] : std::vector<std::pair<Seconds, std::string>>{{60, "120"}, {29, "29"}}) {
    auto two = asking_slurm(2);
    two.runs("0", first);
    two.runs("1", 120);
    EXPECT_EQ(reasons(std::move(two), {{1, minute}}), Texts{"0 reserved " + date});
  }
}

/// Nodes 0 and 1 come free at 130 s, node 2 is free. Job 0 is planned there for 130 s.
SlurmAsking until_130(const Given& parameters = {}) {
  auto two = asking_slurm(3, parameters);
  two.runs("0-1", 130);
  return two;
}

// The reservation of all three nodes begins at 120, the minute before 130: a job of 119 s does not touch it,
// one of 120 s does. With exact dates one of 130 s does not, either.
TEST(Slurm, RoundsReservationsDown) {
  EXPECT_EQ(starts(until_130(), {{3, minute}, {1, 119}}), Texts{"1: 2"});
  EXPECT_EQ(starts(until_130(), {{3, minute}, {1, 120}}), Texts{});
  EXPECT_EQ(starts(until_130({{"bf_resolution", "0"}}), {{3, minute}, {1, 130}}), Texts{"1: 2"});
  EXPECT_EQ(starts(until_130({{"bf_resolution", "0"}}), {{3, minute}, {1, 131}}), Texts{});
}

// Job 0, of 3 nodes for 55 s, is planned for 130 s, and its nodes are reserved from 120 to 180 (185 rounded
// down): that is when job 1, of 2, is planned.
TEST(Slurm, RoundsTheEndOfAReservationDown) {
  EXPECT_EQ(reasons(until_130(), {{3, 55}, {2, minute}}), (Texts{"0 reserved 130", "1 reserved 180"}));
  EXPECT_EQ(reasons(until_130({{"bf_resolution", "0"}}), {{3, 55}, {2, minute}}),
            (Texts{"0 reserved 130", "1 reserved 185"}));
}

/// Node 0 is free, 1 and 3 come free at 10 min, 2 at 60.
SlurmAsking four_ends(const std::string& reserve) {
  auto four = asking_slurm(4, {{"reserve", reserve}});
  four.runs("1 3", 10 * minute);
  four.runs("2", 60 * minute);
  return four;
}

// At 10 min job 0 gets the run of nodes 0 and 1. Job 1 is long. By name, node 0 is reserved, so that it is
// planned for node 3. By number, one of the three nodes at 10 min is left, and it starts.
TEST(Slurm, ReservesNamedNodes) {
  const std::vector<Waiting> jobs{{2, 10 * minute}, {1, 100 * minute}};
  EXPECT_EQ(reasons(four_ends("nodes"), jobs), (Texts{"0 reserved 600", "1 reserved 600"}));
  EXPECT_EQ(reasons(four_ends("number"), jobs), (Texts{"1 delays_no_reservation", "0 reserved 600"}));
}

// Job 0 is planned for nodes 0 to 2 of 0 to 3 at 10 min: the long job 1 gets node 3, although 2 is free.
TEST(Slurm, LetsLongJobsUseNodesThatNobodyHasReserved) {
  auto four = asking_slurm(4);
  four.runs("0-1", 10 * minute);
  EXPECT_EQ(starts(std::move(four), {{3, 10 * minute}, {1, 100 * minute}}), Texts{"1: 3"});
}

// Every job reserves: job 1, of 4 nodes, is planned for 20 min, and job 2, which would end after that, waits.
// Where one job reserves, job 1 has no claim.
TEST(Slurm, LetsEveryJobReserve) {
  const std::vector<Waiting> jobs{{3, 10 * minute}, {4, 10 * minute}, {1, 25 * minute}};
  const auto four = [](const Given& parameters) {
    auto asked = asking_slurm(4, parameters);
    asked.runs("0-1", 10 * minute);
    return asked;
  };
  EXPECT_EQ(reasons(four({}), jobs), (Texts{"0 reserved 600", "1 reserved 1200", "2 reserved 1800"}));
  EXPECT_EQ(reasons(four({{"bf_job_part_count_reserve", "1"}}), jobs),
            (Texts{"2 delays_no_reservation", "0 reserved 600", "1 too_few_nodes"}));
}

// Job 0 could start at 20 min, which lies beyond a window of 12: nothing is kept for it.
TEST(Slurm, ReservesNothingBeyondTheWindow) {
  const std::vector<Waiting> jobs{{2, minute}, {1, 60 * minute}};
  const auto two = [](const Given& parameters) {
    auto asked = asking_slurm(2, parameters);
    asked.runs("0", 20 * minute);
    return asked;
  };
  EXPECT_EQ(reasons(two({}), jobs), (Texts{"0 reserved 1200", "1 reserved 1260"}));
  EXPECT_EQ(reasons(two({{"bf_window", "12"}}), jobs), (Texts{"1 delays_no_reservation", "0 too_few_nodes"}));
}

/// 2 of 3 nodes are free, the third from 10 min on. The date is 100 s.
SlurmAsking at_100(const Given& parameters) {
  auto three = asking_slurm(3, parameters);
  three.now = 100;
  three.runs("0", 10 * minute);
  return three;
}

// Job 0 is 50 s old. Below bf_min_age_reserve it holds nobody back, neither in the main scheduler, which
// starts job 1, nor in the pass.
TEST(Slurm, LetsYoungJobsHoldNobodyBack) {
  const std::vector<Waiting> jobs{{3, minute, 50}, {1, 60 * minute, 50}};
  EXPECT_EQ(reasons(at_100({{"bf_min_age_reserve", "50"}}), jobs),
            (Texts{"0 reserved 600", "1 reserved 660"}));
  EXPECT_EQ(reasons(at_100({{"bf_min_age_reserve", "51"}}), jobs), (Texts{"1 fits", "0 too_few_nodes"}));
}

// A job that has no priority is not concerned: all of them would hold nobody back.
TEST(Slurm, LetsJobsOfLowPriorityHoldNobodyBack) {
  slurm::Settings settings;
  settings.min_priority = 5;
  QueuedJob job;
  for (const auto& [priority, reserves] : {std::pair(4, false), {5, true}, {0, true}}) {
    job.priority = priority;
    EXPECT_EQ(settings.lets_reserve(job, 0), reserves) << priority;
  }
}

TEST(Slurm, RefusesWhatHasNoEffect) {
  const auto refusal = [](const Given& parameters) {
    return testing::thrown<std::invalid_argument>([&] { test::make<Queue>("cluster/slurm", parameters); });
  };
  EXPECT_EQ(refusal({{"scheduler", "builtin"}, {"bf_interval", "60"}}),
            "scheduler=builtin makes no backfill passes, so that their settings have no effect; valid: "
            "scheduler=backfill");
  EXPECT_EQ(refusal({{"batches", "off"}, {"bf_window_linear", "60"}}),
            "bf_window_linear has no effect with batches=off; valid: batches=on");
}

/// The nodes of a job of that size on a cluster where some nodes are busy. Nodes are called as Slurm does,
/// from 1.
std::string nodes_of(int size, int nodes, const std::string& busy) {
  auto cluster = asking_slurm(nodes);
  cluster.runs(slurm_snapshots::from_0(busy), 10 * minute);
  return cluster.decision({{size, minute}}).start.at(0).nodes.text();
}

struct MeasuredNodes {
  int nodes;
  std::string busy;
  std::vector<std::string> of_sizes; ///< of jobs of so many nodes and more
  int from = 1;
};

// Measured on Slurm 22.05.8: the smallest run of nodes that holds the job; without one the largest run, and
// what is left of the job by the same rule.
TEST(Slurm, SelectsTheSmallestRunOfNodesThatHoldsAJob) {
  for (const auto& measured : std::vector<MeasuredNodes>{
           {8, "n[3,6]", {"n1", "n[1-2]", "n[1-2,4]", "n[1-2,4-5]"}},
           {12, "n[4-7,11]", {"n12", "n[1-2]", "n[1-3]", "n[1-3,12]", "n[1-3,8-9]", "n[1-3,8-10]"}},
           {12, "n[3,7-8,10-12]", {"n9", "n[1-2]", "n[4-6]", "n[4-6,9]", "n[1-2,4-6]", "n[1-2,4-6,9]"}},
           {12,
            "n[2,5,9]",
            {"n[1,6-8]", "n[3-4,6-8]", "n[6-8,10-12]", "n[1,6-8,10-12]", "n[3-4,6-8,10-12]"},
            4},
           {12,
            "n[3,6,8,12]",
            {"n[9-11]", "n[7,9-11]", "n[1-2,9-11]", "n[1-2,7,9-11]", "n[1-2,4-5,9-11]"},
            3},
           {12,
            "n[4,8,10]",
            {"n[1-3,9]", "n[1-3,11-12]", "n[1-3,5-7]", "n[1-3,5-7,9]", "n[1-3,5-7,11-12]"},
            4},
           {12, "n[2,4,6,10]", {"n[1,7-9]", "n[7-9,11-12]", "n[1,7-9,11-12]", "n[1,3,7-9,11-12]"}, 4},
           {12, "n[5,7,9]", {"n[1-4,6]", "n[1-4,10-11]", "n[1-4,10-12]", "n[1-4,6,10-12]"}, 5}})
    for (std::size_t i = 0; i < measured.of_sizes.size(); ++i) {
      const int size = measured.from + static_cast<int>(i);
      EXPECT_EQ(nodes_of(size, measured.nodes, measured.busy), slurm_snapshots::from_0(measured.of_sizes[i]))
          << size << " nodes, busy: " << measured.busy;
    }
}

} // namespace slurm_test
} // namespace malha::cluster
