// SPDX-License-Identifier: MIT
// The order of the queue under a priority policy, in the model of the batch scheduler.
#include "batch_run.hpp"
#include "policies/sdk/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace malha::testing {
namespace priorities_test {

using Texts = std::vector<std::string>;

/// Gives the jobs of each pass the priorities of a list; jobs that it does not name have 0. The first list is
/// for the time before the first pass.
class Scripted : public cluster::Priority {
public:
  Scripted(Seconds period, std::vector<std::map<TaskId, double>> by_pass)
      : period_(period), by_pass_(std::move(by_pass)) {}

  double priority(const cluster::QueuedJob& job, const cluster::PriorityView& view) override {
    const auto pass = std::min(static_cast<std::size_t>(view.now / period_), by_pass_.size() - 1);
    const auto found = by_pass_[pass].find(job.id);
    return found == by_pass_[pass].end() ? 0 : found->second;
  }
  Seconds next_pass(Seconds now) override { return (std::floor(now / period_) + 1) * period_; }
  void started(const cluster::QueuedJob& job, Seconds now) override {
    heard.push_back(std::to_string(job.id) + " starts " + shortest(now));
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    heard.push_back(std::to_string(job.id) + " held nodes " + shortest(start) + " to " + shortest(end));
  }

  Texts heard;

private:
  const Seconds period_;
  const std::vector<std::map<TaskId, double>> by_pass_;
};

/// The starts of all jobs, by id.
std::vector<Seconds> starts(int nodes, const std::string& policy, Scripted& priority,
                            const std::vector<Job>& jobs) {
  const auto made = test::make<cluster::Queue>(policy);
  conformance::QueueRun run(nodes, *made);
  run.priority = &priority;
  std::vector<Seconds> all;
  for (const auto& row : run.run(jobs))
    all.push_back(row.start);
  return all;
}

/// One node that is busy to 100 s, and three jobs of 10 s.
std::vector<Job> three_behind_one() {
  return {rigid_job(0, 0, 1, 100, 100), rigid_job(1, 1, 1, 10, 10), rigid_job(2, 2, 1, 10, 10),
          rigid_job(3, 3, 1, 10, 10)};
}

TEST(Priorities, PutTheQueueInOrder) {
  for (const char* policy : {"cluster/fcfs", "cluster/easy_backfill", "cluster/conservative_backfill",
                             "cluster/machine_backfill", "cluster/slurm"}) {
    Scripted priority(1000, {{{1, 1}, {2, 5}, {3, 3}}});
    EXPECT_EQ(starts(1, policy, priority, three_behind_one()), (std::vector<Seconds>{0, 120, 100, 110}))
        << policy;
  }
}

TEST(Priorities, AreEqualUnlessAPolicyRanksJobs) {
  Scripted priority(1000, {{}});
  EXPECT_EQ(starts(1, "cluster/easy_backfill", priority, three_behind_one()),
            (std::vector<Seconds>{0, 100, 110, 120}));
}

// From the pass at 50 s on, job 1 goes before job 3, and job 3 before job 2.
TEST(Priorities, ChangeAtPasses) {
  for (const char* policy : {"cluster/fcfs", "cluster/easy_backfill", "cluster/conservative_backfill",
                             "cluster/machine_backfill", "cluster/slurm"}) {
    Scripted priority(50, {{{2, 5}, {3, 3}}, {{1, 9}, {3, 3}}});
    EXPECT_EQ(starts(1, policy, priority, three_behind_one()), (std::vector<Seconds>{0, 100, 120, 110}))
        << policy;
  }
}

// Job 1 needs both nodes, and holds job 2 back until job 2 goes first, at the pass.
TEST(Priorities, LetJobsStartAtAPass) {
  Scripted priority(40, {{}, {{2, 1}}});
  EXPECT_EQ(starts(2, "cluster/fcfs", priority,
                   {rigid_job(0, 0, 1, 100, 100), rigid_job(1, 1, 2, 10, 10), rigid_job(2, 2, 1, 10, 10)}),
            (std::vector<Seconds>{0, 100, 40}));
}

// Job 0 holds 2 of 3 nodes to 100 s. Job 1 needs 3, and reserves them at 100 s; job 2 would run beyond that,
// and waits. At the pass at 60 s job 2 goes first, and starts.
TEST(Priorities, MoveTheReservationOfEasy) {
  Scripted priority(60, {{}, {{2, 1}}});
  EXPECT_EQ(starts(3, "cluster/easy_backfill", priority,
                   {rigid_job(0, 0, 2, 100, 100), rigid_job(1, 1, 3, 10, 10), rigid_job(2, 2, 1, 200, 200)}),
            (std::vector<Seconds>{0, 260, 60}));
}

// Job 2 arrives with a larger priority than job 1, which waits: the promise of job 1 is put off.
TEST(Priorities, LetAJobThatArrivesGoBeforeOthers) {
  Scripted priority(1000, {{{2, 1}}});
  EXPECT_EQ(starts(1, "cluster/conservative_backfill", priority,
                   {rigid_job(0, 0, 1, 100, 100), rigid_job(1, 1, 1, 50, 50), rigid_job(2, 2, 1, 10, 10)}),
            (std::vector<Seconds>{0, 110, 100}));
}

TEST(Priorities, KnowWhichJobsHoldNodes) {
  Scripted priority(1000, {{}});
  starts(1, "cluster/fcfs", priority, {rigid_job(0, 0, 1, 100, 100), rigid_job(1, 5, 1, 10, 10)});
  EXPECT_EQ(priority.heard,
            (Texts{"0 starts 0", "0 held nodes 0 to 100", "1 starts 100", "1 held nodes 100 to 110"}));
}

/// Stops job 0 at 30 s, and starts what fits otherwise.
class StopsOnce : public cluster::Queue {
public:
  cluster::Decision decide(const cluster::QueueView& view) override {
    cluster::Decision decision;
    if (view.now < 30)
      decision.wake = 30;
    if (view.now == 30 && !view.running.empty()) {
      decision.stop.push_back({view.running.front().handle, true});
      return decision;
    }
    if (view.free.size() > 0 && !view.queue.empty())
      decision.start.push_back({view.queue.front().handle});
    return decision;
  }
};

// Job 0 is back in the queue at 30 s, behind job 1, which has a larger priority.
TEST(Priorities, AreAskedAgainForAJobThatComesBack) {
  Scripted priority(1000, {{{1, 1}}});
  StopsOnce policy;
  conformance::QueueRun run(1, policy);
  run.priority = &priority;
  const auto rows =
      run.run({rigid_job(0, 0, 1, 100, 100), rigid_job(1, 5, 1, 10, 10), rigid_job(2, 31, 1, 1, 1)});
  EXPECT_EQ(priority.heard,
            (Texts{"0 starts 0", "0 held nodes 0 to 30", "1 starts 31", "1 held nodes 31 to 41",
                   "0 starts 41", "0 held nodes 41 to 141", "2 starts 141", "2 held nodes 141 to 142"}));
  EXPECT_EQ(rows.size(), 3U);
}

/// Remembers what a policy sees.
class Seen : public cluster::Queue {
public:
  cluster::Decision decide(const cluster::QueueView& view) override {
    std::string text = shortest(view.now) + ":";
    for (const auto& job : view.queue)
      text += " " + std::to_string(job.id) + " of " + credentials_of(job).user.str();
    texts.push_back(text + (view.changes.new_priorities ? ", new priorities" : "") +
                    (view.changes.reordered ? ", reordered" : "") +
                    (view.changes.promises_void ? ", promises are void" : ""));
    cluster::Decision decision;
    if (view.running.empty() && !view.queue.empty())
      decision.start.push_back({view.queue.front().handle});
    return decision;
  }

  Texts texts;
};

// At 10 s both jobs that wait have other priorities, and keep their places; at 20 s they change them.
TEST(Priorities, AreShownToPolicies) {
  Scripted priority(10, {{}, {{1, 2}, {2, 1}}, {{2, 3}}});
  Seen policy;
  conformance::QueueRun run(1, policy);
  run.priority = &priority;
  std::vector<Job> jobs{rigid_job(0, 0, 1, 25, 25), rigid_job(1, 1, 1, 3, 3), rigid_job(2, 1, 1, 3, 3)};
  for (auto& job : jobs)
    job.user = "u" + std::to_string(job.id);
  run.run(jobs);
  EXPECT_EQ(policy.texts, (Texts{"0: 0 of u0", "1: 1 of u1 2 of u2", "10: 1 of u1 2 of u2, new priorities",
                                 "20: 2 of u2 1 of u1, new priorities, reordered, promises are void",
                                 "25: 2 of u2 1 of u1", "28: 1 of u1", "31:"}));
}

/// Starts nothing.
class Lazy : public cluster::Queue {
public:
  cluster::Decision decide(const cluster::QueueView&) override {
    ++asked;
    return {};
  }

  int asked = 0;
};

// Nothing runs and no job will come: after 1000 rounds no pass is waited for, so that the run ends.
TEST(Priorities, DoNotKeepARunAliveForEver) {
  Scripted priority(10, {{}});
  Lazy policy;
  conformance::QueueRun run(1, policy);
  run.priority = &priority;
  EXPECT_TRUE(run.run({rigid_job(0, 0, 1, 100, 100)}).empty());
  EXPECT_EQ(policy.asked, 1001);
}

// Jobs 1 to 3 wait behind a job that holds the node; a bag of three tasks comes that goes before them.
TEST(Priorities, KeepTheTasksOfABagInTheirOrder) {
  Scripted priority(1000, {{{4, 1}, {5, 1}, {6, 1}}});
  std::vector<Job> jobs{rigid_job(0, 0, 1, 100, 100), rigid_job(1, 1, 1, 10, 10), rigid_job(2, 1, 1, 10, 10),
                        rigid_job(3, 1, 1, 10, 10)};
  for (JobId id = 4; id < 7; ++id)
    jobs.push_back(rigid_job(id, 5, 1, 10, 10));
  EXPECT_EQ(starts(1, "cluster/fcfs", priority, jobs),
            (std::vector<Seconds>{0, 130, 140, 150, 100, 110, 120}));
}

} // namespace priorities_test
} // namespace malha::testing
