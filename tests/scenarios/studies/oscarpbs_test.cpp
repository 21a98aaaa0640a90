// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace oscarpbs_test {

/// "time job decision reason promised_start" of each row; jobs count from 0 in the order of the example.
std::vector<std::string> decisions_in(const std::filesystem::path& folder) {
  std::vector<std::string> rows;
  CsvReader reader(folder / "decisions.csv");
  while (reader.next())
    rows.push_back(reader.text("time") + ' ' + reader.text("job_id") + ' ' + reader.text("decision") + ' ' +
                   reader.text("reason") +
                   (reader.text("promised_start").empty() ? "" : ' ' + reader.text("promised_start")));
  return rows;
}

/// CPUs of each job; machine m has those from 8m to 8m + 7.
std::vector<std::string> cpus_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> by_job;
  CsvReader reader(folder / "jobs.csv");
  while (reader.next())
    by_job[reader.text("job_id")] = reader.text("allocated_resources");
  std::vector<std::string> cpus;
  for (const auto& [job, allocated] : by_job)
    cpus.push_back(allocated);
  return cpus;
}

struct Example {
  const char* name;
  std::vector<std::string> decisions, cpus;
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.name; }

class OscarPbsExample : public ::testing::TestWithParam<Example> {};

TEST_P(OscarPbsExample, GoesPushByPushAsItsSourceTells) {
  const TemporaryFolder folder;
  const auto& example = GetParam();
  const auto said = run_shell("$MALHA run oscarpbs-" + std::string(example.name) + " -o out", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  const auto run = folder / "out" / ("oscarpbs-" + std::string(example.name)) / "oscarpbs/all/seed=0";
  EXPECT_EQ(decisions_in(run), example.decisions);
  EXPECT_EQ(cpus_in(run), example.cpus);
  const auto valid = run_shell("$MALHA validate '" + run.string() + "'", folder.path());
  EXPECT_EQ(valid.status, 0) << valid.out << valid.err;
}

// Section 5.3 of the source. Where jobs run already, they begin 10 s before the example does.
INSTANTIATE_TEST_SUITE_P(
    Section53, OscarPbsExample,
    ::testing::Values(
        // A, B, C, D: B is pushed from the first machine to the second, and D goes where it lay.
        Example{"x1",
                {"0 1 move fragment 0 from host-0 to host-1", "0 0 start fits", "0 1 start fits",
                 "0 2 start fits", "0 3 start fits"},
                {"0-1", "8-10", "11-15", "2-7"}},
        // E, F, G, H: F, the later of two equal ones, is pushed.
        Example{"x2",
                {"0 1 move fragment 0 from host-0 to host-1", "0 0 start fits", "0 1 start fits",
                 "0 2 start fits", "0 3 start fits"},
                {"0-1", "8-9", "10-15", "2-7"}},
        // I, J, K, L: K, reserved from 190 s after the example begins, is pushed and keeps its date; L takes
        // 4 of the 5 CPUs beside I. J ends at 110 s and leaves K its machine.
        Example{"x3",
                {"0 0 start fits", "0 1 start fits", "0 2 wait reserved 200",
                 "10 2 move fragment 0 from host-0 to host-1", "10 3 start fits",
                 "110 2 start pulled_forward"},
                {"0-2", "8-13", "8-14", "3-6"}},
        // M, N, O, P, Q: the first fragment of P is pushed to the third machine for the second of Q.
        Example{"x4",
                {"0 0 start fits", "0 1 start fits", "0 2 start fits",
                 "10 3 move fragment 0 from host-0 to host-2", "10 3 start fits", "10 4 start fits"},
                {"0-4", "8-10", "16-21", "11-12 22-23", "5-7 13-15"}}),
    [](const auto& one) { return std::string(one.param.name); });

// A batch's mean response under TORQUE has a standard deviation of some 3000 s, so that of ten batches one of
// 950 s: 12280 s, on which the shapes are calibrated, must be within a third, 4.3 of those.
TEST(OscarPbsBatch, IsCalibratedOnTorqueAlone) {
  const TemporaryFolder folder;
  const auto said = run_shell("$MALHA run oscarpbs-e1 --seeds 10 -o out", folder.path());
  EXPECT_LE(said.status, 1) << said.err;
  double sum = 0;
  int number = 0;
  CsvReader reader(folder / "out/runs.csv");
  while (reader.next())
    if (reader.text("run") == "torque" && reader.text("metric") == "mean_waiting_time") {
      sum += reader.real("value");
      ++number;
    }
  ASSERT_EQ(number, 10);
  EXPECT_NEAR(sum / number, 12280, 12280.0 / 3);
}

} // namespace oscarpbs_test
} // namespace malha::testing
