// SPDX-License-Identifier: MIT
#include "policies/cluster/priority.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {
namespace multifactor_test {

using Settings = std::map<std::string, std::string>;

/// Asks the policy on a cluster of 10 nodes. The weights that are not given are 0.
class Asking {
public:
  explicit Asking(Settings settings)
      : policy_(make<cluster::Priority>("cluster/multifactor", full(settings))) {}

  double priority(Seconds now, Seconds submitted, const Credentials& credentials = {}, int size = 1,
                  Seconds walltime = 600) {
    return policy_->priority(job(next_++, submitted, credentials, size, walltime), {now, 10, queue_});
  }
  /// Lets a job of that user run.
  void runs(const Credentials& credentials, int size, Seconds start, Seconds end) {
    const auto one = job(next_++, start, credentials, size, 600);
    policy_->started(one, start);
    policy_->ended(one, start, end);
  }
  Seconds next_pass(Seconds now) { return policy_->next_pass(now); }

private:
  static Settings full(Settings& settings) {
    for (const char* weight : {"weight_age", "weight_fair_share"})
      settings.emplace(weight, "0");
    return settings;
  }
  static cluster::QueuedJob job(TaskId id, Seconds submitted, const Credentials& credentials, int size,
                                Seconds walltime) {
    return {static_cast<cluster::JobHandle>(id), id, submitted, walltime, size, nullptr, &credentials};
  }

  std::unique_ptr<cluster::Priority> policy_;
  const std::list<cluster::QueuedJob> queue_;
  TaskId next_ = 0;
};

Credentials of_user(const std::string& user) {
  Credentials credentials;
  credentials.user = user;
  return credentials;
}

// The last pass before 250 s is that at 200 s: 200 / 1000 of the weight 500. A job of 1000 s and more has all
// of it. Priorities are at least 1, since 0 would mean that the job is held.
TEST(Multifactor, CountsTheAgeAtTheLastPass) {
  Asking asking({{"weight_age", "500"}, {"max_age", "1000"}, {"period", "100"}});
  EXPECT_EQ(asking.priority(250, 0), 100);
  EXPECT_EQ(asking.priority(250, 150), 25);
  EXPECT_EQ(asking.priority(250, 220), 1);
  EXPECT_EQ(asking.priority(2500, 0), 500);
  EXPECT_EQ(asking.next_pass(2500), 2600);
}

// A job that was submitted at 0 s and could start, or was put back in the queue, at 150 s: 50 / 1000 of 500.
TEST(Multifactor, CountsTheAgeFromTheDateAtWhichAJobCouldStart) {
  const auto policy = make<cluster::Priority>(
      "cluster/multifactor",
      {{"weight_age", "500"}, {"weight_fair_share", "0"}, {"max_age", "1000"}, {"period", "100"}});
  cluster::QueuedJob job{0, 0, 0, 600, 1};
  const std::list<cluster::QueuedJob> queue;
  EXPECT_EQ(policy->priority(job, {250, 10, queue}), 100);
  job.eligible = 150;
  EXPECT_EQ(policy->priority(job, {250, 10, queue}), 25);
}

TEST(Multifactor, SubtractsTheNiceValue) {
  const auto policy = make<cluster::Priority>(
      "cluster/multifactor",
      {{"weight_age", "500"}, {"weight_fair_share", "0"}, {"max_age", "1000"}, {"period", "100"}});
  cluster::Request request;
  cluster::QueuedJob job{0, 0, 0, 600, 1, &request};
  const std::list<cluster::QueuedJob> queue;
  for (const auto& [nice, priority] :
       std::vector<std::pair<std::int32_t, double>>{{0, 100}, {30, 70}, {-30, 130}, {1000, 1}}) {
    request.nice = nice;
    EXPECT_EQ(policy->priority(job, {250, 10, queue}), priority) << nice;
  }
}

TEST(Multifactor, PassesWheneverSomethingHappensIfItsPeriodIs0) {
  Asking asking({{"weight_age", "500"}, {"max_age", "1000"}, {"period", "0"}});
  EXPECT_EQ(asking.priority(250, 0), 125);
  EXPECT_EQ(asking.next_pass(250), 250);
}

// Of two users, the one who has used nothing has rank 2 of 2, and the other rank 1. Whoever is new has 1.
TEST(Multifactor, PrefersWhoHasUsedLess) {
  Asking asking({{"weight_fair_share", "100"}, {"period", "60"}});
  const auto ann = of_user("ann"), bob = of_user("bob");
  asking.priority(0, 0, bob);
  asking.runs(ann, 4, 0, 30);
  EXPECT_EQ(asking.priority(30, 0, ann), 100);
  EXPECT_EQ(asking.priority(60, 0, ann), 50);
  EXPECT_EQ(asking.priority(60, 0, bob), 100);
  EXPECT_EQ(asking.priority(60, 0, of_user("cy")), 100);
}

// Classic: ann has half of the shares and all of the usage: 2^-(1 / 0.5) = 1/4; dampened by 2: 2^-1.
TEST(Multifactor, HasTheClassicFairShare) {
  const auto ann = of_user("ann"), bob = of_user("bob");
  for (const auto& [dampening, priority] : {std::pair("1", 25), {"2", 50}}) {
    Asking asking({{"weight_fair_share", "100"},
                   {"fair_share", "classic"},
                   {"dampening", dampening},
                   {"period", "60"}});
    asking.priority(0, 0, bob);
    asking.runs(ann, 4, 0, 30);
    EXPECT_EQ(asking.priority(60, 0, ann), priority);
    EXPECT_EQ(asking.priority(60, 0, bob), 100);
  }
}

// 5 and 2 of 10 nodes. Relative to time: 5 nodes for each of the 10 minutes, 5 / 10 / 10.
TEST(Multifactor, PrefersLargeOrSmallJobs) {
  EXPECT_EQ(Asking(Settings{{"weight_size", "100"}}).priority(0, 0, {}, 5), 50);
  EXPECT_EQ(Asking(Settings{{"weight_size", "100"}, {"favor", "small"}}).priority(0, 0, {}, 2), 80);
  EXPECT_EQ(Asking(Settings{{"weight_size", "1000"}, {"relative_to_time", "on"}}).priority(0, 0, {}, 5, 600),
            50);
}

// 90 s are 2 min, since limits are whole minutes: 5 nodes for each of them, 5 / 2 / 10.
TEST(Multifactor, RoundsLimitsUpToMinutes) {
  EXPECT_EQ(Asking(Settings{{"weight_size", "1000"}, {"relative_to_time", "on"}}).priority(0, 0, {}, 5, 90),
            250);
}

// Bob's job ends after the pass at 60 s, and is charged at once. The factors of that pass do not know it: bob
// has rank 2 of 2 until the next one, at which he has used more than ann.
TEST(Multifactor, HasTheFactorsOfThePass) {
  Asking asking({{"weight_fair_share", "100"}, {"period", "60"}});
  const auto ann = of_user("ann"), bob = of_user("bob");
  asking.priority(0, 0, bob);
  asking.runs(ann, 1, 0, 30);
  asking.runs(bob, 8, 70, 100);
  EXPECT_EQ(asking.priority(110, 0, bob), 100);
  EXPECT_EQ(asking.priority(110, 0, ann), 50);
  EXPECT_EQ(asking.priority(120, 0, bob), 50);
  EXPECT_EQ(asking.priority(120, 0, ann), 100);
}

// fast has all of its weight, slow a quarter; a partition without a factor has none of it.
TEST(Multifactor, CountsPartitionAndQos) {
  Asking asking({{"weight_partition", "100"},
                 {"partitions", "fast:8,slow:2"},
                 {"weight_qos", "1000"},
                 {"qos", "high:10,low:1"}});
  Credentials credentials;
  credentials.partition = "fast";
  credentials.qos = "low";
  EXPECT_EQ(asking.priority(0, 0, credentials), 100 + 100);
  credentials.partition = "slow";
  credentials.qos = "high";
  EXPECT_EQ(asking.priority(0, 0, credentials), 25 + 1000);
  credentials.partition = "debug";
  EXPECT_EQ(asking.priority(0, 0, credentials), 1000);
}

std::string refusal(const Settings& settings) {
  try {
    make<cluster::Priority>("cluster/multifactor", settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Multifactor, RefusesWhatMeansNothing) {
  EXPECT_EQ(
      refusal({{"half_life", "0"}}),
      "usage would grow for ever, since its half life is 0 and it is never reset; valid: a half life from "
      "1 s on, or a period after which usage is reset");
  EXPECT_EQ(refusal({{"half_life", "0"}, {"reset", "daily"}}), "");
  EXPECT_EQ(refusal({{"qos", "high"}}),
            "qos has 'high'; valid: NAME:NUMBER, with a whole number, at least 0");
  EXPECT_EQ(refusal({{"qos", "high:-1"}}),
            "qos has 'high:-1'; valid: NAME:NUMBER, with a whole number, at least 0");
  EXPECT_EQ(refusal({{"partitions", "a:1,a:2"}}), "partitions has 'a' twice; valid: once");
  EXPECT_EQ(refusal({{"period", "0.5"}}), "period cannot be 0.5 s; valid: 0, or from 1 s on");
  EXPECT_EQ(
      refusal({{"period", "86400"}, {"half_life", "60"}}),
      "period is more than 500 times half_life, after which no usage is left; valid: a shorter period, or "
      "a longer half life");
}

TEST(Multifactor, RefusesWhatHasNoEffect) {
  EXPECT_EQ(refusal({{"qos", "high:1"}}), "qos=high:1 has no effect here; valid: with weight_qos above 0");
  EXPECT_EQ(refusal({{"partitions", "a:1"}}),
            "partitions=a:1 has no effect here; valid: with weight_partition above 0");
  EXPECT_EQ(refusal({{"favor", "small"}}), "favor=small has no effect here; valid: with weight_size above 0");
  EXPECT_EQ(refusal({{"relative_to_time", "on"}}),
            "relative_to_time=on has no effect here; valid: with weight_size above 0");
  EXPECT_EQ(refusal({{"fair_share", "classic"}, {"weight_fair_share", "0"}}),
            "fair_share=classic has no effect here; valid: with weight_fair_share above 0");
  EXPECT_EQ(refusal({{"fair_share", "classic"}, {"ties", "documented"}}),
            "ties=documented has no effect here; valid: with fair_share=fair_tree");
  EXPECT_EQ(refusal({{"dampening", "2"}}), "dampening=2 has no effect here; valid: with fair_share=classic");
  EXPECT_EQ(refusal({{"zero", "7"}}),
            "zero=7 has no effect here; valid: with a reset at dates of the calendar");
}

} // namespace multifactor_test
} // namespace malha::test
