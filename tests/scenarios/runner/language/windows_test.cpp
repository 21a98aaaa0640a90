// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace windows_test {

/// The values of a metric by the varied parameters.
std::map<std::string, double> values_of_metric(const std::filesystem::path& runs, const std::string& metric) {
  std::map<std::string, double> values;
  for (CsvReader rows(runs); rows.next();)
    if (rows.text("metric") == metric)
      values[rows.text("parameters")] += rows.real("value");
  return values;
}

using Values = std::map<std::string, double>;

/// Ten jobs of 10 s on one node, one each 8 s, so that they queue up.
class WindowsOfACampaign : public ::testing::Test {
protected:
  void SetUp() override {
    std::string trace;
    for (int job = 0; job < 10; ++job)
      trace += std::to_string(job + 1) + " " + std::to_string(8 * job) +
               " -1 10 1 -1 -1 1 20 -1 1 7 -1 -1 -1 -1 -1 -1\n";
    write_text(folder_ / "trace.swf", trace);
  }
  std::filesystem::path run(const std::string& settings,
                            const std::string& seeds = "<seeds vary=\"nothing\"/>") {
    write_text(folder_ / "log-windows.xml",
               "<scenario records=\"metrics\"><question>Which window?</question><platform name=\"star\"/>"
               "<workload name=\"trace.swf\"/>" +
                   seeds +
                   "<set key=\"platform.hosts\" value=\"1\"/><set key=\"transport\" value=\"instant\"/>" +
                   settings + "<run name=\"fcfs\" deployment=\"cluster.fcfs\"/></scenario>");
    const auto said = run_shell("$MALHA run ./log-windows.xml -o out --overwrite", folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    return folder_ / "out/runs.csv";
  }

  TemporaryFolder folder_;
};

// Windows of 3, 3 and 4 jobs on an empty machine: the kth job of each waits 2 k s.
TEST_F(WindowsOfACampaign, AreARunEach) {
  const auto runs =
      run(R"(<set key="workload.windows" value="3"/><vary key="workload.window" values="0..2"/>)");
  EXPECT_EQ(values_of_metric(runs, "jobs_finished"),
            (Values{{"workload.window=0", 3}, {"workload.window=1", 3}, {"workload.window=2", 4}}));
  EXPECT_EQ(values_of_metric(runs, "mean_waiting_time"),
            (Values{{"workload.window=0", 2}, {"workload.window=1", 2}, {"workload.window=2", 3}}));
}

// Two jobs before the window warm up: its first job waits 4 s then, and there are as many jobs that count.
TEST_F(WindowsOfACampaign, AreWarmedUp) {
  const auto runs =
      run(R"(<set key="workload.windows" value="3"/><set key="workload.window_warm_up" value="16"/>
    <set key="warm_up" value="16"/><vary key="workload.window" values="0..2"/>)");
  EXPECT_EQ(values_of_metric(runs, "jobs_finished"),
            (Values{{"workload.window=0", 3}, {"workload.window=1", 5}, {"workload.window=2", 6}}));
  EXPECT_EQ(values_of_metric(runs, "jobs_counted"),
            (Values{{"workload.window=0", 3}, {"workload.window=1", 3}, {"workload.window=2", 4}}));
  EXPECT_EQ(values_of_metric(runs, "mean_waiting_time"),
            (Values{{"workload.window=0", 2}, {"workload.window=1", 6}, {"workload.window=2", 7}}));
}

// Any four jobs in a row wait 0, 2, 4 and 6 s.
TEST_F(WindowsOfACampaign, MayBeDrawnByTheSeed) {
  const auto runs =
      run(R"(<set key="workload.window" value="random"/><set key="workload.window_jobs" value="4"/>)",
          R"(<seeds vary="the jobs" number="5"/>)");
  EXPECT_EQ(values_of_metric(runs, "jobs_finished"), (Values{{"", 20}}));
  EXPECT_EQ(values_of_metric(runs, "mean_waiting_time"), (Values{{"", 15}}));
}

} // namespace windows_test
} // namespace malha::testing
