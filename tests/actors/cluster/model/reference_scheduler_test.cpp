// SPDX-License-Identifier: MIT
#include "reference_scheduler.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace reference_scheduler_test {

using Jobs = std::vector<ReferenceJob>;
using Starts = std::vector<double>;

constexpr ReferencePolicy fcfs{ReferencePolicy::fcfs, 0, ReferenceOrder::submit};
constexpr ReferencePolicy conservative{ReferencePolicy::conservative, 0, ReferenceOrder::submit};
constexpr ReferencePolicy easy(int depth) { return {ReferencePolicy::easy, depth, ReferenceOrder::submit}; }

/// A job that runs for as long as it asks.
ReferenceJob exact(long id, double submitted, int size, double run_time) {
  return {id, submitted, size, run_time, run_time};
}

Starts starts(const Jobs& jobs, int nodes, const ReferencePolicy& policy) {
  Starts dates;
  for (const ReferenceRow& row : reference_schedule(jobs, nodes, policy))
    dates.push_back(row.start);
  return dates;
}

TEST(ReferenceScheduler, FcfsStopsAtTheFirstThatDoesNotFit) {
  const Jobs jobs{exact(1, 0, 3, 10), exact(2, 0, 2, 5), exact(3, 0, 1, 1)};
  // Job 1 leaves 1 of 4 nodes until 10. Job 2 needs 2; job 3 would fit but stands behind it. At 10 both fit.
  EXPECT_EQ(starts(jobs, 4, fcfs), (Starts{0, 10, 10}));
}

TEST(ReferenceScheduler, EasyBackfillsWhatEndsBeforeTheHeadStarts) {
  // Job 2 is reserved at 10, all nodes of the machine. Job 3 in [0, 10) has the node that job 1 leaves.
  EXPECT_EQ(starts({exact(1, 0, 3, 10), exact(2, 0, 4, 5), exact(3, 0, 1, 10)}, 4, easy(1)),
            (Starts{0, 10, 0}));
}

TEST(ReferenceScheduler, EasyBackfillsOnNodesThatTheHeadDoesNotNeed) {
  // Job 2 is reserved at 10 on 2 of 4 nodes; job 3 takes one of the other two for a hundred seconds.
  EXPECT_EQ(starts({exact(1, 0, 3, 10), exact(2, 0, 2, 5), exact(3, 0, 1, 100)}, 4, easy(1)),
            (Starts{0, 10, 0}));
}

TEST(ReferenceScheduler, EasyRefusesWhatWouldDelayTheHead) {
  // Job 3 in [0, 11) would hold at 10 a node that job 2 needs, so it waits for the end of job 2, 10 + 5.
  EXPECT_EQ(starts({exact(1, 0, 3, 10), exact(2, 0, 4, 5), exact(3, 0, 1, 11)}, 4, easy(1)),
            (Starts{0, 10, 15}));
}

TEST(ReferenceScheduler, ASecondReservationProtectsTheSecondInTheQueue) {
  const Jobs jobs{exact(1, 0, 3, 10), exact(2, 0, 2, 5), exact(3, 0, 4, 5), exact(4, 0, 1, 20)};
  // Depth 1: job 2 is reserved for [10, 15) on 2 nodes, so job 4 fits in [0, 20), and job 3 waits for its
  // end.
  EXPECT_EQ(starts(jobs, 4, easy(1)), (Starts{0, 10, 20, 0}));
  // Depth 2: job 3 is reserved too, for [15, 20) on all nodes. Job 4 in [0, 20) does not fit; it starts
  // at 20.
  EXPECT_EQ(starts(jobs, 4, easy(2)), (Starts{0, 10, 15, 20}));
}

TEST(ReferenceScheduler, WithoutReservationsTheHeadStarves) {
  const Jobs jobs{exact(1, 0, 2, 10), exact(2, 0, 4, 1), exact(3, 5, 2, 10), exact(4, 12, 2, 10)};
  // Depth 0: job 3 has the 2 nodes left in [5, 15), job 4 those of job 1 in [12, 22). At 22 all nodes are
  // free.
  EXPECT_EQ(starts(jobs, 4, easy(0)), (Starts{0, 22, 5, 12}));
  // Depth 1: job 2 is reserved at 10 and runs to 11; then job 3 runs in [11, 21) beside job 4.
  EXPECT_EQ(starts(jobs, 4, easy(1)), (Starts{0, 10, 11, 12}));
}

TEST(ReferenceScheduler, ConservativeRefusesWhatEasyAllows) {
  const Jobs jobs{exact(1, 0, 3, 10), exact(2, 0, 2, 5), exact(3, 0, 4, 5), exact(4, 0, 1, 20)};
  // Promises: job 2 at 10, job 3 at 15 on all nodes until 20, so job 4 of 20 seconds gets 20. EASY started it
  // at 0.
  EXPECT_EQ(starts(jobs, 4, conservative), (Starts{0, 10, 15, 20}));
}

TEST(ReferenceScheduler, AnEarlyEndMovesPromisesInTheirOrder) {
  const Jobs jobs{{1, 0, 4, 5, 10}, exact(2, 0, 4, 5), exact(3, 1, 2, 3)};
  // Promises: job 2 at 10, job 3 at 10 + 5. Job 1 ends at 5: job 2 moves to 5, then job 3 to 5 + 5.
  EXPECT_EQ(starts(jobs, 4, conservative), (Starts{0, 5, 10}));
}

TEST(ReferenceScheduler, AnEarlyEndLetsALaterPromiseIntoTheHole) {
  const Jobs jobs{{1, 0, 2, 5, 10}, exact(2, 0, 2, 10), exact(3, 0, 4, 5), exact(4, 0, 2, 5)};
  // Promises: job 3 at 10, job 4 at 15. Job 1 ends at 5: job 3 still waits for job 2, job 4 fits into [5,
  // 10).
  EXPECT_EQ(starts(jobs, 4, conservative), (Starts{0, 0, 10, 5}));
}

TEST(ReferenceScheduler, APromiseMovesOnlyWhenSomethingEndedEarly) {
  const Jobs jobs{{1, 0, 1, 9, 3}, exact(2, 0, 2, 2), exact(3, 1, 1, 3)};
  // Job 1 is killed at 3, when it was expected to end: job 2, promised 3, starts then. Job 3 would need a
  // node in [1, 4), where job 2 holds both from 3, so it is promised the end of job 2, 3 + 2.
  EXPECT_EQ(starts(jobs, 2, conservative), (Starts{0, 3, 5}));
}

TEST(ReferenceScheduler, AWalltimeKills) {
  const auto rows = reference_schedule({{1, 2, 1, 10, 4}, {2, 2, 1, 4, 4}, {3, 2, 1, 4, 10}}, 3, fcfs);
  // All start at 2 and end at 2 + min(run time, walltime) = 2 + 4; only the first wanted more than it had.
  for (const ReferenceRow& row : rows)
    EXPECT_EQ(row.finish, 6);
  EXPECT_TRUE(rows[0].killed);
  EXPECT_FALSE(rows[1].killed);
  EXPECT_FALSE(rows[2].killed);
}

TEST(ReferenceScheduler, JobsOfNoLengthEndAtTheirDate) {
  // Job 2 holds the node in [0, 5) as far as anyone knows, but ends at 0; the next round of that date starts
  // job 3.
  const Jobs jobs{{1, 0, 1, 0, 0}, {2, 0, 1, 0, 5}, exact(3, 0, 1, 1)};
  for (const ReferencePolicy& policy : {fcfs, easy(0), easy(1)})
    EXPECT_EQ(starts(jobs, 1, policy), (Starts{0, 0, 0}));
  EXPECT_THROW(starts(jobs, 1, conservative), std::logic_error);
}

TEST(ReferenceScheduler, OrdersTheQueue) {
  // Any two jobs need more than 4 nodes, so they run one after the other, from 10 on.
  const Jobs jobs{exact(1, 0, 4, 10), exact(2, 1, 3, 6), exact(3, 4, 3, 9), exact(4, 9, 4, 3)};
  const auto ordered = [&jobs](ReferenceOrder order) {
    return starts(jobs, 4, {ReferencePolicy::fcfs, 0, order});
  };
  // 2, 3, 4: 10, 10 + 6, 16 + 9.
  EXPECT_EQ(ordered(ReferenceOrder::submit), (Starts{0, 10, 16, 25}));
  // 4, 2, 3: 10, 10 + 3, 13 + 6.
  EXPECT_EQ(ordered(ReferenceOrder::shortest), (Starts{0, 13, 19, 10}));
  // 3, 2, 4: 10, 10 + 9, 19 + 6.
  EXPECT_EQ(ordered(ReferenceOrder::longest), (Starts{0, 19, 10, 25}));
  // 2, 3, 4, the tie of 2 and 3 by submission.
  EXPECT_EQ(ordered(ReferenceOrder::smallest), (Starts{0, 10, 16, 25}));
  // 4, 2, 3.
  EXPECT_EQ(ordered(ReferenceOrder::largest), (Starts{0, 13, 19, 10}));
  // At 10: (9/6)^3 * 3 = 10.1, (6/9)^3 * 3 = 0.9, (1/3)^3 * 4 = 0.1: job 2.
  // At 16: (12/9)^3 * 3 = 7.1, (7/3)^3 * 4 = 50.8: job 4 in [16, 19), then job 3.
  EXPECT_EQ(ordered(ReferenceOrder::wfp3), (Starts{0, 10, 19, 16}));
}

int most_nodes_held(const Jobs& jobs, const std::vector<ReferenceRow>& rows) {
  int most = 0;
  for (const ReferenceRow& at : rows) { // the number held rises only at starts
    int held = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].start <= at.start && at.start < rows[i].finish)
        held += jobs[i].size;
    most = std::max(most, held);
  }
  return most;
}

std::vector<ReferencePolicy> queue_policies() {
  std::vector<ReferencePolicy> policies;
  for (const ReferenceOrder order :
       {ReferenceOrder::submit, ReferenceOrder::shortest, ReferenceOrder::longest, ReferenceOrder::smallest,
        ReferenceOrder::largest, ReferenceOrder::wfp3}) {
    policies.push_back({ReferencePolicy::fcfs, 0, order});
    for (int depth = 0; depth < 4; ++depth)
      policies.push_back({ReferencePolicy::easy, depth, order});
  }
  return policies;
}

void expect_possible(const Jobs& jobs, int nodes, const ReferencePolicy& policy) {
  const auto rows = reference_schedule(jobs, nodes, policy);
  ASSERT_EQ(rows.size(), jobs.size());
  EXPECT_LE(most_nodes_held(jobs, rows), nodes);
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_GE(rows[i].start, jobs[i].submitted);
}

TEST(ReferenceSchedulerInvariants, HoldsNoMoreNodesThanThereAreAndNoJobBeforeItsSubmission) {
  for (std::uint64_t seed = 0; seed < scaled<std::uint64_t>(60); ++seed) {
    const int nodes = 1 + static_cast<int>(seed % 16);
    for (const ReferencePolicy& policy : queue_policies())
      expect_possible(random_jobs(seed, 60, nodes, seed % 2 == 0), nodes, policy);
    expect_possible(random_jobs(seed, 60, nodes), nodes, conservative);
  }
}

TEST(RandomJobs, AreSortedFitTheMachineAndCoverWhatIsDifficult) {
  int whole_machine = 0, killed = 0, of_no_length = 0, together = 0, fractional = 0;
  for (std::uint64_t seed = 0; seed < scaled<std::uint64_t>(60); ++seed) {
    const Jobs jobs = random_jobs(seed, 60, 8);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      EXPECT_TRUE(jobs[i].size >= 1 && jobs[i].size <= 8);
      whole_machine += jobs[i].size == 8;
      killed += jobs[i].run_time > jobs[i].walltime;
      of_no_length += jobs[i].run_time == 0;
      fractional += jobs[i].submitted != std::floor(jobs[i].submitted);
      if (i > 0) {
        EXPECT_LE(jobs[i - 1].submitted, jobs[i].submitted);
        EXPECT_EQ(jobs[i - 1].id + 1, jobs[i].id);
        together += jobs[i - 1].submitted == jobs[i].submitted;
      }
    }
  }
  // Of 60 * 60 = 3600 jobs, each of these is meant to be at least about one in ten.
  for (const int count : {whole_machine, killed, of_no_length, together, fractional})
    EXPECT_GT(count, 300);
}

TEST(RandomJobs, AreTheSameForTheSameSeed) {
  const Jobs first = random_jobs(7, 60, 8), second = random_jobs(7, 60, 8);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].submitted, second[i].submitted);
    EXPECT_EQ(first[i].size, second[i].size);
    EXPECT_EQ(first[i].run_time, second[i].run_time);
    EXPECT_EQ(first[i].walltime, second[i].walltime);
  }
}

} // namespace reference_scheduler_test
} // namespace malha::testing
