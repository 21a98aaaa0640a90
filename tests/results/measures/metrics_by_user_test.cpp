// SPDX-License-Identifier: MIT
#include "metric_values.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace metrics_by_user_test {

/// A job of a user with a length at 1 flop/s.
JobRow job(const std::string& user, Seconds submitted, Seconds start, Seconds finish, Flops work) {
  JobRow row;
  row.user = user;
  row.task.submitted = submitted;
  row.task.work = work;
  row.start = start;
  row.finish = finish;
  return row;
}

// 3.3.2 of the thesis on OSEP: ten machines, and ten tasks of 300 s of each user, submitted at 50 s. Those of
// the first end at 400 and those of the second at 650: 300 / 350 and 300 / 600. The sample standard deviation
// of two numbers is their distance / sqrt(2).
TEST(UserSatisfaction, IsWhatTheThesisPrints) {
  ScheduleMetrics metrics;
  for (int machine = 0; machine < 10; ++machine)
    metrics.resource(1);
  for (int task = 0; task < 10; ++task) {
    metrics.add(job("u1", 50, 100, 400, 300));
    metrics.add(job("u2", 50, 350, 650, 300));
  }
  const auto values = values_of(metrics);
  EXPECT_DOUBLE_EQ(values.at("user_satisfaction.u1"), 30000. / 350); // 85.71
  EXPECT_DOUBLE_EQ(values.at("user_satisfaction.u2"), 50);
  EXPECT_DOUBLE_EQ(values.at("mean_user_satisfaction"), (30000. / 350 + 50) / 2);
  EXPECT_DOUBLE_EQ(values.at("user_satisfaction_stddev"), (30000. / 350 - 50) / std::sqrt(2.0));
  EXPECT_EQ(values.at("first_start.u1"), 100);
  EXPECT_EQ(values.at("first_start.u2"), 350);
}

// On the fastest of both resources, of 4 flop/s, 40 flop take 10 s of the 20 s that the job took, and 80 flop
// 20 s of 100 s: 50 % and 20 %, which is 35 % on average. Users count alike, not jobs: (35 + 100) / 2.
TEST(UserSatisfaction, IsAMeanOverTasksAndThenOverUsers) {
  ScheduleMetrics metrics;
  metrics.resource(1);
  metrics.resource(4);
  metrics.add(job("a", 0, 0, 20, 40));
  metrics.add(job("a", 0, 20, 100, 80));
  metrics.add(job("b", 0, 0, 10, 40));
  const auto values = values_of(metrics);
  EXPECT_DOUBLE_EQ(values.at("user_satisfaction.a"), 35);
  EXPECT_DOUBLE_EQ(values.at("user_satisfaction.b"), 100);
  EXPECT_DOUBLE_EQ(values.at("mean_user_satisfaction"), 67.5);
  EXPECT_EQ(values.at("first_start.a"), 0);
}

TEST(UserSatisfaction, KnowsNoJobsWithoutUsersAndNoneThatDoNotCount) {
  ScheduleMetrics metrics;
  metrics.count_only(10, 100);
  metrics.resource(1);
  metrics.add(job("", 50, 50, 60, 10));
  metrics.add(job("early", 5, 5, 15, 10));
  metrics.add(job("late", 100, 100, 110, 10));
  for (const auto& [name, value] : values_of(metrics)) {
    EXPECT_EQ(name.find("satisfaction"), std::string::npos) << name;
    EXPECT_NE(name.rfind("first_start", 0), 0u) << name;
  }
}

TEST(UserSatisfaction, OfOneUserHasNoDeviation) {
  ScheduleMetrics metrics;
  metrics.resource(1);
  metrics.add(job("a", 0, 0, 20, 10));
  const auto values = values_of(metrics);
  EXPECT_EQ(values.count("user_satisfaction_stddev"), 0u);
  EXPECT_DOUBLE_EQ(values.at("mean_user_satisfaction"), 50);
}

// a: slowdowns of 20 / 20 and 60 / 20, 2 on average; b: 20 / 20. (2 + 1)^2 / (2 (4 + 1)) = 0.9. Users count
// alike, not jobs, and a job without a user does not count.
TEST(JainIndex, SaysHowEquallyUsersFare) {
  ScheduleMetrics metrics;
  metrics.resource(1);
  metrics.add(job("a", 0, 0, 20, 20));
  metrics.add(job("a", 0, 40, 60, 20));
  metrics.add(job("b", 0, 0, 20, 20));
  metrics.add(job("", 0, 900, 920, 20));
  const auto values = values_of(metrics);
  EXPECT_DOUBLE_EQ(values.at("jain_index"), 0.9);
  EXPECT_EQ(values.at("user_waiting_time.a"), 20);
  EXPECT_EQ(values.at("user_waiting_time.b"), 0);
}

TEST(JainIndex, OfOneUserIsNone) {
  ScheduleMetrics metrics;
  metrics.resource(1);
  metrics.add(job("a", 0, 0, 20, 20));
  EXPECT_EQ(values_of(metrics).count("jain_index"), 0u);
}

// Waiting 5, turnaround 25, of which 20 s ran, and 10 s would have done on the fastest resource: a slowdown
// of 2.5.
TEST(UsersLine, EndsWithTheSatisfaction) {
  WaitSums sums;
  sums.add(job("a,b", 10, 15, 35, 20), 2, {10, 2});
  EXPECT_EQ(users_line("a,b", sums), "\"a,b\",1,5,5,25,2.5,40");
}

TEST(FindMetric, FindsMetricsByUserWithAUserAlone) {
  std::map<std::string, MetricSpec> known;
  for (const auto& metric : known_metrics())
    known[metric.name] = metric;
  const auto unit_of = [&](const std::string& name) {
    const auto found = find_metric(known, name);
    return found ? found->name + " " + found->unit : "none";
  };
  EXPECT_EQ(unit_of("makespan"), "makespan s");
  EXPECT_EQ(unit_of("user_satisfaction.user-2"), "user_satisfaction.user-2 %");
  EXPECT_EQ(unit_of("first_start.a.b,c d"), "first_start.a.b,c d s"); // the user is "a.b,c d"
  EXPECT_EQ(unit_of("user_satisfaction"), "none");
  EXPECT_EQ(unit_of("user_satisfaction."), "none");
  EXPECT_EQ(unit_of("makespan.user-2"), "none");
  EXPECT_EQ(unit_of("satisfaction.user-2"), "none");
  EXPECT_EQ(unit_of(""), "none");
}

} // namespace metrics_by_user_test
} // namespace malha::testing
