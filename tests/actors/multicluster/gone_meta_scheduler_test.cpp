// SPDX-License-Identifier: MIT
// The host of the meta-scheduler of two clusters goes and returns. The clusters go on with what they have.
#include "tests/support/thrown.hpp"
#include "two_clusters.hpp"

#include <sstream>

namespace malha::testing {
namespace gone_meta_scheduler_test {

using Lines = std::vector<std::string>;

/// The time that a message takes. They share the link, as if each were alone (FATPIPE), where
/// acknowledgements take nothing.
Seconds message(Bytes size) { return 13.01 * 1e-3 + size / (0.97 * 12.5e6); }

const Bytes offer = 1024, job_left = 32, one_byte = 1;
/// The gateway tells its scheduler of a job in one byte. So a job starts that long after its offer is sent.
const Seconds until_start = message(offer) + message(one_byte);
/// A question for one job: a number for it, one for the life of the meta-scheduler, and the kind.
const Bytes question = 8 + 8 + 1;
/// The answer: numbers for the cluster, its nodes and the life, the kind, and a letter for the job.
const Bytes answer = 8 + 8 + 8 + 1 + 1;

Job job_at(Seconds submitted) { return job_of(submitted, {task_of(10)}); }

class GoneMetaScheduler : public ::testing::Test {
protected:
  void run(Seconds goes, Seconds returns, std::vector<Job> jobs, const std::string& transport) {
    clusters_.emplace(TwoClusters::States{{"meta", TwoClusters::off(goes, returns)}});
    clusters_->run().set("transport", transport);
    clusters_->run().jobs(std::move(jobs));
    outcome_ = clusters_->run().run();
    ASSERT_EQ(outcome_.status, Status::done) << outcome_.message;
    EXPECT_TRUE(clusters_->run().lines("attempts.csv").empty()); // no job is started twice
  }
  Seconds end() const { return ScriptedRun::metric(outcome_, "simulated_time"); }
  std::string sent(const std::string& kind) {
    return clusters_->run().messages(kind, "multicluster/meta_scheduler>multicluster/gateway");
  }
  /// Start and end of the only job.
  std::pair<Seconds, Seconds> dates() {
    const auto rows = clusters_->run().schedule();
    EXPECT_EQ(rows.size(), 1U);
    std::istringstream fields(rows.at(0));
    int id = -1;
    std::pair<Seconds, Seconds> dates;
    fields >> id >> dates.first >> dates.second;
    return dates;
  }

  std::optional<TwoClusters> clusters_;
  Outcome outcome_;
};

// Job 0 runs in the first cluster from 0 to 10. Job 1 comes at 5, when the meta-scheduler is gone, and starts
// at 20, when it is back: in the first cluster, since its policy begins anew.
TEST_F(GoneMetaScheduler, TakesWhatWasSubmittedMeanwhileWhenItIsBack) {
  run(4, 20, {job_at(0), job_at(5)}, "instant");
  EXPECT_EQ(clusters_->run().schedule(), (Lines{"0 0 10 0", "1 20 30 0"}));
}

// The job ends at 10. The run is over at 20, when the meta-scheduler knows it.
TEST_F(GoneMetaScheduler, LearnsOfEndsWhenItIsBack) {
  run(4, 20, {job_at(0)}, "instant");
  EXPECT_EQ(clusters_->run().schedule(), Lines{"0 0 10 0"});
  EXPECT_EQ(end(), 20);
}

// The cluster takes the job at 0.0131, and its answer would come at 0.0261, when the job starts. Each cluster
// is asked later: 17 B and 26 B for the one job, and 8 B and 1 B less for none.
TEST_F(GoneMetaScheduler, LeavesAJobWhoseOfferWasTakenInItsCluster) {
  run(0.02, 0.05, {job_at(0)}, "network");
  EXPECT_NEAR(dates().first, until_start, clock_precision);
  EXPECT_NEAR(dates().second, until_start + 10, clock_precision);
  EXPECT_EQ(sent("offer"), "1 1024");
  EXPECT_EQ(sent("jobs_request"), "2 26");
  EXPECT_EQ(clusters_->run().messages("jobs_reply", "multicluster/gateway>multicluster/meta_scheduler"),
            "2 51");
}

// The offer is under way when the meta-scheduler goes, and lost with it. The cluster is asked at 0.05, and
// does not have the job. So the job is offered again, with the number of the life.
TEST_F(GoneMetaScheduler, OffersAJobAgainWhoseOfferWasLost) {
  run(0.005, 0.05, {job_at(0)}, "network");
  const Seconds start = 0.05 + message(question) + message(answer) + message(offer + 8) + message(one_byte);
  EXPECT_NEAR(dates().first, start, clock_precision);
  EXPECT_NEAR(dates().second, start + 10, clock_precision);
  EXPECT_EQ(sent("offer"), "2 2056");
}

// The job ends at 10.0261, and the message of that would come at 10.0391. The meta-scheduler goes before, and
// asks at 30. Two dates are in the answer. One byte tells the schedulers that all is over.
TEST_F(GoneMetaScheduler, CountsAnEndOfWhichTheMessageWasLost) {
  run(10.03, 30, {job_at(0)}, "network");
  EXPECT_NEAR(dates().second, until_start + 10, clock_precision);
  EXPECT_NEAR(end(), 30 + message(question) + message(answer + 2 * 8) + message(one_byte), clock_precision);
}

// The message of the end comes at 10.0391, before the meta-scheduler goes. It has ended then. The schedulers
// hear that at 10.0521.
TEST_F(GoneMetaScheduler, IsNotMissedWhenAllHasEnded) {
  run(10.045, 30, {job_at(0)}, "network");
  EXPECT_NEAR(end(), until_start + 10 + message(job_left) + message(one_byte), clock_precision);
  EXPECT_EQ(sent("jobs_request"), "0 0");
}

struct Outage {
  Seconds down, length;
  std::string transport, front; ///< states of the host of the first cluster's scheduler; "": it stays
};

class MetaSchedulerReturns : public ::testing::TestWithParam<Outage> {};

// Each job has one row: at dates at which an offer, its answer, a start or an end is under way, or nothing
// happens.
TEST_P(MetaSchedulerReturns, AndEachJobEndsOnce) {
  const auto& [down, length, transport, front] = GetParam();
  TwoClusters::States states{{"meta", TwoClusters::off(down, down + length)}};
  if (!front.empty())
    states["front-1"] = front;
  TwoClusters clusters(states);
  clusters.run().set("transport", transport);
  clusters.run().jobs({job_at(0), job_at(0), job_at(0.01), job_at(5), job_at(9.99), job_at(12)});
  const auto outcome = clusters.run().run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  std::set<int> jobs;
  const auto rows = clusters.run().schedule();
  for (const auto& row : rows)
    jobs.insert(std::stoi(row));
  EXPECT_EQ(rows.size(), 6U);
  EXPECT_EQ(jobs, (std::set{0, 1, 2, 3, 4, 5}));
}

std::vector<Outage> outages() {
  std::vector<Outage> all;
  for (const Seconds down : {0.005, 0.02, 0.03, 5., 5.01, 10., 10.02, 10.03, 12.02})
    for (const Seconds length : {0.01, 30.})
      for (const std::string transport : {"instant", "network"})
        for (const auto& front :
             {std::string(), TwoClusters::off(5.02, 11), TwoClusters::off(down, down + 1)})
          all.push_back({down, length, transport, front});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Dates, MetaSchedulerReturns, ::testing::ValuesIn(outages()));

std::string refused(const std::string& states, bool has_submitter) {
  TwoClusters clusters({{"meta", states}});
  if (has_submitter)
    clusters.run().place("workload/submitter", "front-2", {});
  return thrown<InputError>([&] { clusters.run().run(); });
}

TEST(MetaScheduler, MustReturn) {
  const auto said = refused("4 0\n9 1\n12 0\n", false);
  EXPECT_NE(said.find("host 'meta' fails, and others cannot go on without actor "
                      "'multicluster/meta_scheduler' on it; valid: "),
            std::string::npos)
      << said;
}

TEST(MetaScheduler, ReturnsOnlyWithoutASubmitter) {
  const auto said = refused("4 0\n9 1\n", true);
  EXPECT_NE(
      said.find("actor 'multicluster/meta_scheduler' does not support a recovery of its own host (host_state "
                "of 'meta', "),
      std::string::npos)
      << said;
  EXPECT_NE(said.find("; valid: without workload/submitter"), std::string::npos) << said;
}

} // namespace gone_meta_scheduler_test
} // namespace malha::testing
