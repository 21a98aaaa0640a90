// SPDX-License-Identifier: MIT
// Predicted run times in the model of the batch scheduler: what queue policies plan with, and when jobs end.
#include "batch_run.hpp"
#include "policies/sdk/numbers.hpp"

#include <gtest/gtest.h>

#include <map>

namespace malha::testing {
namespace predictions_test {

using Texts = std::vector<std::string>;
using Said = std::map<TaskId, std::vector<Seconds>>;

/// Says what a list says of a job: its first prediction, then its corrections, the last again and again. Jobs
/// that it does not name run to their walltimes.
class Scripted : public cluster::Prediction {
public:
  explicit Scripted(Said said, bool renews = false) : said_(std::move(said)), renews_(renews) {}

  Seconds predict(const cluster::QueuedJob& job, Seconds now) override {
    heard.push_back(std::to_string(job.id) + " of " + shortest(job.walltime) + " at " + shortest(now));
    const auto found = said_.find(job.id);
    return found == said_.end() ? job.walltime : renews_ ? found->second.at(ended_) : found->second.front();
  }
  Seconds correct(const cluster::QueuedJob& job, const cluster::Outlived& outlived) override {
    heard.push_back(std::to_string(job.id) + " of " + shortest(job.walltime) + " outlived " +
                    shortest(outlived.first) + " since " + shortest(outlived.start) + " at " +
                    shortest(outlived.now) + ", corrections: " + std::to_string(outlived.corrections));
    const auto& all = said_.at(job.id);
    return all.at(std::min(static_cast<std::size_t>(outlived.corrections) + 1, all.size() - 1));
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    ++ended_;
    heard.push_back(std::to_string(job.id) + " of " + shortest(job.walltime) + " ran " + shortest(start) +
                    " to " + shortest(end));
  }
  bool renews() const override { return renews_; }

  Texts heard;

private:
  const Said said_;
  const bool renews_;
  std::size_t ended_ = 0;
};

std::vector<BatchRow> rows_of(int nodes, cluster::Queue& policy, Scripted& prediction,
                              const std::vector<Job>& jobs) {
  conformance::QueueRun run(nodes, policy);
  run.prediction = &prediction;
  return run.run(jobs);
}

/// The starts of all jobs, by id, under EASY.
std::vector<Seconds> starts(int nodes, Scripted& prediction, const std::vector<Job>& jobs,
                            const std::map<std::string, std::string>& parameters = {}) {
  const auto easy = test::make<cluster::Queue>("cluster/easy_backfill", parameters);
  std::vector<Seconds> all;
  for (const auto& row : rows_of(nodes, *easy, prediction, jobs))
    all.push_back(row.start);
  return all;
}

/// Job 0 holds 2 of 3 nodes for 50 s of its walltime of 100 s. Job 1 needs all; job 2 fits beside job 0.
std::vector<Job> head_and_filler() {
  return {rigid_job(0, 0, 2, 50, 100), rigid_job(1, 1, 3, 10, 10), rigid_job(2, 3, 1, 60, 60)};
}

// By walltimes job 1 starts at 100, so that job 2 may run from 3 to 63 and holds job 1 back to 63. If job 0
// is expected to end at 50, job 2 would delay job 1, and starts behind it at 60.
TEST(Predictions, AreWhatQueuePoliciesPlanWith) {
  Scripted none(Said{}), right(Said{{0, {50}}});
  EXPECT_EQ(starts(3, none, head_and_filler()), (std::vector<Seconds>{0, 63, 3}));
  EXPECT_EQ(starts(3, right, head_and_filler()), (std::vector<Seconds>{0, 50, 60}));
}

// Job 0 is expected to end at 20. Then it is expected to run to 70: job 2, which would run from 20 to 80,
// waits on. At 40 job 3 comes, ends by 70, and starts.
TEST(Predictions, AreCorrectedWhenJobsOutliveThem) {
  Scripted short_one(Said{{0, {20, 70}}});
  auto jobs = head_and_filler();
  jobs.push_back(rigid_job(3, 40, 1, 5, 30));
  EXPECT_EQ(starts(3, short_one, jobs), (std::vector<Seconds>{0, 50, 60, 40}));
  EXPECT_EQ(short_one.heard, (Texts{"0 of 100 at 0", "1 of 10 at 1", "2 of 60 at 3",
                                    "0 of 100 outlived 20 since 0 at 20, corrections: 0", "3 of 30 at 40",
                                    "3 of 30 ran 40 to 45", "0 of 100 ran 0 to 50", "1 of 10 ran 50 to 60",
                                    "2 of 60 ran 60 to 120"}));
}

// The prediction of job 0 is corrected to 80, past the 63 to which job 2 would run from 3: at 20 job 2 fits
// the gap (20 + 60 = 80), and starts.
TEST(Predictions, OpenGapsWhenTheyAreCorrected) {
  Scripted short_one(Said{{0, {20, 80}}});
  EXPECT_EQ(starts(3, short_one, head_and_filler()), (std::vector<Seconds>{0, 80, 20}));
}

// Both jobs run to their walltimes, whatever is predicted: job 0 is killed at 30, job 1 ends at 55.
TEST(Predictions, DoNotKillJobs) {
  Scripted wrong(Said{{0, {10, 20, 1000}}, {1, {1000}}});
  const auto easy = test::make<cluster::Queue>("cluster/easy_backfill", {});
  const auto rows = rows_of(1, *easy, wrong, {rigid_job(0, 0, 1, 100, 30), rigid_job(1, 0, 1, 25, 40)});
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0].killed);
  EXPECT_EQ(rows[0].finish, 30);
  EXPECT_FALSE(rows[1].killed);
  EXPECT_EQ(rows[1].finish, 55);
  // Job 0 outlives 10 and 20; what is predicted beyond its walltime is cut there, and it is not asked for
  // again.
  EXPECT_EQ(wrong.heard,
            (Texts{"0 of 30 at 0", "1 of 40 at 0", "0 of 30 outlived 10 since 0 at 10, corrections: 0",
                   "0 of 30 outlived 10 since 0 at 20, corrections: 1", "0 of 30 ran 0 to 30",
                   "1 of 40 ran 30 to 55"}));
}

/// Remembers what a policy sees of each job. Starts jobs one by one, and stops the first one at `stop_at`.
class Seen : public cluster::Queue {
public:
  explicit Seen(Seconds stop_at = never) : stop_at_(stop_at) {}

  cluster::Decision decide(const cluster::QueueView& view) override {
    std::string text = shortest(view.now) + ":";
    for (const auto& job : view.queue)
      text += " " + std::to_string(job.id) + " for " + shortest(job.walltime);
    for (const auto& job : view.changes.arrived)
      text += ", " + std::to_string(job.id) + " came for " + shortest(job.walltime);
    for (const auto& release : view.running)
      text += ", " + std::to_string(release.id) + " to " + shortest(release.expected_end);
    texts.push_back(text + (view.changes.new_priorities ? ", new walltimes" : "") +
                    (view.changes.promises_void ? ", promises are void" : ""));
    cluster::Decision decision;
    if (view.now >= stop_at_ && !view.running.empty()) {
      stop_at_ = never;
      decision.stop.push_back({view.running.front().handle, true});
    } else if (view.running.empty() && !view.queue.empty()) {
      decision.start.push_back({view.queue.front().handle});
    }
    return decision;
  }

  Texts texts;

private:
  Seconds stop_at_;
};

// Job 0 has no walltime; job 1 is predicted to run for longer than its walltime, which counts.
TEST(Predictions, AreShownAsWalltimesAndExpectedEnds) {
  Scripted prediction(Said{{0, {5, 20}}, {1, {500}}});
  Seen policy;
  rows_of(1, policy, prediction, {rigid_job(0, 0, 1, 12), rigid_job(1, 1, 1, 3, 40)});
  EXPECT_EQ(policy.texts, (Texts{"0: 0 for 5, 0 came for 5", "1: 1 for 40, 1 came for 40, 0 to 5",
                                 "5: 1 for 40, 0 to 20, promises are void", "12: 1 for 40", "15:"}));
}

// A job that comes at the date at which another one ends knows of it.
TEST(Predictions, KnowTheJobsThatEndedAtTheDate) {
  Scripted prediction(Said{{0, {10}}});
  Seen policy;
  rows_of(1, policy, prediction, {rigid_job(0, 0, 1, 10, 10), rigid_job(1, 10, 1, 3, 40)});
  EXPECT_EQ(prediction.heard,
            (Texts{"0 of 10 at 0", "0 of 10 ran 0 to 10", "1 of 40 at 10", "1 of 40 ran 10 to 13"}));
}

// Job 0 is put back at 12, when job 1 comes: it is predicted again, and its corrections begin anew. What it
// ran before is not told as the run of a job that ended.
TEST(Predictions, BeginAnewForAJobThatComesBack) {
  Scripted prediction(Said{{0, {5, 30}}});
  Seen policy(12);
  rows_of(1, policy, prediction,
          {rigid_job(0, 0, 1, 20, 100), rigid_job(1, 12, 1, 3, 40), rigid_job(2, 13, 1, 1, 1)});
  EXPECT_EQ(prediction.heard,
            (Texts{"0 of 100 at 0", "0 of 100 outlived 5 since 0 at 5, corrections: 0", "1 of 40 at 12",
                   "0 of 100 at 12", "2 of 1 at 13", "0 of 100 outlived 5 since 13 at 18, corrections: 0",
                   "0 of 100 ran 13 to 33", "1 of 40 ran 33 to 36", "2 of 1 ran 36 to 37"}));
}

// When job 0 has ended, job 1 starts as before, and job 2 is predicted to run for 9 s instead of 7; when job
// 1 has ended, nothing changes. Job 3 came at the date at which job 0 ended.
TEST(Predictions, OfJobsThatWaitAreRenewedIfThePolicySaysSo) {
  Scripted prediction(Said{{2, {7, 9, 9, 9, 9}}}, true);
  Seen policy;
  rows_of(1, policy, prediction,
          {rigid_job(0, 0, 1, 10, 10), rigid_job(1, 1, 1, 5, 5), rigid_job(2, 1, 1, 5, 100),
           rigid_job(3, 10, 1, 1, 2)});
  EXPECT_EQ(policy.texts,
            (Texts{"0: 0 for 10, 0 came for 10", "1: 1 for 5 2 for 7, 1 came for 5, 2 came for 7, 0 to 10",
                   "10: 1 for 5 2 for 9 3 for 2, 3 came for 2, new walltimes, promises are void",
                   "15: 2 for 9 3 for 2", "20: 3 for 2", "21:"}));
}

// Job 0 holds a node to 100, job 3 the other one to 60. Job 2 needs both, from 100 on. Job 1 would run for 80
// s from 60 on and delay it; when job 3 has ended, job 1 is expected to run for 20 s only, and starts at 60.
TEST(Predictions, ThatAreRenewedMovePromises) {
  for (const char* policy : {"cluster/conservative_backfill", "cluster/easy_backfill"}) {
    Scripted prediction(Said{{1, {80, 20, 20, 20, 20}}}, true);
    const auto made = test::make<cluster::Queue>(policy, {});
    const auto rows = rows_of(2, *made, prediction,
                              {rigid_job(0, 0, 1, 100, 100), rigid_job(3, 0, 1, 60, 60),
                               rigid_job(2, 1, 2, 10, 10), rigid_job(1, 2, 1, 15, 80)});
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1].start, 60) << policy;
    EXPECT_EQ(rows[2].start, 100) << policy;
  }
}

// A job that runs on beyond its walltime of 30 s: up to there the policy corrects what it has said, from
// there on the job is expected to run as long again.
TEST(Predictions, EndAtTheWalltimeIfJobsMayRunOn) {
  Scripted prediction(Said{{0, {10, 25, 100}}});
  Seen policy;
  const std::vector<Job> jobs{rigid_job(0, 0, 1, 100, 30)};
  ListedJobs arrivals(jobs);
  cluster::Rules rules;
  rules.extends = true;
  cluster::Model model(cluster::Book({cluster::Machines({1e9}, {{"0", {0, 1}}}), {}}), policy, arrivals,
                       cluster::Admission({}), rules);
  model.predict_by(prediction);
  for (Seconds date = 0; !model.is_over(); date = model.next())
    model.round(date);
  EXPECT_EQ(policy.texts, (Texts{"0: 0 for 10, 0 came for 10", "10:, 0 to 25, promises are void",
                                 "25:, 0 to 30, promises are void", "30:, 0 to 60, promises are void",
                                 "60:, 0 to 120, promises are void", "100:"}));
}

} // namespace predictions_test
} // namespace malha::testing
