// SPDX-License-Identifier: MIT
#include "tests/support/program.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

namespace malha::testing {
namespace benchmark_test {

/// The lines of the table of ratios, which is the last thing printed.
std::vector<std::string> table_of(const std::string& out) {
  std::vector<std::string> rows;
  std::istringstream text(out.substr(std::min(out.size(), out.rfind("ratio\n"))));
  std::string row;
  std::getline(text, row);
  while (std::getline(text, row))
    rows.push_back(row);
  return rows;
}

// On a size that says nothing about speed: that both sides of each pattern run and come to the same result,
// and that the history of ratios has a column for each.
TEST(Benchmark, PrintsARatioOfTwoCostsForEveryPattern) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_BENCHMARK " 1 200", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  const auto rows = table_of(said.out);
  const std::vector<std::string> patterns{"messages/ping_pong_rendezvous",
                                          "messages/ping_pong_permanent",
                                          "messages/ping_pong_instant",
                                          "executions/alone",
                                          "executions/recorded",
                                          "executions/by_messages",
                                          "batch/easy",
                                          "grids/push",
                                          "grids/pull"};
  std::string columns = "commit,date,machine";
  for (const auto& pattern : patterns)
    columns += "," + pattern;
  const auto history = text_of(MALHA_SOURCE_FOLDER "/tests/benchmark/history/ratios.csv");
  EXPECT_EQ(history.substr(0, history.find('\n')), columns);
  ASSERT_EQ(rows.size(), patterns.size()) << said.out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::istringstream row(rows[i]);
    std::string pattern;
    double ours = 0, by_hand = 0, first_quartile = 0, last_quartile = 0, ratio = 0;
    row >> pattern >> ours >> by_hand >> first_quartile >> last_quartile >> ratio;
    EXPECT_EQ(pattern, patterns[i]);
    EXPECT_GT(ours, 0);
    EXPECT_GT(by_hand, 0);
    EXPECT_GT(ratio, 0);
  }
}

// On as few jobs: that the bare EASY and ours agree on the mean wait, which the program itself checks, and
// that every line is there.
TEST(BatchBenchmark, PrintsJobsASecondForEveryPolicyAndLoad) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_BATCH_BENCHMARK " 500 500", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  int lines = 0;
  std::istringstream text(said.out);
  std::string policy, rest;
  for (std::getline(text, rest); text >> policy && std::getline(text, rest); ++lines)
    EXPECT_TRUE(policy == "easy_backfill" || policy == "fcfs" || policy == "conservative_backfill") << policy;
  EXPECT_EQ(lines, 8) << said.out; // three policies at loads 0.9 and 1.0, two at 1.2
}

// On as few jobs: that every job of every batch gets its row, which the program itself checks.
TEST(OscarPbsBenchmark, PrintsTheCostOfACycleForEveryBatch) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_OSCARPBS_BENCHMARK " 50", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 9) << said.out; // a header and eight batches
}

/// The words of every line whose first word begins so.
std::vector<std::vector<std::string>> lines_of(const std::string& out, const std::string& beginning) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);)
    if (line.rfind(beginning, 0) == 0) {
      std::istringstream words(line);
      lines.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    }
  return lines;
}

// On as few tasks: that both sides of push and of pull end at the same simulated date, which the program
// itself checks, and that every line is there.
TEST(GridsBenchmark, PrintsTheCostOfATaskForEveryArchitectureAndTheRatiosToS4u) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_GRIDS_BENCHMARK " 1 300 1200", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(lines_of(said.out, "broker.").size(), 6) << said.out;      // three policies on two grids
  EXPECT_EQ(lines_of(said.out, "tuple_space.").size(), 4) << said.out; // without and with checkpoints
  EXPECT_EQ(lines_of(said.out, "instant ").size(), 2) << said.out;     // the header, and the largest bag
  EXPECT_EQ(lines_of(said.out, "network ").size(), 1) << said.out;
  for (const auto* pattern : {"push: ", "pull: "}) {
    const auto lines = lines_of(said.out, pattern);
    ASSERT_EQ(lines.size(), 1) << said.out;
    ASSERT_GE(lines.front().size(), 5); // pattern, deployment, ours, by hand, ratio
    for (std::size_t number = 2; number < 5; ++number)
      EXPECT_GT(std::stod(lines.front()[number]), 0) << said.out;
  }
}

// With trees of at most 100 nodes: that both solvers find the same where they end, which the program itself
// checks, and that every line is there.
TEST(CoallocationBenchmark, PrintsTheStepsOfEveryPolicyAndSolver) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_COALLOCATION_BENCHMARK " 100", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  std::size_t rows = 0;
  for (const char digit : std::string("123456789"))
    rows += lines_of(said.out, std::string(1, digit)).size();
  EXPECT_EQ(rows, 20u + 11 + 9 + 9) << said.out;
}

TEST(EstimatesBenchmark, PrintsTheCostOfAnEstimateForEveryQueue) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_ESTIMATES_BENCHMARK " 1", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(lines_of(said.out, "dedicated").size(), 5u) << said.out;
  EXPECT_EQ(lines_of(said.out, "shared").size(), 4u) << said.out;
}

// On 100 machines: that half of them change hands at one date, and that every line is there.
TEST(PoolsBenchmark, PrintsTheCostOfChangingHandsAndOfATask) {
  const TemporaryFolder folder;
  const auto said = run_shell(MALHA_POOLS_BENCHMARK " 1 100 400", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  for (const auto* policy : {"ownership/osep stops", "ownership/owner_share starts"}) {
    const auto lines = lines_of(said.out, policy);
    ASSERT_EQ(lines.size(), 2) << said.out; // 2 and 100 users
    for (const auto& words : lines)
      EXPECT_EQ(words.at(3), "50") << said.out; // policy, what it does, users, tasks
  }
  for (const auto* deployment : {"ownership.osep", "ownership.fair_share", "broker.workqueue"})
    EXPECT_EQ(lines_of(said.out, deployment).size(), 1) << said.out;
}

} // namespace benchmark_test
} // namespace malha::testing
