// SPDX-License-Identifier: MIT
// Published schedules of workflows, task by task: the scenarios of docs/studies/workflows.md whose sources
// print dates.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace workflows_test {

/// A task of a workflow as a run had it.
struct Ran {
  Seconds start = 0, end = 0;
  std::string resource;
};

class WorkflowStudy : public ::testing::Test {
protected:
  /// Runs the scenario, in which each published value must agree.
  void run(const std::string& scenario, std::size_t published) {
    const auto said = run_shell("$MALHA run " + scenario + " -o out", folder_.path());
    EXPECT_EQ(said.status, 0) << said.err << said.out;
    std::size_t values = 0;
    CsvReader verdicts(folder_ / "out" / "verdicts.csv");
    while (verdicts.next()) {
      ++values;
      EXPECT_EQ(verdicts.text("verdict"), "agrees") << verdicts.place();
    }
    EXPECT_EQ(values, published);
  }
  /// The tasks of its run, by number.
  std::vector<Ran> tasks(const std::string& scenario, const std::string& run) const {
    std::map<std::int64_t, Ran> tasks;
    CsvReader jobs(folder_ / "out" / scenario / run / "all" / "seed=0" / "jobs.csv");
    while (jobs.next())
      tasks[jobs.integer("job_id")] = {jobs.real("starting_time"), jobs.real("finish_time"),
                                       jobs.text("allocated_resources")};
    std::vector<Ran> all;
    for (const auto& [number, task] : tasks)
      all.push_back(task);
    return all;
  }

  const TemporaryFolder folder_;
};

/// SimGrid prints six digits behind the point.
constexpr Seconds printed = 0.5e-6 + 1e-9;

// SimGrid 3.32, examples/cpp/dag-from-dax/s4u-dag-from-dax.tesh: root and end on the first host, and the
// three tasks on those behind it.
TEST_F(WorkflowStudy, TransfersShareLinks) {
  run("workflows-shared-links", 1);
  const auto tasks = this->tasks("workflows-shared-links", "in-turn");
  const std::vector<Ran> published{{0, 0, "0"},
                                   {0.024301, 42.024301, "1"},
                                   {0.024301, 42.024301, "2"},
                                   {42.048602, 84.048602, "3"},
                                   {84.090777, 84.090777, "0"}};
  ASSERT_EQ(tasks.size(), published.size());
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    SCOPED_TRACE(task);
    EXPECT_NEAR(tasks[task].start, published[task].start, printed);
    EXPECT_NEAR(tasks[task].end, published[task].end, printed);
    EXPECT_EQ(tasks[task].resource, published[task].resource);
  }
}

// SimGrid 3.32, examples/cpp/dag-scheduling/s4u-dag-scheduling.tesh: hosts 26, 27, 28, 30, 31 and 32 are
// resources 0, 1, 2, 4, 5 and 6. The task end is given to its host when its only parent ends, at 98.135775 s.
TEST_F(WorkflowStudy, MinMinOfSimGridPlacesEachTask) {
  run("workflows-montage25", 1);
  const auto tasks = this->tasks("workflows-montage25", "steps");
  const std::vector<std::string> published{"0", "6", "1", "4", "1", "0", "6", "2", "1", "4", "0", "1", "5",
                                           "0", "1", "1", "1", "0", "1", "6", "4", "1", "1", "1", "1", "1"};
  ASSERT_EQ(tasks.size(), published.size());
  for (std::size_t task = 0; task < tasks.size(); ++task)
    EXPECT_EQ(tasks[task].resource, published[task]) << task;
  // Dates at which tasks were given, which are those at which the last of their parents ended.
  for (const auto& [parent, date] : std::map<std::size_t, Seconds>{{2, 14.582104},
                                                                   {0, 17.042829},
                                                                   {4, 29.547201},
                                                                   {1, 32.629864},
                                                                   {7, 60.434831},
                                                                   {14, 61.228672},
                                                                   {15, 62.772102},
                                                                   {19, 88.573854},
                                                                   {21, 90.158236},
                                                                   {22, 93.450123},
                                                                   {23, 97.646883},
                                                                   {24, 98.135775}})
    EXPECT_NEAR(tasks[parent].end, date, printed) << parent;
  EXPECT_NEAR(tasks.back().end, 98.135796, printed);
}

// DSLab (a6c155e8), crates/dslab-dag/tests/tests.rs. Direct: 600 / 10 + 0.1 s from the host of the input, ten
// tasks of 2 to 11 s, 700 / 10 + 0.1 s to that of the output: 195.2 s. By the master: twice (6700 / 10 + 11 x
// 0.1) + 65 = 1407.2 s.
TEST_F(WorkflowStudy, ChainOfDsLab) {
  run("workflows-dslab-chain", 2);
  EXPECT_DOUBLE_EQ(tasks("workflows-dslab-chain", "direct").back().end, 195.2);
  EXPECT_DOUBLE_EQ(tasks("workflows-dslab-chain", "via-master").back().end, 1407.2);
}

// 2 s, 10.1 s for 100 B, 10 s, 20.1 s for 200 B, 2 s: 44.2 s.
TEST_F(WorkflowStudy, ForkAndJoinOfDsLab) { run("workflows-dslab-fork-join", 1); }

} // namespace workflows_test
} // namespace malha::testing
