// SPDX-License-Identifier: MIT
#include "slurm_asking.hpp"

namespace malha::cluster {
namespace slurm_passes_test {

using Texts = std::vector<std::string>;
using Given = SlurmAsking::Given;
using test::Waiting;

using namespace slurm_asking;

// The main scheduler starts job 0 on node 2 and stops at job 1. The pass plans job 1 for nodes 0 to 2 and
// starts job 2 on node 3, where job 3 is planned behind it.
TEST(SlurmPasses, BuiltinIsTheMainSchedulerAlone) {
  const std::vector<Waiting> jobs{{1, minute}, {3, minute}, {1, 4 * minute}, {1, 20 * minute}};
  const auto four = [](const Given& parameters) {
    auto asked = asking_slurm(4, parameters);
    asked.runs("0-1", 10 * minute);
    return asked;
  };
  EXPECT_EQ(reasons(four({}), jobs),
            (Texts{"0 head", "2 delays_no_reservation", "1 reserved 600", "3 reserved 240"}));
  EXPECT_EQ(reasons(four({{"scheduler", "builtin"}}), jobs),
            (Texts{"0 head", "1 too_few_nodes", "2 behind_head", "3 behind_head"}));
}

// Job 0 has to wait. Each limit keeps all but one of the small jobs from being looked at, or from starting.
TEST(SlurmPasses, KeepsTheLimitsOfAPass) {
  const std::vector<Waiting> jobs{{4, minute}, {1, minute}, {1, minute}, {1, minute}};
  std::vector<Credentials> who(4);
  who[0].user = "ana";
  who[1].user = who[2].user = "bob";
  who[3].user = "cy";
  who[1].partition = "short";
  const auto started = [&](const Given& parameters) {
    auto four = asking_slurm(4, parameters);
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
TEST(SlurmPasses, BackfillsAtPassesOnly) {
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
TEST(SlurmPasses, LeavesOutPassesThatCanDoNothing) {
  SlurmAsking two(2, {});
  two.runs("0", 10 * minute);
  two.now = 60;
  const auto decision = two.decision({{2, minute}, {1, 640}});
  EXPECT_EQ(SlurmAsking::starts(decision), Texts{});
  EXPECT_EQ(decision.wake, 660);
}

// Job 0 is planned for 600 to 810 s. The table of the pass at 60 s ends at 780 s, that of the pass at 90 s at
// 810 s. Only that of the pass at 120 s has a piece behind the reservation, for which job 1 may be planned.
TEST(SlurmPasses, LooksAgainWhenAReservationEndsWithinTheWindow) {
  SlurmAsking two(2, {{"bf_window", "12"}, {"bf_resolution", "30"}});
  two.runs("0", 10 * minute);
  const std::vector<Waiting> jobs{{2, 210}, {2, minute}, {1, 10 * minute}};
  two.now = 60;
  EXPECT_EQ(two.decision(jobs).wake, 90);
  two.now = 90;
  EXPECT_EQ(two.ask(queue_of(jobs), {}).wake, 120);
  two.now = 120;
  two.explain = true;
  EXPECT_EQ(test::QueueAsking::reasons(two.ask(queue_of(jobs), {})),
            (Texts{"0 reserved 600", "1 reserved 810", "2 would_delay_reservation"}));
}

// At 40 s the main scheduler looks at two jobs, at 60 s at all.
TEST(SlurmPasses, LooksAtTheWholeQueueAtIntervals) {
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
TEST(SlurmPasses, PlansWithNodesThatAreUp) {
  auto three = asking_slurm(3);
  three.free = IndexSet(1, 2);
  three.down = IndexSet(0, 1);
  EXPECT_EQ(reasons(std::move(three), {{3, minute}, {1, 60 * minute}}),
            (Texts{"1 delays_no_reservation", "0 too_few_nodes"}));
}

// Nobody knows when a job without walltime ends. Node 0 is lost to such a job, so that job 0 never fits. Job
// 1 takes node 1 for good, and job 2 what is left: nothing.
TEST(SlurmPasses, NeverCountsOnAJobWithoutAWalltime) {
  auto two = asking_slurm(2);
  two.runs("0", never);
  EXPECT_EQ(reasons(std::move(two), {{2, minute}, {1, never}, {1, minute}}),
            (Texts{"1 delays_no_reservation", "0 too_few_nodes", "2 too_few_nodes"}));
}

// Job 0, without a walltime, is planned for 10 min on both nodes, and keeps them to the end of the table.
TEST(SlurmPasses, KeepsNodesForAJobWithoutAWalltimeForGood) {
  auto two = asking_slurm(2);
  two.runs("0", 10 * minute);
  EXPECT_EQ(reasons(std::move(two), {{2, never}, {1, 9 * minute}, {1, 20 * minute}}),
            (Texts{"1 delays_no_reservation", "0 reserved 600", "2 too_few_nodes"}));
}

// A job that should have ended at 50 s still runs at 100 s: job 0 may start at any moment, so that both nodes
// are reserved from now on (from 60 s, rounded), and job 1 waits.
TEST(SlurmPasses, ExpectsAJobThatHasOutlivedItsLimitToEndNow) {
  auto two = asking_slurm(2);
  two.now = 100;
  two.runs("0", 50);
  EXPECT_EQ(reasons(std::move(two), {{2, minute, 90}, {1, minute, 90}}),
            (Texts{"0 reserved 100", "1 reserved 120"}));
}

// A pass makes all reservations anew. Job 0 waits for 10 min, and job 1 is in its way; when node 0 is lost
// with the job on it, job 0 can no longer start at all, and job 1 does.
TEST(SlurmPasses, ForgetsReservationsWhenPromisesAreVoid) {
  auto two = asking_slurm(2);
  two.runs("0", 10 * minute);
  EXPECT_EQ(SlurmAsking::starts(two.decision({{2, minute}, {1, 20 * minute}})), Texts{});
  two.running.clear();
  two.down = IndexSet(0, 1);
  Changes lost;
  lost.promises_void = true;
  EXPECT_EQ(SlurmAsking::starts(two.ask(queue_of({{2, minute}, {1, 20 * minute}}), lost)), Texts{"1: 1"});
}

} // namespace slurm_passes_test
} // namespace malha::cluster
