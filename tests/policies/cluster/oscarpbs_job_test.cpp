// SPDX-License-Identifier: MIT
#include "oscarpbs_cluster.hpp"

namespace malha::cluster::oscarpbs {
namespace oscarpbs_job_test {

using test::alone;
using test::on;
using test::oscar_job;
using Fragments = std::vector<QueuedFragment>;
using Order = std::vector<std::size_t>;

// The weights that the thesis prints with its examples (section 5.3), of jobs without fixed fragments.
TEST(OscarJob, WeighsWhatTheThesisPrints) {
  struct Printed {
    const char* name;
    Fragments fragments;
    Seconds walltime;
    double weight;
  };
  for (const auto& one : {Printed{"A", {{2}}, 100, 200},
                          {"B", {{3}}, 150, 450},
                          {"C", {{5}}, 200, 1000},
                          {"D", {{6}}, 250, 1500},
                          {"E", {{2}}, 200, 400},
                          {"F", {{2}}, 200, 400},
                          {"G", {{6}}, 280, 1680},
                          {"H", {{6}}, 280, 1680},
                          {"K", {{7}}, 100, 700},
                          {"L", {{4}}, 250, 1000},
                          {"P", {{2}, {2}}, 200, 800},
                          {"Q", {{3}, {3}}, 220, 1320}}) {
    const auto job = oscar_job(1, one.walltime, one.fragments);
    EXPECT_EQ(weight_of(job, 2), one.weight) << one.name;
    EXPECT_EQ(weight_of(job, 7), one.weight) << one.name;
    EXPECT_EQ(job.weight, one.weight) << one.name;
  }
}

// 10 x (3 + FF x (2 + 1)): FF of 2, 1, 2.5 and 0. Exclusive or not makes no difference. The tolerance is not
// part of the walltime: it lengthens the job in the tables alone.
TEST(OscarJob, CpusOfFixedFragmentsWeighMore) {
  const Fragments fragments{{3}, on(0, 2), {1, 1, true}};
  const auto job = oscar_job(1, 10, fragments);
  EXPECT_EQ(weight_of(job, 2), 90);
  EXPECT_EQ(weight_of(job, 1), 60);
  EXPECT_EQ(weight_of(job, 2.5), 105);
  EXPECT_EQ(weight_of(job, 0), 30);
  Settings settings;
  settings.fixed_weight = 2.5;
  settings.tolerance = 4;
  const auto tolerant = oscar_job(1, 10, fragments, settings);
  EXPECT_EQ(tolerant.weight, 105);
  EXPECT_EQ(tolerant.length, 14);
  EXPECT_EQ(oscar_job(1, 10, {alone(3)}).weight, oscar_job(1, 10, {{3}}).weight);
}

// Fixed ones as requested (5 CPUs before 2), then the free ones: 1 CPU, then the two of 3 as requested.
TEST(OscarJob, TakesFixedFragmentsFirstThenTheSmallest) {
  EXPECT_EQ(oscar_job(1, 10, {{3}, on(1, 5), {1}, on(0, 2), alone(3)}).by_priority, (Order{1, 3, 2, 0, 4}));
  EXPECT_EQ(oscar_job(1, 10, {{4}}).by_priority, Order{0});
}

TEST(OscarJob, IsACandidateAsItsUserAsks) {
  Request request{{{2}, {3, 1, true}}, ServiceClass::emergency, 500, {}};
  Powers powers;
  powers.kills_qos = true;
  request.extensions.set(powers);
  const auto job = candidate_of({7, 12, 40, 100, 5, &request}, {});
  EXPECT_EQ(job.handle, 7u);
  EXPECT_EQ(job.id, 12);
  EXPECT_EQ(job.submitted, 40);
  EXPECT_EQ(job.walltime, 100);
  EXPECT_EQ(job.length, 100);
  EXPECT_EQ(job.size, 5);
  EXPECT_EQ(job.state, State::candidate);
  EXPECT_EQ(job.kind, Class::emergency);
  EXPECT_EQ(job.deadline, 500);
  EXPECT_TRUE(job.powers.kills_qos);
  EXPECT_FALSE(job.powers.kills_common);
  ASSERT_EQ(job.fragments.size(), 2u);
  EXPECT_FALSE(job.fragments[0].is_fixed());
  EXPECT_FALSE(job.fragments[0].exclusive);
  EXPECT_TRUE(job.fragments[1].is_fixed());
  EXPECT_EQ(job.fragments[1].named, 1);
  EXPECT_EQ(job.fragments[1].cpus, 3);
  EXPECT_TRUE(job.fragments[1].exclusive);
  EXPECT_EQ(job.fragments[1].machine, Fragment::nowhere);
  request.service = ServiceClass::qos;
  EXPECT_EQ(candidate_of({7, 12, 40, 100, 5, &request}, {}).kind, Class::qos);
  request.service = ServiceClass::common;
  EXPECT_EQ(candidate_of({7, 12, 40, 100, 5, &request}, {}).kind, Class::common);
}

// Three CPUs anywhere are three free fragments of one.
TEST(OscarJob, WithoutARequestEachCpuIsAFragment) {
  const auto job = candidate_of({0, 0, 0, 10, 3, nullptr}, {});
  ASSERT_EQ(job.fragments.size(), 3u);
  for (const auto& fragment : job.fragments) {
    EXPECT_EQ(fragment.cpus, 1);
    EXPECT_FALSE(fragment.is_fixed());
    EXPECT_FALSE(fragment.exclusive);
  }
  EXPECT_EQ(job.by_priority, (Order{0, 1, 2}));
  EXPECT_EQ(job.kind, Class::common);
  EXPECT_EQ(job.deadline, never);
  EXPECT_EQ(job.weight, 30);
}

// 30 years of 365 days: 30 x 365 x 86400 s.
TEST(OscarJob, WithoutAWalltimeIsPlannedForThirtyYears) {
  EXPECT_EQ(candidate_of({0, 0, 0, never, 2, nullptr}, {}).length, 946080000);
  EXPECT_EQ(candidate_of({0, 0, 0, never, 2, nullptr}, {}).weight, 2 * 946080000.0);
}

// Submission, not weight; weight, ties by submission.
TEST(OscarJob, IsInOrderOfSubmissionOrOfWeight) {
  const auto light = oscar_job(2, 10, {{1}}), heavy = oscar_job(1, 10, {{2}}), late = oscar_job(3, 20, {{1}});
  EXPECT_TRUE(ById{}(&heavy, &light));
  EXPECT_FALSE(ById{}(&light, &heavy));
  EXPECT_TRUE(ByWeight{}(&light, &heavy));
  EXPECT_TRUE(ByWeight{}(&heavy, &late));
  EXPECT_FALSE(ByWeight{}(&late, &heavy));
}

/// Whether fragment 0 may go to machine 0, where fragment 1 of the same job is.
bool may_join(QueuedFragment first, QueuedFragment second) {
  auto job = oscar_job(1, 10, {first, second});
  job.fragments[1].machine = 0;
  return is_eligible(job, 0, 0);
}

TEST(OscarJob, ExclusiveFragmentsAreNotTogether) {
  EXPECT_TRUE(may_join({1}, {1}));
  EXPECT_FALSE(may_join(alone(1), {1}));
  EXPECT_FALSE(may_join({1}, alone(1)));
  EXPECT_FALSE(may_join(alone(1), alone(1)));
}

// Beside a fragment of its job that is elsewhere or nowhere; and where it is itself.
TEST(OscarJob, ExclusiveFragmentsMayBeAnywhereElse) {
  auto job = oscar_job(1, 10, {alone(1), alone(1)});
  EXPECT_TRUE(is_eligible(job, 0, 0));
  job.fragments[1].machine = 1;
  EXPECT_TRUE(is_eligible(job, 0, 0));
  EXPECT_FALSE(is_eligible(job, 0, 1));
  EXPECT_TRUE(is_eligible(job, 1, 1));
}

} // namespace oscarpbs_job_test
} // namespace malha::cluster::oscarpbs
