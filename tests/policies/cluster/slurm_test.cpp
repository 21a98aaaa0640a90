// SPDX-License-Identifier: MIT
#include "slurm_asking.hpp"

namespace malha::cluster {
namespace slurm_test {

using Texts = std::vector<std::string>;
using Given = SlurmAsking::Given;
using test::Waiting;

constexpr Seconds minute = 60;

/// Passes are made whenever the policy is asked.
SlurmAsking asking(int nodes, Given parameters = {}) {
  parameters.insert({"bf_interval", "0"});
  SlurmAsking asking(nodes, parameters);
  asking.explain = true;
  return asking;
}

Texts starts(SlurmAsking asking, const std::vector<Waiting>& jobs) {
  return SlurmAsking::starts(asking.decision(jobs));
}
Texts reasons(SlurmAsking asking, const std::vector<Waiting>& jobs) {
  return test::QueueAsking::reasons(asking.decision(jobs));
}

/// Three nodes, of which 0, 1 and 2 come free at 2, 20 and 30 min.
SlurmAsking three_ends(const Given& parameters = {}) {
  auto three = asking(3, parameters);
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
    auto two = asking(2);
    two.runs("0", first);
    two.runs("1", 120);
    EXPECT_EQ(reasons(std::move(two), {{1, minute}}), Texts{"0 reserved " + date});
  }
}

/// Nodes 0 and 1 come free at 130 s, node 2 is free. Job 0 is planned there for 130 s.
SlurmAsking until_130(const Given& parameters = {}) {
  auto two = asking(3, parameters);
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
  auto four = asking(4, {{"reserve", reserve}});
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
  auto four = asking(4);
  four.runs("0-1", 10 * minute);
  EXPECT_EQ(starts(std::move(four), {{3, 10 * minute}, {1, 100 * minute}}), Texts{"1: 3"});
}

// Every job reserves: job 1, of 4 nodes, is planned for 20 min, and job 2, which would end after that, waits.
// Where one job reserves, job 1 has no claim.
TEST(Slurm, LetsEveryJobReserve) {
  const std::vector<Waiting> jobs{{3, 10 * minute}, {4, 10 * minute}, {1, 25 * minute}};
  const auto four = [](const Given& parameters) {
    auto asked = asking(4, parameters);
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
    auto asked = asking(2, parameters);
    asked.runs("0", 20 * minute);
    return asked;
  };
  EXPECT_EQ(reasons(two({}), jobs), (Texts{"0 reserved 1200", "1 reserved 1260"}));
  EXPECT_EQ(reasons(two({{"bf_window", "12"}}), jobs), (Texts{"1 delays_no_reservation", "0 too_few_nodes"}));
}

/// 2 of 3 nodes are free, the third from 10 min on. The date is 100 s.
SlurmAsking at_100(const Given& parameters) {
  auto three = asking(3, parameters);
  three.now = 100;
  three.runs("0", 10 * minute);
  return three;
}

// Job 0 is 50 s old. Below bf_min_age_reserve it holds nobody back, neither in the main scheduler, which
// starts job 1, nor in the pass.
TEST(Slurm, LetsYoungJobsAndThoseOfLowPriorityHoldNobodyBack) {
  const std::vector<Waiting> jobs{{3, minute, 50}, {1, 60 * minute, 50}};
  EXPECT_EQ(reasons(at_100({{"bf_min_age_reserve", "50"}}), jobs),
            (Texts{"0 reserved 600", "1 reserved 660"}));
  EXPECT_EQ(reasons(at_100({{"bf_min_age_reserve", "51"}}), jobs), (Texts{"1 fits", "0 too_few_nodes"}));
  EXPECT_EQ(reasons(at_100({{"bf_min_prio_reserve", "1"}}), jobs), (Texts{"1 fits", "0 too_few_nodes"}));
}

/// The nodes of a job of that size where nodes 2 and 5 of 8 are busy.
std::string nodes_of(int size) {
  auto eight = asking(8);
  eight.runs("2", 10 * minute);
  eight.runs("5", 10 * minute);
  return eight.decision({{size, minute}}).start.at(0).nodes.text();
}

// Measured on Slurm 22.05.8 with n3 and n6 of n1 to n8 busy: n1; n1-2; n1-2,4; n1-2,4-5.
TEST(Slurm, SelectsTheSmallestRunOfNodesThatHoldsAJob) {
  EXPECT_EQ(nodes_of(1), "0");
  EXPECT_EQ(nodes_of(2), "0-1");
  EXPECT_EQ(nodes_of(3), "0-1 3");
  EXPECT_EQ(nodes_of(4), "0-1 3-4");
}

// The main scheduler starts job 0 on node 2 and stops at job 1. The pass plans job 1 for nodes 0 to 2 and
// starts job 2 on node 3, where job 3 is planned behind it.
TEST(Slurm, BuiltinIsTheMainSchedulerAlone) {
  const std::vector<Waiting> jobs{{1, minute}, {3, minute}, {1, 4 * minute}, {1, 20 * minute}};
  const auto four = [](const Given& parameters) {
    auto asked = asking(4, parameters);
    asked.runs("0-1", 10 * minute);
    return asked;
  };
  EXPECT_EQ(reasons(four({}), jobs),
            (Texts{"0 head", "2 delays_no_reservation", "1 reserved 600", "3 reserved 240"}));
  EXPECT_EQ(reasons(four({{"scheduler", "builtin"}}), jobs),
            (Texts{"0 head", "1 too_few_nodes", "2 behind_head", "3 behind_head"}));
}

// Job 0 has to wait. Each limit keeps all but one of the small jobs from being looked at, or from starting.
TEST(Slurm, KeepsTheLimitsOfAPass) {
  const std::vector<Waiting> jobs{{4, minute}, {1, minute}, {1, minute}, {1, minute}};
  std::vector<Credentials> who(4);
  who[0].user = "ana";
  who[1].user = who[2].user = "bob";
  who[3].user = "cy";
  who[1].partition = "short";
  const auto started = [&](const Given& parameters) {
    auto four = asking(4, parameters);
    four.runs("0", 10 * minute);
    return SlurmAsking::starts(four.decision(jobs, who));
  };
  EXPECT_EQ(started({}), (Texts{"1: 1", "2: 2", "3: 3"}));
  EXPECT_EQ(started({{"bf_max_job_test", "2"}}), Texts{"1: 1"});
  EXPECT_EQ(started({{"bf_max_job_start", "2"}}), (Texts{"1: 1", "2: 2"}));
  EXPECT_EQ(started({{"bf_max_job_user", "1"}}), (Texts{"1: 1", "3: 2"}));
  EXPECT_EQ(started({{"bf_max_job_assoc", "1"}}), (Texts{"1: 1", "3: 2"}));
  EXPECT_EQ(started({{"bf_max_job_part", "1"}}), Texts{"1: 1"}); // of "" it is job 0, of "short" job 1
  EXPECT_EQ(started({{"bf_max_job_user_part", "1"}}), (Texts{"1: 1", "2: 2", "3: 3"}));
}

/// A queue of jobs that are not new, whose handles are their places.
std::list<QueuedJob> queue_of(const std::vector<Waiting>& jobs) {
  std::list<QueuedJob> queue;
  for (const auto& job : jobs)
    queue.push_back({static_cast<JobHandle>(queue.size()), static_cast<TaskId>(queue.size()), job.submitted,
                     job.walltime, job.size, nullptr});
  return queue;
}

// Passes come at whole multiples of bf_interval. At 40 s the main scheduler finds no room for job 0; the
// pass at 60 s starts job 1. Nothing is left to be done until something happens.
TEST(Slurm, BackfillsAtPassesOnly) {
  SlurmAsking two(2, {});
  two.explain = true;
  two.runs("0", 10 * minute);
  two.now = 40;
  const auto first = two.decision({{2, minute}, {1, minute}});
  EXPECT_EQ(SlurmAsking::starts(first), Texts{});
  EXPECT_EQ(test::QueueAsking::reasons(first), (Texts{"0 too_few_nodes", "1 not_in_pass"}));
  EXPECT_EQ(first.wake, 60);
  two.now = 60;
  const auto second = two.ask(queue_of({{2, minute}, {1, minute}}), {});
  EXPECT_EQ(SlurmAsking::starts(second), Texts{"1: 1"});
  EXPECT_EQ(second.wake, 90); // what has started may change the plans
}

// A pass in which nothing starts is not made again before its answers may change. Job 0 is planned for 600 s.
// Job 1 would end at 700 s. Until 660 s, the end of that reservation of both nodes, no pass can start it.
TEST(Slurm, LeavesOutPassesThatCanDoNothing) {
  SlurmAsking two(2, {});
  two.runs("0", 10 * minute);
  two.now = 60;
  const auto decision = two.decision({{2, minute}, {1, 640}});
  EXPECT_EQ(SlurmAsking::starts(decision), Texts{});
  EXPECT_EQ(decision.wake, 660);
}

// At 40 s the main scheduler looks at two jobs, at 60 s at all.
TEST(Slurm, LooksAtTheWholeQueueAtIntervals) {
  SlurmAsking five(5, {{"default_queue_depth", "2"}, {"scheduler", "builtin"}});
  five.now = 40;
  const std::vector<Waiting> jobs{{1, minute}, {1, minute}, {1, minute}, {1, minute}};
  const auto first = five.decision(jobs);
  EXPECT_EQ(SlurmAsking::starts(first), (Texts{"0: 0", "1: 1"}));
  EXPECT_EQ(first.wake, 60);
  five.now = 60;
  five.free = IndexSet(2, 3);
  auto queue = queue_of(jobs);
  queue.pop_front();
  queue.pop_front();
  EXPECT_EQ(SlurmAsking::starts(five.ask(queue, {})), (Texts{"2: 2", "3: 3"}));
}

// Node 0 is down, and job 0 needs it: it reserves nothing, and the main scheduler stops at it.
TEST(Slurm, PlansWithNodesThatAreUp) {
  auto three = asking(3);
  three.free = IndexSet(1, 2);
  three.down = IndexSet(0, 1);
  EXPECT_EQ(reasons(std::move(three), {{3, minute}, {1, 60 * minute}}),
            (Texts{"1 delays_no_reservation", "0 too_few_nodes"}));
}

// Nobody knows when a job without walltime ends. Node 0 is lost to such a job, so that job 0 never fits. Job
// 1 takes node 1 for good, and job 2 what is left: nothing.
TEST(Slurm, NeverCountsOnAJobWithoutAWalltime) {
  auto two = asking(2);
  two.runs("0", never);
  EXPECT_EQ(reasons(std::move(two), {{2, minute}, {1, never}, {1, minute}}),
            (Texts{"1 delays_no_reservation", "0 too_few_nodes", "2 too_few_nodes"}));
}

// Job 0, without a walltime, is planned for 10 min on both nodes, and keeps them to the end of the table.
TEST(Slurm, KeepsNodesForAJobWithoutAWalltimeForGood) {
  auto two = asking(2);
  two.runs("0", 10 * minute);
  EXPECT_EQ(reasons(std::move(two), {{2, never}, {1, 9 * minute}, {1, 20 * minute}}),
            (Texts{"1 delays_no_reservation", "0 reserved 600", "2 too_few_nodes"}));
}

// A job that should have ended at 50 s still runs at 100 s: job 0 may start at any moment, so that both nodes
// are reserved from now on (from 60 s, rounded), and job 1 waits.
TEST(Slurm, ExpectsAJobThatHasOutlivedItsLimitToEndNow) {
  auto two = asking(2);
  two.now = 100;
  two.runs("0", 50);
  EXPECT_EQ(reasons(std::move(two), {{2, minute, 90}, {1, minute, 90}}),
            (Texts{"0 reserved 100", "1 reserved 120"}));
}

// A pass makes all reservations anew. Job 0 waits for 10 min, and job 1 is in its way; when node 0 is lost
// with the job on it, job 0 can no longer start at all, and job 1 does.
TEST(Slurm, ForgetsReservationsWhenPromisesAreVoid) {
  auto two = asking(2);
  two.runs("0", 10 * minute);
  EXPECT_EQ(SlurmAsking::starts(two.decision({{2, minute}, {1, 20 * minute}})), Texts{});
  two.running.clear();
  two.down = IndexSet(0, 1);
  Changes lost;
  lost.promises_void = true;
  EXPECT_EQ(SlurmAsking::starts(two.ask(queue_of({{2, minute}, {1, 20 * minute}}), lost)), Texts{"1: 1"});
}

} // namespace slurm_test
} // namespace malha::cluster
