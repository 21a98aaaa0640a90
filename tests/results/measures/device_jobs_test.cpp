// SPDX-License-Identifier: MIT
// Metrics of jobs that ask for devices.
#include "metric_values.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace device_jobs_test {

/// A job of 20 s that is submitted at 0 and starts then.
JobRow job(const std::string& metadata, Seconds start) {
  JobRow row;
  row.metadata = metadata;
  row.start = start;
  row.finish = start + 20;
  return row;
}

// With devices jobs wait 20 and 60 s, with slowdowns of 40 / 20 and 80 / 20. The others wait 0, 10 and 80 s,
// with slowdowns of 1, 1.5 and 5: an entry of another name is none, nor is a text within an entry, or a
// count of 0.
TEST(DeviceJobs, HaveMeansOfTheirOwn) {
  ScheduleMetrics metrics;
  metrics.add(job("gres=gpu:2", 20));
  metrics.add(job("group=3;gres=gpu:a100:1;qos=x", 60));
  metrics.add(job("", 0));
  metrics.add(job("job.gres=gpu:2;gres=gpu:0", 10));
  metrics.add(job("group=gres=;partition=gpu", 80));
  const auto values = values_of(metrics);
  EXPECT_DOUBLE_EQ(values.at("mean_waiting_time_devices"), 40);
  EXPECT_DOUBLE_EQ(values.at("mean_bounded_slowdown_devices"), 3);
  EXPECT_DOUBLE_EQ(values.at("mean_waiting_time_no_devices"), 30);
  EXPECT_DOUBLE_EQ(values.at("mean_bounded_slowdown_no_devices"), 2.5);
}

// Only what is submitted from 10 s on counts, which no job with devices is: the others have values even so.
TEST(DeviceJobs, ThatDoNotCountHaveNoMeans) {
  ScheduleMetrics metrics;
  metrics.count_only(10, 100);
  auto late = job("", 50);
  late.task.submitted = 40;
  metrics.add(job("gres=gpu:2", 20));
  metrics.add(late);
  const auto values = values_of(metrics);
  EXPECT_EQ(values.count("mean_waiting_time_devices"), 0u);
  EXPECT_EQ(values.count("mean_bounded_slowdown_devices"), 0u);
  EXPECT_DOUBLE_EQ(values.at("mean_waiting_time_no_devices"), 10);
}

TEST(DeviceJobs, AreNoneWhereNobodyAsksForDevices) {
  ScheduleMetrics metrics;
  metrics.add(job("account=phys", 20));
  for (const auto& [name, value] : values_of(metrics))
    EXPECT_EQ(name.find("devices"), std::string::npos) << name;
}

} // namespace device_jobs_test
} // namespace malha::testing
