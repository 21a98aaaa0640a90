// SPDX-License-Identifier: MIT
// Jobs that a limit holds back, in the model of the batch scheduler.
#include "batch_run.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace malha::testing {
namespace held_back_test {

/// A user may run so many jobs at once. A job of more nodes than `largest` is refused, and one with a
/// walltime above `longest` waits for ever.
class MostOfUser : public cluster::Limit {
public:
  explicit MostOfUser(int most) : most_(most) {}

  const char* why_refused(const cluster::QueuedJob& job, const cluster::LimitView&) override {
    return job.size > largest ? "too_large" : nullptr;
  }
  const char* why_not_now(const cluster::QueuedJob& job, const cluster::LimitView& view) override {
    if (view.now < opens)
      return "closed";
    return job.walltime > longest ? "too_long" : running_[user(job)] >= most_ ? "too_many" : nullptr;
  }
  Seconds next_change(Seconds now) override { return now < opens ? opens : never; }
  void submitted(const cluster::QueuedJob&, Seconds) override { ++waiting; }
  void left(const cluster::QueuedJob&, Seconds) override { --waiting; }
  void started(const cluster::QueuedJob& job, Seconds) override {
    --waiting;
    most_at_once = std::max(most_at_once, ++running_[user(job)]);
  }
  void ended(const cluster::QueuedJob& job, Seconds, Seconds, bool waits_again) override {
    waiting += waits_again;
    --running_[user(job)];
  }

  int largest = 1000;
  Seconds longest = 1e6;
  Seconds opens = 0;
  int waiting = 0;
  int most_at_once = 0;

private:
  static std::string user(const cluster::QueuedJob& job) { return credentials_of(job).user; }

  const int most_;
  std::map<std::string, int> running_;
};

Job job_of(const char* user, Job job) {
  job.user = user;
  return job;
}

std::vector<BatchRow> run(int nodes, const std::string& policy, MostOfUser& limit,
                          const std::vector<Job>& jobs) {
  const auto made = test::make<cluster::Queue>(policy);
  conformance::QueueRun run(nodes, *made);
  run.limit = &limit;
  return run.run(jobs);
}

std::vector<Seconds> starts(const std::vector<BatchRow>& rows) {
  std::vector<Seconds> all;
  for (const auto& row : rows)
    all.push_back(row.start);
  return all;
}

const std::vector<std::string> policies{"cluster/fcfs", "cluster/easy_backfill",
                                        "cluster/conservative_backfill", "cluster/machine_backfill",
                                        "cluster/slurm"};

// Ann runs one job at a time: from 0, 10 and 20 s on. The job of bob is behind hers in the queue and starts
// at once, because a job that is held back holds back no other.
TEST(HeldBack, LetsLaterJobsGoOn) {
  const std::vector<Job> jobs{
      job_of("ann", rigid_job(0, 0, 1, 10, 10)), job_of("ann", rigid_job(1, 0, 1, 10, 10)),
      job_of("ann", rigid_job(2, 0, 1, 10, 10)), job_of("bob", rigid_job(3, 0, 1, 10, 10))};
  for (const auto& policy : policies) {
    MostOfUser limit(1);
    EXPECT_EQ(starts(run(4, policy, limit, jobs)), (std::vector<Seconds>{0, 10, 20, 0})) << policy;
    EXPECT_EQ(limit.waiting, 0);
  }
}

// Two nodes. Job 1 of ann would need both from 10 s on, and is held back until her job 0 ends at 20 s: so it
// reserves nothing before, and job 2 of bob runs from 0 to 30 s, through the 20 s at which job 1 could start.
TEST(HeldBack, ReservesNothing) {
  const std::vector<Job> jobs{job_of("ann", rigid_job(0, 0, 1, 20, 20)),
                              job_of("ann", rigid_job(1, 0, 2, 10, 10)),
                              job_of("bob", rigid_job(2, 0, 1, 30, 30))};
  for (const auto& policy : policies) {
    MostOfUser limit(1);
    EXPECT_EQ(starts(run(2, policy, limit, jobs)), (std::vector<Seconds>{0, 30, 0})) << policy;
  }
}

TEST(HeldBack, IsRejectedIfItIsRefusedOrWouldWaitForEver) {
  MostOfUser limit(1);
  limit.largest = 2;
  limit.longest = 100;
  const auto rows =
      run(4, "cluster/easy_backfill", limit,
          {rigid_job(0, 0, 3, 10, 10), rigid_job(1, 5, 1, 10, 101), rigid_job(2, 6, 1, 10, 10)});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_TRUE(rows[0].dropped); // at its submission
  EXPECT_TRUE(rows[1].dropped); // when job 2 has ended, since nothing will happen any more
  EXPECT_EQ(rows[1].finish, 16);
  EXPECT_EQ(rows[2].start, 6);
  EXPECT_EQ(limit.waiting, 0);
}

TEST(HeldBack, GoesOnAtTheDateOfWhichTheLimitSpeaks) {
  MostOfUser limit(1);
  limit.opens = 77;
  EXPECT_EQ(starts(run(1, "cluster/fcfs", limit, {rigid_job(0, 3, 1, 10, 10)})), std::vector<Seconds>{77});
}

// As measured on Slurm 22.05.8: of array 0-7%3 tasks 0 to 2 run, and 3 to 7 wait with JobArrayTaskLimit. Each
// takes 10 s, so that three start each 10 s; without a limit of the site, too.
TEST(HeldBack, KnowsHowManyTasksOfAnArrayMayRunAtOnce) {
  std::vector<Job> jobs;
  for (JobId id = 0; id < 8; ++id) {
    jobs.push_back(rigid_job(id, 0, 1, 10, 10));
    jobs.back().array = {"4", 3};
  }
  const auto policy = test::make<cluster::Queue>("cluster/easy_backfill");
  for (const bool has_limit : {false, true}) {
    conformance::QueueRun run(8, *policy);
    MostOfUser limit(100);
    run.limit = has_limit ? &limit : nullptr;
    EXPECT_EQ(starts(run.run(jobs)), (std::vector<Seconds>{0, 0, 0, 10, 10, 10, 20, 20}));
  }
}

TEST(HeldBack, SaysWhy) {
  MostOfUser limit(1);
  const auto made = test::make<cluster::Queue>("cluster/fcfs");
  conformance::QueueRun run(4, *made);
  run.limit = &limit;
  std::vector<std::string> seen;
  run.look = [&](const cluster::QueueView& view, const cluster::Decision&) {
    seen.push_back(std::to_string(view.queue.size()));
  };
  run.run({rigid_job(0, 0, 1, 10, 10), rigid_job(1, 0, 1, 10, 10)});
  // Both wait at first; a start of both is cut behind the first, and the second is not in the queue any more.
  EXPECT_EQ(seen, (std::vector<std::string>{"2", "0", "1", "0"}));
}

/// First come first served with a limit, by looking at all jobs at each date: in the order of submission, a
/// job of a user who runs `most` already is passed over, and the first other one that finds too few nodes
/// ends the pass.
std::vector<Seconds> reference(int nodes, int most, const std::vector<Job>& jobs) {
  std::vector<Seconds> start(jobs.size(), never), end(jobs.size(), never);
  std::set<Seconds> dates;
  for (const auto& job : jobs)
    dates.insert(job.submitted);
  while (!dates.empty()) {
    const Seconds now = *dates.begin();
    dates.erase(dates.begin());
    const auto runs = [&](std::size_t i) { return start[i] <= now && now < end[i]; };
    for (std::size_t i = 0; i < jobs.size() && jobs[i].submitted <= now; ++i) {
      int used = 0, of_user = 0;
      for (std::size_t j = 0; j < jobs.size(); ++j)
        if (runs(j)) {
          used += jobs[j].tasks.front().resources;
          of_user += jobs[j].user == jobs[i].user;
        }
      if (start[i] < never || of_user >= most)
        continue;
      if (used + jobs[i].tasks.front().resources > nodes)
        break;
      start[i] = now;
      end[i] = now + jobs[i].tasks.front().length;
      dates.insert(end[i]);
    }
  }
  return start;
}

TEST(HeldBack, RunsAsAPlainSimulationSays) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    const int nodes = 1 + draw(6), most = 1 + draw(3);
    std::vector<Job> jobs;
    Seconds date = 0;
    for (JobId id = 0; id < 25; ++id) {
      date += draw(6);
      const Seconds length = 1 + draw(20);
      jobs.push_back(job_of(std::to_string(draw(3)).c_str(),
                            rigid_job(id, date, 1 + draw(nodes), length, length + draw(10))));
    }
    MostOfUser limit(most);
    EXPECT_EQ(starts(run(nodes, "cluster/fcfs", limit, jobs)), reference(nodes, most, jobs)) << seed;
    EXPECT_LE(limit.most_at_once, most);
    MostOfUser other(most);
    run(nodes, seed % 2 == 0 ? "cluster/easy_backfill" : "cluster/slurm", other, jobs);
    EXPECT_LE(other.most_at_once, most);
    EXPECT_EQ(other.waiting, 0);
  }
}

/// Starts all that fits, and kills the job with this id at a date.
class Kills : public cluster::Queue {
public:
  Kills(TaskId id, Seconds date) : id_(id), date_(date) {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    cluster::Decision decision;
    int free = view.free.size();
    for (const auto& job : view.queue)
      if (job.size <= free) {
        free -= job.size;
        decision.start.push_back({job.handle});
      }
    for (const auto& job : view.running)
      if (job.id == id_ && view.now >= date_)
        decision.stop.push_back({job.handle, false});
    if (view.now < date_)
      decision.wake = date_;
    return decision;
  }

private:
  const TaskId id_;
  const Seconds date_;
};

// Ann runs one job at a time. At 5 her job 0 is killed, so that job 1 may go on: it starts at that date,
// although nothing else happens then.
TEST(HeldBack, IsAskedForWhenAStopLetsItGoOn) {
  MostOfUser limit(1);
  Kills policy(0, 5);
  conformance::QueueRun run(2, policy);
  run.limit = &limit;
  const auto rows =
      run.run({job_of("ann", rigid_job(0, 0, 1, 100, 100)), job_of("ann", rigid_job(1, 0, 1, 10, 10))});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].finish, 5);
  EXPECT_EQ(rows[1].start, 5);
}

/// Starts these handles, whatever waits.
class StartsHandles : public cluster::Queue {
public:
  explicit StartsHandles(std::vector<cluster::JobHandle> handles) : handles_(std::move(handles)) {}

  cluster::Decision decide(const cluster::QueueView&) override {
    cluster::Decision decision;
    for (const auto handle : handles_)
      decision.start.push_back({handle});
    return decision;
  }

private:
  const std::vector<cluster::JobHandle> handles_;
};

TEST(HeldBack, BreaksARuleIfItIsStarted) {
  const auto broken = [](const std::vector<cluster::JobHandle>& handles) {
    MostOfUser limit(1);
    StartsHandles policy(handles);
    conformance::QueueRun run(4, policy);
    run.limit = &limit;
    return thrown<BrokenRule>([&] {
      run.run({job_of("ann", rigid_job(0, 0, 1, 10, 10)), job_of("ann", rigid_job(1, 0, 1, 10, 10))});
    });
  };
  EXPECT_EQ(broken({99}), "it starts job handle 99, which no waiting job has");
  EXPECT_EQ(broken({0, 0}), "it starts job handle 0, which no waiting job has");
}

} // namespace held_back_test
} // namespace malha::testing
