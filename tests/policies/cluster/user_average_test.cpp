// SPDX-License-Identifier: MIT
#include "policies/cluster/prediction.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace user_average_test {

using cluster::QueuedJob;
using Given = std::map<std::string, std::string>;

class Asking {
public:
  explicit Asking(const Given& parameters = {})
      : policy_(make<cluster::Prediction>("cluster/user_average", parameters)) {}

  void ended(TaskId id, const Credentials& user, Seconds start, Seconds end) {
    auto job = job_of(&user, 1000);
    job.id = id;
    policy_->ended(job, start, end);
  }
  Seconds predicted(const Credentials& user, Seconds walltime = 1000) {
    return policy_->predict(job_of(&user, walltime), 500);
  }
  /// Of a job that started at 100 with a prediction of 10 s, for each time that it was outlived.
  std::vector<Seconds> corrected(Seconds walltime, int times) {
    std::vector<Seconds> all;
    Seconds last = 10;
    for (int number = 0; number < times; ++number)
      all.push_back(last = policy_->correct(job_of(nullptr, walltime), {100, 100 + last, 10, number}));
    return all;
  }

private:
  static QueuedJob job_of(const Credentials* user, Seconds walltime) {
    QueuedJob job;
    job.walltime = walltime;
    job.credentials = user;
    return job;
  }

  std::unique_ptr<cluster::Prediction> policy_;
};

Credentials user_called(const char* name) {
  Credentials user;
  user.user = name;
  return user;
}
const Credentials ann = user_called("ann"), bob = user_called("bob"), nobody;

// Ann's jobs ran for 100, 30 and 20 s: the mean of the last two is 25 s.
TEST(UserAverage, IsTheMeanOfTheLastTwoJobsOfTheUser) {
  Asking asking;
  asking.ended(0, ann, 0, 100);
  asking.ended(1, bob, 0, 7);
  asking.ended(2, ann, 100, 130);
  asking.ended(3, ann, 110, 130);
  EXPECT_EQ(asking.predicted(ann), 25);
  EXPECT_EQ(asking.predicted(ann, 12), 12);
  EXPECT_EQ(asking.predicted(ann, never), 25);
}

TEST(UserAverage, IsTheWalltimeWhileFewerJobsHaveEnded) {
  Asking asking;
  asking.ended(0, ann, 0, 100);
  EXPECT_EQ(asking.predicted(ann), 1000);
  EXPECT_EQ(asking.predicted(bob), 1000);
  EXPECT_EQ(asking.predicted(bob, never), never);
}

TEST(UserAverage, MayTakeFewerJobsOrMore) {
  Asking fewer(Given{{"fallback", "fewer"}});
  EXPECT_EQ(fewer.predicted(ann), 1000);
  fewer.ended(0, ann, 0, 100);
  EXPECT_EQ(fewer.predicted(ann), 100);
  Asking three(Given{{"of", "3"}});
  for (const auto& [id, end] : {std::pair(0, 90), {1, 10}, {2, 20}, {3, 30}})
    three.ended(id, ann, 0, end);
  EXPECT_EQ(three.predicted(ann), 47); // (20 + 30 + 90) / 3: job 1 ended first
}

// The last jobs are those that ended last, and of those that ended at one date the ones with larger ids,
// however they are told.
TEST(UserAverage, GoesByTheEndsOfJobs) {
  Asking asking;
  asking.ended(3, ann, 90, 100);
  asking.ended(2, ann, 70, 100);
  asking.ended(5, ann, 0, 90);
  asking.ended(4, ann, 80, 100);
  EXPECT_EQ(asking.predicted(ann), 15); // jobs 3 and 4: 10 and 20 s
}

// 10 and 15 s: 12.5. What is a whole number but for rounding stays one. Jobs of no length count as 1 s.
TEST(UserAverage, IsRoundedUpToWholeSeconds) {
  Asking asking;
  asking.ended(0, ann, 0, 10);
  asking.ended(1, ann, 0, 15);
  EXPECT_EQ(asking.predicted(ann), 13);
  asking.ended(2, ann, 20, 20 + 300 - 1e-9);
  asking.ended(3, ann, 20, 20 + 300 + 2e-9);
  EXPECT_EQ(asking.predicted(ann), 300);
  asking.ended(4, bob, 20, 20);
  asking.ended(5, bob, 20, 20);
  EXPECT_EQ(asking.predicted(bob), 1);
}

TEST(UserAverage, TakesJobsWithoutAUserForThoseOfOne) {
  Asking asking;
  asking.ended(0, nobody, 0, 10);
  asking.ended(1, nobody, 0, 20);
  EXPECT_EQ(asking.predicted(nobody), 15);
  EXPECT_EQ(asking.predicted(ann), 1000);
}

// The steps are 1 min, 5 min, 15 min and 30 min, then hours, and the last is 100 h. Each is added to the time
// that the job has run: 10 s, 70 s, 370 s, …
TEST(UserAverage, IsCorrectedByLongerAndLongerSteps) {
  EXPECT_EQ(Asking().corrected(never, 5), (std::vector<Seconds>{70, 370, 1270, 3070, 6670}));
  // The sum of all steps is 188 h and 51 min: 679860 s.
  const auto all = Asking().corrected(never, 13);
  EXPECT_EQ(all[10], 10 + 679860);
  EXPECT_EQ(all[11], all[10] + 360000);
  EXPECT_EQ(all[12], all[11] + 360000);
}

TEST(UserAverage, IsCorrectedToTheWalltimeAtMost) {
  EXPECT_EQ(Asking().corrected(100, 2), (std::vector<Seconds>{70, 100}));
}

// 10 + 60, 10 + 300, 10 + 900. Behind the last step it is added to the time that the job has run.
TEST(UserAverage, MayBeCorrectedFromItsFirstValue) {
  EXPECT_EQ(Asking(Given{{"steps_from", "first"}}).corrected(never, 3), (std::vector<Seconds>{70, 310, 910}));
  EXPECT_EQ(Asking(Given{{"steps_from", "first"}, {"steps", "60,20,300"}}).corrected(never, 4),
            (std::vector<Seconds>{70, 310, 610, 910}));
}

TEST(UserAverage, IsRenewedOnlyIfThatIsAskedFor) {
  EXPECT_FALSE(make<cluster::Prediction>("cluster/user_average", {})->renews());
  EXPECT_TRUE(make<cluster::Prediction>("cluster/user_average", {{"renew", "on"}})->renews());
}

} // namespace user_average_test
} // namespace malha::test
