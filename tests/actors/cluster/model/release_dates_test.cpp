// SPDX-License-Identifier: MIT
// Jobs that a release policy holds back, in the model of the batch scheduler.
#include "batch_run.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace malha::testing {
namespace release_dates_test {

using Texts = std::vector<std::string>;
using Delays = std::map<TaskId, Seconds>;

/// Releases a job so long after its submission; one that it does not name at once.
class Scripted : public cluster::JobRelease {
public:
  explicit Scripted(Delays delays, bool needs_walltimes = false)
      : delays_(std::move(delays)), needs_walltimes_(needs_walltimes) {}

  Seconds release(const cluster::QueuedJob& job, const cluster::ReleaseView& view) override {
    heard.push_back(std::to_string(job.id) + " of " + shortest(job.walltime) + " at " + shortest(view.now));
    series = {view.carbon, view.price};
    const auto found = delays_.find(job.id);
    return view.now + (found == delays_.end() ? 0 : found->second);
  }
  bool needs_walltimes() const override { return needs_walltimes_; }

  Texts heard;
  std::pair<const StepSeries*, const StepSeries*> series;

private:
  const Delays delays_;
  const bool needs_walltimes_;
};

/// The starts of all jobs, by id; -1: it never starts.
std::vector<Seconds> starts(int nodes, const std::string& policy, cluster::JobRelease& release,
                            const std::vector<Job>& jobs) {
  const auto made = test::make<cluster::Queue>(policy);
  BatchRun run(nodes, *made);
  run.release = &release;
  std::vector<Seconds> all;
  for (const auto& row : run.run(jobs))
    all.push_back(row.dropped ? -1 : row.start);
  return all;
}

const Texts policies{"cluster/fcfs",
                     "cluster/easy_backfill",
                     "cluster/conservative_backfill",
                     "cluster/easy_push",
                     "cluster/machine_backfill",
                     "cluster/torque_fifo",
                     "cluster/oscarpbs",
                     "cluster/slurm",
                     "cluster/committed"};

// One node. Job 0 is released at 50 s, job 1 runs from its submission at 1 to 31 s. Job 2 is released at 105
// s, long after all others have ended, and nothing else happens until then.
TEST(ReleaseDates, HoldJobsBackUnderEveryPolicy) {
  for (const auto& policy : policies) {
    Scripted release(Delays{{0, 50}, {2, 100}});
    EXPECT_EQ(starts(1, policy, release,
                     {rigid_job(0, 0, 1, 10, 10), rigid_job(1, 1, 1, 30, 30), rigid_job(2, 5, 1, 10, 10)}),
              (std::vector<Seconds>{50, 1, 105}))
        << policy;
  }
}

// Job 1 has the node until 61 s. Job 0, which is released at 50 s, stands before job 2 then, which waits
// since 2 s.
TEST(ReleaseDates, LeaveAJobItsPlaceBySubmission) {
  for (const std::string policy : {"cluster/fcfs", "cluster/easy_backfill", "cluster/slurm"}) {
    Scripted release(Delays{{0, 50}});
    EXPECT_EQ(starts(1, policy, release,
                     {rigid_job(0, 0, 1, 10, 10), rigid_job(1, 1, 1, 60, 60), rigid_job(2, 2, 1, 10, 10)}),
              (std::vector<Seconds>{61, 1, 71}))
        << policy;
  }
}

// It reserves nothing before: of two nodes job 0 has one until 30 s, and job 2 runs beside it from 1 to 41 s,
// although job 1, which needs both, came before.
TEST(ReleaseDates, KeepNoNodesFree) {
  for (const std::string policy :
       {"cluster/easy_backfill", "cluster/conservative_backfill", "cluster/slurm"}) {
    Scripted release(Delays{{1, 20}});
    EXPECT_EQ(starts(2, policy, release,
                     {rigid_job(0, 0, 1, 30, 30), rigid_job(1, 0, 2, 10, 10), rigid_job(2, 1, 1, 40, 40)}),
              (std::vector<Seconds>{0, 41, 1}))
        << policy;
  }
}

TEST(ReleaseDates, AreAskedForOnceAJob) {
  Scripted release(Delays{{0, 50}, {1, 1e9}});
  EXPECT_EQ(starts(1, "cluster/fcfs", release, {rigid_job(0, 3, 1, 10, 15), rigid_job(1, 4, 1, 10)}),
            (std::vector<Seconds>{53, 1e9 + 4}));
  EXPECT_EQ(release.heard, (Texts{"0 of 15 at 3", "1 of inf at 4"}));
}

// Each task of a bag is a job of its own.
TEST(ReleaseDates, AreOfTasks) {
  auto bag = rigid_job(0, 0, 1, 10, 10);
  bag.tasks.push_back(bag.tasks.front());
  bag.tasks.back().id = 1;
  Scripted release(Delays{{1, 25}});
  EXPECT_EQ(starts(2, "cluster/fcfs", release, {bag}), (std::vector<Seconds>{0, 25}));
}

// The user lets job 0 begin at 70 s and the policy releases it at 50 s; of job 1 it is the other way round.
TEST(ReleaseDates, StandBesideThoseOfUsers) {
  std::vector<Job> jobs{rigid_job(0, 0, 1, 10, 10), rigid_job(1, 0, 1, 10, 10)};
  jobs[0].dates.begin = 70;
  jobs[1].dates.begin = 20;
  for (const auto& policy : policies) {
    Scripted release(Delays{{0, 50}, {1, 40}});
    EXPECT_EQ(starts(1, policy, release, jobs), (std::vector<Seconds>{70, 40})) << policy;
  }
}

/// Lets one job run at a time.
class OneAtATime : public cluster::Limit {
public:
  const char* why_not_now(const cluster::QueuedJob&, const cluster::LimitView&) override {
    return running_ > 0 ? "busy" : nullptr;
  }
  void started(const cluster::QueuedJob&, Seconds) override { ++running_; }
  void ended(const cluster::QueuedJob&, Seconds, Seconds, bool) override { --running_; }

private:
  int running_ = 0;
};

// Three nodes, and one job at a time: job 1 to 30 s, job 2 to 40 s, and then job 0, which is released at 35
// s.
TEST(ReleaseDates, StandBesideLimits) {
  const auto fcfs = test::make<cluster::Queue>("cluster/fcfs");
  BatchRun run(3, *fcfs);
  Scripted release(Delays{{0, 35}});
  OneAtATime limit;
  run.release = &release;
  run.limit = &limit;
  const auto rows =
      run.run({rigid_job(0, 0, 1, 10, 10), rigid_job(1, 0, 1, 30, 30), rigid_job(2, 1, 1, 10, 10)});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].start, 40);
  EXPECT_EQ(rows[1].start, 0);
  EXPECT_EQ(rows[2].start, 30);
}

// The age of a job grows from its submission on, released or not; its series are those of the cluster.
TEST(ReleaseDates, LeaveAgesAsTheyAre) {
  const auto fcfs = test::make<cluster::Queue>("cluster/fcfs");
  BatchRun run(1, *fcfs);
  Scripted release(Delays{{0, 50}});
  const StepSeries carbon({{0, 1}}, {}), price({{0, 2}}, {});
  run.release = &release;
  run.carbon = &carbon;
  run.price = &price;
  std::vector<std::pair<Seconds, Seconds>> seen;
  run.look = [&](const cluster::QueueView& view, const cluster::Decision&) {
    for (const auto& job : view.queue)
      seen.emplace_back(view.now, cluster::eligible_since(job));
  };
  run.run({rigid_job(0, 3, 1, 10, 10)});
  EXPECT_EQ(seen, (std::vector<std::pair<Seconds, Seconds>>{{53, 3}}));
  EXPECT_EQ(release.series, std::pair(&carbon, &price));
}

std::string refusal(Job job, bool needs_walltimes = false) {
  return thrown<InputError>([&] {
    Scripted release(Delays{}, needs_walltimes);
    starts(1, "cluster/fcfs", release, {std::move(job)});
  });
}

TEST(ReleaseDates, AreRefusedToJobsThatMayNotWait) {
  auto due = rigid_job(3, 0, 1, 10, 10);
  due.deadline = 1000;
  EXPECT_EQ(refusal(due),
            "workload '': job 3 has a deadline, and may be released too late for it; valid: jobs "
            "without, or policy.release=cluster/at_once");
  EXPECT_EQ(
      refusal(rigid_job(4, 0, 1, 10), true),
      "workload '': job 4 has no walltime, over which the policy of releases adds up what the job takes; "
      "valid: jobs with walltimes, or a policy that needs none, such as cluster/wait_below");
  EXPECT_EQ(refusal(rigid_job(4, 0, 1, 10), false), "(nothing)");
}

TEST(ReleaseDates, AreRefusedToJobsOfReservations) {
  auto job = rigid_job(3, 0, 1, 10, 10);
  job.reservation = "course";
  const auto slurm = test::make<cluster::Queue>("cluster/machine_backfill");
  BatchRun run(1, *slurm);
  Scripted release(Delays{});
  run.release = &release;
  run.windows = {{"course", 100, 200, IndexSet(0, 1), false}};
  EXPECT_EQ(
      thrown<InputError>([&] { run.run({job}); }),
      "workload '': job 3 is for a reservation, and may be released too late for it; valid: jobs without, "
      "or policy.release=cluster/at_once");
}

// Random jobs: none starts before its release, and with nodes enough for all each starts at it. A policy that
// releases all at once changes nothing.
TEST(ReleaseDatesProperties, HoldForRandomJobs) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    std::vector<Job> jobs;
    Delays delays;
    Seconds date = 0;
    for (JobId id = 0; id < 20; ++id) {
      date += draw(6);
      const Seconds length = 1 + draw(20);
      jobs.push_back(rigid_job(id, date, 1 + draw(3), length, length + draw(10)));
      delays[id] = draw(2) * draw(80);
    }
    const auto& policy = policies[seed % policies.size()];
    for (const bool has_room : {true, false}) {
      Scripted release(delays);
      const auto all = starts(has_room ? 60 : 3, policy, release, jobs);
      ASSERT_EQ(all.size(), jobs.size()) << seed;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Seconds first = jobs[i].submitted + delays[static_cast<TaskId>(i)];
        EXPECT_TRUE(has_room ? all[i] == first : all[i] >= first)
            << policy << seed << " " << i << " " << all[i];
      }
    }
    Scripted at_once(Delays{});
    const auto made = test::make<cluster::Queue>(policy);
    std::vector<Seconds> without;
    for (const auto& row : BatchRun(3, *made).run(jobs))
      without.push_back(row.start);
    EXPECT_EQ(starts(3, policy, at_once, jobs), without) << policy << seed;
  }
}

} // namespace release_dates_test
} // namespace malha::testing
