// SPDX-License-Identifier: MIT
#include "estimating.hpp"

namespace malha::multicluster {
namespace combined_test {

using test::HandMadeCluster;

/// Jobs of one node come one after the other, when nothing runs. Those of history took 20 s each, and now
/// each takes `real`.
class Sequence {
public:
  explicit Sequence(const std::string& correction = "none", const std::string& bound = "0.3")
      : policy_(
            test::make<Estimator>("multicluster/combined", {{"correction", correction}, {"bound", bound}})) {
    auto before = experience(20);
    before.id = Experience::of_another_run;
    cluster_.history = {before};
  }

  std::string estimate() {
    return test::text_of(
        policy_->estimate(cluster_.state(), {next_, 1, never, "ann", cluster_.application(10)}));
  }
  /// The job that was asked for ended. History keeps it as one of another user and application, so that the
  /// statistical estimates stay.
  void ends_after(Seconds real) {
    auto ended = experience(real);
    ended.user = "bob";
    ended.queue = ended.application = "other";
    ended.size = 2;
    cluster_.history.push_back(ended);
    ++next_;
  }

private:
  Experience experience(Seconds execution) const {
    Experience one;
    one.id = next_;
    one.user = "ann";
    one.queue = "FCFS";
    one.application = "MG-A";
    one.execution_time = execution;
    return one;
  }

  HandMadeCluster cluster_{1};
  std::unique_ptr<Estimator> policy_;
  TaskId next_ = 0;
};

// IBL, Hybrid, Li and Smith say 20, SDPN and Hanzich 10. At first the first of them, IBL, is believed.
TEST(Combined, BelievesWhoWasRight) {
  Sequence jobs;
  EXPECT_EQ(jobs.estimate(), "0 20 0");
  jobs.ends_after(10);
  EXPECT_EQ(jobs.estimate(), "0 10 0");
}

// For 45 jobs 20 s were right, and then 10 s are. Of the last 50, SDPN's errors are 45 * 10 over a sum of
// 900 + 10 n; IBL's are 10 n. After five such jobs IBL's deviation over 50 is 50 / 950 = 0.05: below the
// bound, so it is believed. With a bound of 0.01 fewer count: over 25 it is 50 / 450, over 12 50 / 190, over
// 6 50 / 70, and over 5 it is 50 / 50 against 0.
TEST(Combined, LooksAtFewerPredictionsWhereNoneIsGoodEnough) {
  Sequence lenient, strict("none", "0.01");
  for (auto* jobs : {&lenient, &strict})
    for (int job = 0; job < 50; ++job) {
      jobs->estimate();
      jobs->ends_after(job < 45 ? 20 : 10);
    }
  EXPECT_EQ(lenient.estimate(), "0 20 0");
  EXPECT_EQ(strict.estimate(), "0 10 0");
}

// All jobs take 5 s. IBL's 20 s are four times that, and SDPN's 10 s twice that. After 20 jobs the mean error
// is constant, so each is divided by its slope: 5 s, whoever is believed.
TEST(Combined, CorrectsItsMembers) {
  Sequence jobs("self");
  for (int job = 0; job < 20; ++job) {
    jobs.estimate();
    jobs.ends_after(5);
  }
  EXPECT_EQ(jobs.estimate(), "0 5 0");
}

TEST(Combined, KnowsWhatCannotRun) {
  HandMadeCluster cluster(2);
  EXPECT_EQ(test::estimated("multicluster/combined", cluster, 3, cluster.application(5)), "inf inf 0");
}

} // namespace combined_test
} // namespace malha::multicluster
