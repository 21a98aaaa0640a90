// SPDX-License-Identifier: MIT
// The tables of RLScheduler (Zhang et al., SC 2020), as the README of its repository
// DIR-LAB/deep-batch-scheduler prints them (tables V and VI), of the plain heuristics:
// learned_scheduling.csv. Their traces are not shipped here. The test looks for lublin-1.swf and
// lublin-2.swf, the files data/lublin_256.swf and data/lublin_256_new2 of that repository, in the folder that
// MALHA_TRACES names, and is skipped without them.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <map>
#include <sstream>

namespace malha::testing {
namespace learned_scheduling_test {

namespace fs = std::filesystem;

/// The first jobs of ten windows of 1024 jobs each, as the program of the authors draws them.
constexpr int windows[] = {1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085};

const std::map<std::string, std::string> orders{{"fcfs", "submit"},
                                                {"wfp3", "wfp3 --set policy.wait=placeholder"},
                                                {"unicep", "unicep --set policy.wait=placeholder"},
                                                {"sjf", "shortest"},
                                                {"f1", "f1"}};

/// Figures of a run as the authors define them: utilisation counts up to the last start.
struct Figures {
  double mean_bounded_slowdown = 0, utilisation = 0;
};

Figures figures_of(const fs::path& jobs_file) {
  Figures figures;
  double jobs = 0, area = 0, first = 1e300, last_start = 0;
  for (CsvReader rows(jobs_file); rows.next(); ++jobs) {
    const double submitted = rows.real("submission_time"), start = rows.real("starting_time"),
                 run_time = rows.real("finish_time") - start;
    figures.mean_bounded_slowdown += std::max(1.0, (start - submitted + run_time) / std::max(run_time, 10.0));
    area += run_time * rows.real("requested_number_of_resources");
    first = std::min(first, submitted);
    last_start = std::max(last_start, start);
  }
  figures.mean_bounded_slowdown /= jobs;
  figures.utilisation = area / (last_start - first) / 256;
  return figures;
}

class LearnedScheduling : public ::testing::Test {
protected:
  void SetUp() override {
    const char* named = std::getenv("MALHA_TRACES");
    if (named == nullptr || !fs::exists(fs::path(named) / "lublin-1.swf"))
      GTEST_SKIP() << "MALHA_TRACES names no folder with lublin-1.swf and lublin-2.swf";
    traces_ = fs::absolute(named);
  }
  /// Means over the windows.
  Figures figures(const std::string& trace, const std::string& policy, bool fills_gaps) const {
    Figures means;
    for (const int first : windows) {
      const auto said =
          run_shell("rm -rf out; $MALHA simulate -p star --set platform.hosts=256 -d cluster.fcfs --set "
                    "policy=cluster/committed --set transport=instant -w '" +
                        (traces_ / (trace + ".swf")).string() +
                        "' --set workload.jobs=1024 --set workload.first=" + std::to_string(first) +
                        " --set policy.backfill=" + (fills_gaps ? "on" : "off") +
                        " --set policy.order=" + orders.at(policy) + " -o out",
                    folder_.path());
      EXPECT_EQ(said.status, 0) << said.err;
      const auto found = figures_of(folder_ / "out/jobs.csv");
      means.mean_bounded_slowdown += found.mean_bounded_slowdown / std::size(windows);
      means.utilisation += found.utilisation / std::size(windows);
    }
    return means;
  }

  fs::path traces_;
  TemporaryFolder folder_;
};

/// As the authors print it.
std::string rounded(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

TEST_F(LearnedScheduling, HasThePublishedValuesOfPlainHeuristics) {
  std::map<std::string, Figures> known;
  int values = 0;
  for (CsvReader rows(MALHA_SOURCE_FOLDER "/tests/scenarios/studies/learned_scheduling.csv"); rows.next();) {
    const auto name = rows.text("trace") + " " + rows.text("policy") + " " + rows.text("backfilling");
    if (known.count(name) == 0)
      known[name] = figures(rows.text("trace"), rows.text("policy"), rows.text("backfilling") == "yes");
    const bool is_slowdown = rows.text("metric") == "mean_bounded_slowdown";
    const auto printed = rows.text("value");
    const auto point = printed.find('.');
    const int digits = point == std::string::npos ? 0 : static_cast<int>(printed.size() - point - 1);
    EXPECT_EQ(rounded(is_slowdown ? known[name].mean_bounded_slowdown : known[name].utilisation, digits),
              printed)
        << name << " " << rows.text("metric");
    ++values;
  }
  EXPECT_EQ(values, 40);
}

} // namespace learned_scheduling_test
} // namespace malha::testing
