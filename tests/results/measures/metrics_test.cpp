// SPDX-License-Identifier: MIT
#include "results/measures/metrics.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace malha::testing {
namespace metrics_test {

struct Dates {
  Seconds submitted, start, finish;
};

// waiting 0, 6 and 4; turnaround 16, 8 and 24; execution 16, 2 and 20.
const std::vector<Dates> three_jobs{{0, 0, 16}, {2, 8, 10}, {4, 8, 28}};

JobRow job(Seconds submitted, Seconds start, Seconds finish, FinalState state = FinalState::completed) {
  JobRow row;
  row.task.submitted = submitted;
  row.start = start;
  row.finish = finish;
  row.state = state;
  return row;
}

JobRow rejected_job(Seconds submitted) { return job(submitted, 0, 0, FinalState::rejected); }

std::map<std::string, double> metrics_of(const std::vector<Dates>& rows, Seconds simulated_time,
                                         Seconds shift = 0) {
  ScheduleMetrics metrics;
  for (const auto& row : rows)
    metrics.add(job(row.submitted + shift, row.start + shift, row.finish + shift));
  std::map<std::string, double> values;
  for (const auto& metric : metrics.values(simulated_time + shift))
    values[metric.name] = metric.value;
  return values;
}

// makespan = 28 - 0; shutdown = 35 - 28; ratio = 35 / 28; mean waiting = (0 + 6 + 4) / 3; mean turnaround =
// (16 + 8 + 24) / 3. Bounded slowdowns: 16/16 = 1; 8 / max(2, 10) = 0.8, raised to 1; 24/20 = 1.2. No speed
// is known, so that jobs run alone as long as they ran. Of three jobs the second (rank 1.5, raised to 2) is
// the median, and the third is what 95 % (rank 2.85) and 99 % do not exceed: waits 0, 4, 6; slowdowns 1,
// 1, 1.2. Bins between 1 and 2 are 1/1024 wide, and 1.2 is in that of 1 + 204/1024. All jobs are short and
// narrow.
TEST(ScheduleMetrics, FollowFromTheDatesOfThreeJobs) {
  const std::map<std::string, double> expected{{"jobs_finished", 3},
                                               {"jobs_killed", 0},
                                               {"jobs_rejected", 0},
                                               {"jobs_counted", 3},
                                               {"simulated_time", 35},
                                               {"makespan", 28},
                                               {"shutdown_time", 7},
                                               {"shutdown_ratio", 1.25},
                                               {"mean_waiting_time", 10.0 / 3},
                                               {"max_waiting_time", 6},
                                               {"mean_turnaround_time", 16},
                                               {"mean_bounded_slowdown", 3.2 / 3},
                                               {"p50_waiting_time", 4},
                                               {"p95_waiting_time", 6},
                                               {"p99_waiting_time", 6},
                                               {"p50_bounded_slowdown", 1},
                                               {"p95_bounded_slowdown", 1 + 204.0 / 1024},
                                               {"p99_bounded_slowdown", 1 + 204.0 / 1024},
                                               {"mean_execution_slowdown", 3.2 / 3},
                                               {"mean_waiting_time_short_narrow", 10.0 / 3},
                                               {"p95_waiting_time_short_narrow", 6},
                                               {"mean_bounded_slowdown_short_narrow", 3.2 / 3},
                                               {"p95_bounded_slowdown_short_narrow", 1 + 204.0 / 1024}};
  const auto found = metrics_of(three_jobs, 35);
  for (const auto& [name, value] : expected) {
    ASSERT_EQ(found.count(name), 1U) << name;
    EXPECT_DOUBLE_EQ(found.at(name), value) << name;
  }
}

// Nothing but the date of the end itself, and the ratio built on it, may know when the clock was started. All
// dates and the shift are whole numbers, so that sums are exact.
TEST(ScheduleMetrics, DoNotDependOnWhenTheClockWasStarted) {
  const auto at_zero = metrics_of(three_jobs, 35), later = metrics_of(three_jobs, 35, 1024);
  ASSERT_EQ(at_zero.size(), later.size());
  const std::set<std::string> dated{"simulated_time", "shutdown_ratio"};
  for (const auto& [name, value] : at_zero)
    EXPECT_EQ(later.at(name) == value, dated.count(name) == 0) << name;
}

TEST(ScheduleMetrics, DoNotDependOnTheOrderOfTheRows) {
  EXPECT_EQ(metrics_of(three_jobs, 35), metrics_of({three_jobs.rbegin(), three_jobs.rend()}, 35));
}

TEST(ScheduleMetrics, HaveNoMeansOfNothing) {
  const std::map<std::string, double> expected{{"jobs_finished", 0},
                                               {"jobs_killed", 0},
                                               {"jobs_rejected", 0},
                                               {"jobs_counted", 0},
                                               {"simulated_time", 35}};
  EXPECT_EQ(metrics_of({}, 35), expected);
}

// A single job that takes no time has a makespan of 0, by which nothing can be divided.
// Means over the jobs submitted from 1 on and before 4: the second alone, waiting 6, turnaround 8. Dates of
// the whole schedule count for the makespan.
TEST(ScheduleMetrics, LeaveOutWhatWasSubmittedWhileWarmingUpAndCoolingDown) {
  ScheduleMetrics metrics;
  metrics.count_only(1, 4);
  for (const auto& row : three_jobs)
    metrics.add(job(row.submitted, row.start, row.finish));
  std::map<std::string, double> values;
  for (const auto& metric : metrics.values(35))
    values[metric.name] = metric.value;
  EXPECT_EQ(values.at("jobs_counted"), 1);
  EXPECT_EQ(values.at("jobs_finished"), 3);
  EXPECT_EQ(values.at("makespan"), 28);
  EXPECT_EQ(values.at("mean_waiting_time"), 6);
  EXPECT_EQ(values.at("mean_turnaround_time"), 8);
  EXPECT_EQ(values.at("mean_bounded_slowdown"), 1);
}

TEST(ScheduleMetrics, CountKilledAndRejectedJobs) {
  ScheduleMetrics metrics;
  metrics.add(job(0, 0, 16, FinalState::walltime_reached));
  metrics.add(job(0, 0, 16));
  metrics.add(rejected_job(0));
  EXPECT_EQ(metrics.rows(), 3);
  const auto values = metrics.values(16);
  EXPECT_EQ(values[0], (MetricValue{"jobs_finished", 2, "count"}));
  EXPECT_EQ(values[1], (MetricValue{"jobs_killed", 1, "count"}));
  EXPECT_EQ(values[2], (MetricValue{"jobs_rejected", 1, "count"}));
}

// The first job is submitted at 4 and rejected, the other runs from 10 to 30: 26 s from one to the other.
TEST(ScheduleMetrics, CountTheMakespanFromTheFirstSubmissionBeItRejected) {
  ScheduleMetrics metrics;
  metrics.add(rejected_job(4));
  metrics.add(job(10, 10, 30));
  metrics.add(rejected_job(50));
  const auto values = metrics.values(60);
  const auto makespan = std::find_if(values.begin(), values.end(),
                                     [](const MetricValue& metric) { return metric.name == "makespan"; });
  ASSERT_NE(makespan, values.end());
  EXPECT_EQ(makespan->value, 26);
}

TEST(ScheduleMetrics, HaveNoRatioToAMakespanOfZero) {
  const auto found = metrics_of({{5, 5, 5}}, 6);
  EXPECT_EQ(found.count("shutdown_ratio"), 0u);
  EXPECT_EQ(found.at("makespan"), 0);
  EXPECT_EQ(found.at("mean_bounded_slowdown"), 1);
}

/// A job of so much work on so many resources.
JobRow working(Seconds submitted, Seconds start, Seconds finish, Flops work, int resources = 1) {
  auto row = job(submitted, start, finish);
  row.task.work = work;
  row.task.resources = resources;
  return row;
}

std::map<std::string, double> values_of(const ScheduleMetrics& metrics) {
  std::map<std::string, double> values;
  for (const auto& metric : metrics.values(1e6))
    values[metric.name] = metric.value;
  return values;
}

// Two tasks of 40 flop share a core of 2 flop/s: each runs for 40 s, and alone would for 20. The turnaround
// of 60 s is 3 times that, and 1.5 times the execution. A core of 1 flop/s does not count beside it. At 4
// flop/s a task would take 10 s: 6 times.
TEST(BoundedSlowdown, IsAgainstTheRunTimeAlone) {
  ScheduleMetrics metrics;
  metrics.resource(2);
  metrics.resource(1);
  metrics.add(working(0, 20, 60, 40));
  metrics.add(working(0, 20, 60, 40));
  EXPECT_DOUBLE_EQ(values_of(metrics).at("mean_bounded_slowdown"), 3);
  EXPECT_DOUBLE_EQ(values_of(metrics).at("mean_execution_slowdown"), 1.5);
  EXPECT_EQ(values_of(metrics).at("slowdown_speed"), 2);
  ScheduleMetrics faster;
  faster.measure_by({10, 4}, {});
  faster.resource(2);
  faster.add(working(0, 20, 60, 40));
  EXPECT_DOUBLE_EQ(values_of(faster).at("mean_bounded_slowdown"), 6);
}

// On nodes of one speed that are dedicated, a job runs as long as alone: both are (60 / 40 + 1) / 2.
TEST(BoundedSlowdown, IsThatOfTheExecutionOnDedicatedEqualNodes) {
  ScheduleMetrics metrics;
  for (int node = 0; node < 3; ++node)
    metrics.resource(2);
  metrics.add(working(0, 20, 60, 80));
  metrics.add(working(5, 5, 55, 100));
  EXPECT_DOUBLE_EQ(values_of(metrics).at("mean_bounded_slowdown"), 1.25);
  EXPECT_DOUBLE_EQ(values_of(metrics).at("mean_execution_slowdown"), 1.25);
}

// 300 flop would take 300 s; the job was killed after 30, which is all that it needed: 60 / 30. Below a
// threshold of 40 s it is 60 / 40.
TEST(BoundedSlowdown, OfAKilledJobIsThatOfWhatItRan) {
  for (const auto& [threshold, expected] : std::map<Seconds, double>{{10, 2}, {40, 1.5}}) {
    ScheduleMetrics metrics;
    metrics.measure_by({threshold, 0}, {});
    metrics.resource(1);
    auto row = working(0, 30, 60, 300);
    row.state = FinalState::walltime_reached;
    metrics.add(row);
    EXPECT_DOUBLE_EQ(values_of(metrics).at("mean_bounded_slowdown"), expected);
  }
}

// Alone at 1 flop/s: 10 s is short with a border of 10 s, 11 s is long; 2 resources are narrow, 3 wide.
TEST(JobClasses, EndAtTheirBorders) {
  ScheduleMetrics metrics;
  metrics.measure_by({10, 0}, {10, 2});
  metrics.resource(1);
  metrics.add(working(0, 1, 11, 10, 2));
  metrics.add(working(0, 2, 12, 10, 3));
  metrics.add(working(0, 3, 14, 11, 2));
  metrics.add(working(0, 4, 15, 11, 3));
  metrics.add(working(0, 6, 17, 11, 3));
  const auto values = values_of(metrics);
  EXPECT_EQ(values.at("mean_waiting_time_short_narrow"), 1);
  EXPECT_EQ(values.at("mean_waiting_time_short_wide"), 2);
  EXPECT_EQ(values.at("mean_waiting_time_long_narrow"), 3);
  EXPECT_EQ(values.at("mean_waiting_time_long_wide"), 5); // (4 + 6) / 2
  EXPECT_EQ(values.at("p95_waiting_time_long_wide"), 6);
  EXPECT_DOUBLE_EQ(values.at("mean_bounded_slowdown_long_wide"), (15.0 / 11 + 17.0 / 11) / 2);
}

TEST(ScheduleMetrics, AreInTheVocabularyWithTheirUnits) {
  std::map<std::string, std::string> units;
  for (const auto& metric : known_metrics())
    units[metric.name] = metric.unit;
  ScheduleMetrics metrics;
  metrics.add(job(0, 1, 2));
  for (const auto& metric : metrics.values(3))
    EXPECT_EQ(units[metric.name], metric.unit) << metric.name;
}

} // namespace metrics_test
} // namespace malha::testing
