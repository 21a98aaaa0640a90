// SPDX-License-Identifier: MIT
// Jobs whose users say when they may start, or by when they must have ended, in the model of the batch
// scheduler.
#include "batch_run.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <random>

namespace malha::testing {
namespace user_dates_test {

Job beginning(Seconds begin, Job job) {
  job.dates.begin = begin;
  return job;
}
Job held(Seconds until, Job job) {
  job.dates.held_until = until;
  return job;
}
Job due(Seconds deadline, Job job) {
  job.deadline = deadline;
  return job;
}

/// "start", or "rejected at date", of each job.
std::vector<std::string> run(int nodes, const std::string& policy, const std::vector<Job>& jobs) {
  const auto made = test::make<cluster::Queue>(policy);
  std::vector<std::string> all;
  for (const auto& row : BatchRun(nodes, *made).run(jobs))
    all.push_back((row.dropped ? "rejected at " : "") +
                  std::to_string(static_cast<int>(row.dropped ? row.finish : row.start)));
  return all;
}

using Texts = std::vector<std::string>;

const std::vector<std::string> policies{"cluster/fcfs",
                                        "cluster/easy_backfill",
                                        "cluster/conservative_backfill",
                                        "cluster/easy_push",
                                        "cluster/machine_backfill",
                                        "cluster/torque_fifo",
                                        "cluster/oscarpbs",
                                        "cluster/slurm"};

// One node. Job 0 may begin at 50 s, job 1 is released at 70 s, and job 2 passes both. Job 3 waits for the
// later one of both dates, 80 s, and then for job 1, which runs from 70 to 90 s.
TEST(UserDates, HoldJobsBackUnderEveryPolicy) {
  const std::vector<Job> jobs{beginning(50, rigid_job(0, 0, 1, 10, 10)), held(70, rigid_job(1, 0, 1, 20, 20)),
                              rigid_job(2, 1, 1, 10, 10),
                              beginning(80, held(75, rigid_job(3, 2, 1, 10, 10)))};
  for (const auto& policy : policies)
    EXPECT_EQ(run(1, policy, jobs), (Texts{"50", "70", "1", "90"})) << policy;
}

// A date before the submission has no effect.
TEST(UserDates, MayBeOver) {
  EXPECT_EQ(run(1, "cluster/fcfs", {beginning(3, rigid_job(0, 5, 1, 10, 10))}), Texts{"5"});
}

// Two nodes, of which job 0 has one until 30 s. Job 1 needs both, may begin at 20 s and reserves nothing
// before, so that job 2 runs from 1 to 41 s.
TEST(UserDates, KeepNoNodesFree) {
  for (const std::string policy : {"cluster/easy_backfill", "cluster/conservative_backfill", "cluster/slurm"})
    EXPECT_EQ(run(2, policy,
                  {rigid_job(0, 0, 1, 30, 30), beginning(20, rigid_job(1, 0, 2, 10, 10)),
                   rigid_job(2, 1, 1, 40, 40)}),
              (Texts{"0", "41", "1"}))
        << policy;
}

// Job 0 is never released. It is given up when nothing else will happen: at the end of job 1, which begins at
// 100 s.
TEST(UserDates, RejectAJobThatIsNeverReleased) {
  for (const auto& policy : policies)
    EXPECT_EQ(
        run(1, policy, {held(never, rigid_job(0, 0, 1, 10, 10)), beginning(100, rigid_job(1, 0, 1, 10, 10))}),
        (Texts{"rejected at 110", "100"}))
        << policy;
}

std::vector<std::string> waits(const std::vector<Job>& jobs) {
  const auto made = test::make<cluster::Queue>("cluster/fcfs");
  conformance::QueueRun run(1, *made);
  std::vector<std::string> seen;
  run.look = [&](const cluster::QueueView& view, const cluster::Decision&) {
    std::string ids = std::to_string(static_cast<int>(view.now)) + ":";
    for (const auto& job : view.queue)
      ids += " " + std::to_string(job.id) + (job.eligible > 0 ? "@" + shortest(job.eligible) : "");
    seen.push_back(ids);
  };
  run.run(jobs);
  return seen;
}

// The queue policy sees a job when it may start, with the date from which its age counts.
TEST(UserDates, AreSaidToPolicies) {
  const auto seen = waits({beginning(50, rigid_job(0, 0, 1, 10, 10))});
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "50: 0@50"), 1);
  for (const auto& one : seen)
    EXPECT_TRUE(one == "50: 0@50" || one.find(' ') == std::string::npos) << one;
}

// One node, busy until 30 s. Job 1 of 20 s can start until 29 s to end by 49 s, and is given up at that date;
// job 2 can still start at 30 s; job 3 could not even start at its submission. OscarPBS is left out, since it
// takes the smallest jobs first.
TEST(UserDates, RejectJobsThatCanNoLongerEndByTheirDeadlines) {
  for (const auto& policy : policies)
    if (policy != "cluster/oscarpbs") {
      EXPECT_EQ(run(1, policy,
                    {rigid_job(0, 0, 1, 30, 30), due(49, rigid_job(1, 0, 1, 20, 20)),
                     due(50, rigid_job(2, 0, 1, 20, 20)), due(24, rigid_job(3, 5, 1, 20, 20)),
                     rigid_job(4, 6, 1, 5, 5)}),
                (Texts{"0", "rejected at 29", "30", "rejected at 5", "50"}))
          << policy;
    }
}

// Job 1 is the first that waits, and needs both nodes: EASY keeps them from 40 s on for it, so that job 2,
// which runs to 61 s, waits. When job 1 is given up, at 20 s, job 2 starts.
TEST(UserDates, LetOthersGoOnWhenAJobIsGivenUp) {
  for (const std::string policy : {"cluster/fcfs", "cluster/easy_backfill", "cluster/conservative_backfill"})
    EXPECT_EQ(
        run(2, policy,
            {rigid_job(0, 0, 1, 40, 40), due(50, rigid_job(1, 0, 2, 30, 30)), rigid_job(2, 1, 1, 60, 60)}),
        (Texts{"0", "rejected at 20", "20"}))
        << policy;
}

// It is held until 40 s, and would have to start by 30 s.
TEST(UserDates, GiveUpAJobThatIsHeldForTooLong) {
  EXPECT_EQ(run(1, "cluster/fcfs", {due(40, held(40, rigid_job(0, 0, 1, 10, 10)))}), Texts{"rejected at 30"});
}

TEST(UserDates, RefuseADeadlineWithoutAWalltime) {
  EXPECT_EQ(thrown<InputError>([] { run(1, "cluster/fcfs", {due(40, rigid_job(3, 0, 1, 10))}); }),
            "workload '': job 3 has a deadline and no walltime, so that nobody knows whether it can end by "
            "then; valid: both");
}

// Random jobs: none starts before its dates, or too late for its deadline, and those that are rejected are so
// at their submission, or at the last date at which they could have started. With nodes enough for all, every
// job starts at its first date, unless its last date comes before.
TEST(UserDates, HoldForRandomJobs) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    std::vector<Job> jobs;
    Seconds date = 0;
    for (JobId id = 0; id < 20; ++id) {
      date += draw(6);
      const Seconds length = 1 + draw(20);
      auto job = rigid_job(id, date, 1 + draw(3), length, length + draw(10));
      job.dates.begin = draw(2) * (date + draw(40));
      job.dates.held_until = draw(2) * draw(80);
      if (draw(2) == 0)
        job.deadline = date + *job.walltime + draw(60) - 5;
      jobs.push_back(job);
    }
    for (const bool has_room : {true, false}) {
      const auto policy = test::make<cluster::Queue>(policies[seed % policies.size()]);
      const auto rows = BatchRun(has_room ? 60 : 3, *policy).run(jobs);
      ASSERT_EQ(rows.size(), jobs.size()) << seed;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& job = jobs[i];
        const Seconds first = std::max(job.submitted, job.dates.earliest());
        const Seconds last = job.deadline.value_or(never) - *job.walltime;
        if (rows[i].dropped) {
          EXPECT_TRUE(rows[i].finish == last || (last < job.submitted && rows[i].finish == job.submitted))
              << seed << " " << i;
          EXPECT_TRUE(!has_room || last < first) << seed << " " << i;
        } else {
          EXPECT_TRUE(first <= rows[i].start && rows[i].start <= last) << seed << " " << i;
          EXPECT_TRUE(!has_room || rows[i].start == first) << seed << " " << i;
        }
      }
    }
  }
}

} // namespace user_dates_test
} // namespace malha::testing
