// SPDX-License-Identifier: MIT
// The plain pool against what the dossier of the study prints of its own model. One row of model_column.csv
// is one number: the mean over the phases 0, 2 … 18, rounded to the digits that are printed.
#include "reference_pool_cases.hpp"
#include "tests/support/names.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace malha::testing::reference_pool {
namespace reference_pool_column_test {

struct Row {
  std::string scenario, run, x, metric, value;
};

std::vector<Row> model_column() {
  std::ifstream file(std::string(MALHA_SOURCE_FOLDER) + "/tests/actors/ownership/model/model_column.csv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    Row row;
    for (std::string* field : {&row.scenario, &row.run, &row.x, &row.metric, &row.value})
      std::getline(fields, *field, ',');
    rows.push_back(row);
  }
  return rows;
}

double value_of(const std::string& metric, const Input& input, const Output& output) {
  static const std::string of_user = "user_satisfaction.user-";
  if (metric.compare(0, of_user.size(), of_user) == 0)
    return satisfactions(input, output).at(std::stoul(metric.substr(of_user.size())) - 1).value();
  if (metric == "policy_violation")
    return policy_violation(input, output);
  if (metric == "loss_of_capacity")
    return loss_of_capacity(input, output);
  if (metric == "policy_cost")
    return policy_cost(input, output);
  if (metric == "makespan")
    return makespan(output);
  throw std::invalid_argument("no metric is called " + metric);
}

/// Half a unit of the last digit that is printed.
double half_a_digit(const std::string& value) { return value.find('.') == std::string::npos ? 0.5 : 0.05; }

class ReferencePoolColumn : public ::testing::TestWithParam<std::string> {};

TEST_P(ReferencePoolColumn, IsThatOfTheModel) {
  int compared = 0;
  for (const Row& row : model_column())
    if (row.scenario == GetParam()) {
      Input input = scenario(row.scenario);
      choose_run(input, row.run);
      input.maxt = row.x.empty() || row.x == "all" ? 0 : std::stoul(row.x);
      const double mean = mean_over_phases(input, [&row](const Input& one, const Output& output) {
        return value_of(row.metric, one, output);
      });
      // A mean of ten doubles may be off by some 1e-12.
      EXPECT_LE(std::abs(mean - std::stod(row.value)), half_a_digit(row.value) + 1e-9)
          << row.run << " " << row.x << " " << row.metric << ": " << row.value << " is printed, " << mean
          << " comes out";
      ++compared;
    }
  // Case 1: 3 values of maxt, 2 runs, 3 metrics and 2 users: 30. Others: 3 runs with a makespan and each
  // user, and 3 metrics in 2 of them: 9 + 3 * 2 users = 15, or 9 + 3 * 4 users = 21.
  const bool is_case_1 = GetParam().find("actuation") != std::string::npos;
  EXPECT_EQ(compared, is_case_1 ? 30 : 9 + 3 * static_cast<int>(scenario(GetParam()).users));
}

std::vector<std::string> scenarios() {
  std::vector<std::string> names;
  for (const Row& row : model_column())
    if (names.empty() || names.back() != row.scenario)
      names.push_back(row.scenario);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, ReferencePoolColumn, ::testing::ValuesIn(scenarios()), ByValue());

TEST(ReferencePoolVariants, TheColumnHas339Numbers) {
  // Case 1: 3 scenarios of 30. 11 scenarios of two users: 15 each. 4 of four users: 21 each.
  EXPECT_EQ(model_column().size(), 3 * 30 + 11 * 15 + 4 * 21);
  EXPECT_EQ(scenarios().size(), 18);
}

/// Of a user, in %: the mean over the phases.
double satisfaction(Input input, const std::string& run, std::size_t user) {
  choose_run(input, run);
  return mean_over_phases(input, [user](const Input& one, const Output& output) {
    return satisfactions(one, output).at(user).value();
  });
}

// What the dossier prints in P3, P5 and P7, rounded to its digits.

TEST(ReferencePoolVariants, NegotiatingByUsageTriplesTheLossOfCapacity) {
  Input input = scenario("osep-a5-short-tasks");
  choose_run(input, "osep");
  EXPECT_EQ(mean_over_phases(input, loss_of_capacity), 500);
  input.negotiation = Negotiation::fair_share;
  input.key = Key::usage;
  EXPECT_EQ(mean_over_phases(input, loss_of_capacity), 1500);
}

// Five machines are free at 100 s. Taken literally, P3 preempts for user 2 when his tasks become visible, at
// 110, if a decision comes before the negotiation that gives him the free ones. Each of the preempted
// machines is idle for 10 s, which is 50 %·s.
TEST(ReferencePoolVariants, PreemptingInSpiteOfFreeMachinesLosesMore) {
  Input input = scenario("osep-a9-equal-shares-same-tasks");
  choose_run(input, "osep");
  EXPECT_EQ(mean_over_phases(input, loss_of_capacity), 500);
  input.free_first = false;
  EXPECT_EQ(mean_over_phases(input, loss_of_capacity), 625);
}

struct Printed {
  std::string scenario;
  double half_life, first, second;
};

TEST(ReferencePoolVariants, CondorsKeyNeedsAShortHalfLife) {
  for (const Printed& printed :
       {Printed{"osep-a3-demand-3x-share", 300, 73.6, 47.4},
        Printed{"osep-a3-demand-3x-share", 1800, 75.2, 45.5},
        Printed{"osep-a3-demand-3x-share", 7200, 76.8, 43.7},
        Printed{"osep-a3-demand-3x-share", 86400, 78.9, 41.2},
        Printed{"osep-a5-short-tasks", 300, 75.6, 56.7}, Printed{"osep-a5-short-tasks", 86400, 80.5, 49.0}}) {
    SCOPED_TRACE(printed.scenario + " with " + std::to_string(printed.half_life));
    Input input = scenario(printed.scenario);
    input.key = Key::condor;
    input.half_life = printed.half_life;
    EXPECT_NEAR(satisfaction(input, "fair-share", 0), printed.first, 0.05);
    EXPECT_NEAR(satisfaction(input, "fair-share", 1), printed.second, 0.05);
  }
}

// Workloads that 6.1 weighs and drops, with the satisfaction that it prints for them.

TEST(ReferencePoolVariants, InCase1UserTwoIsNearSeventyWithAsManyTasksAsUserOne) { // item 5
  const Input input = pool_of({10, 10}, {{20, {300}, 0}, {20, {300}, 60}});
  EXPECT_NEAR(satisfaction(input, "osep", 1), 69.5, 0.05);
}

TEST(ReferencePoolVariants, InCase8OtherNumbersOfTasksFitWorse) { // item 6
  const Input long_first = two_users({20, {3600}, 0}, {10, {600}, 300});
  EXPECT_NEAR(satisfaction(long_first, "osep", 0), 89.5, 0.05);
  EXPECT_NEAR(satisfaction(long_first, "osep-ckpt", 0), 92.3, 0.05);
  const Input short_first = two_users({20, {600}, 0}, {10, {3600}, 300});
  EXPECT_NEAR(satisfaction(short_first, "osep", 0), 73.1, 0.05);
  EXPECT_NEAR(satisfaction(short_first, "osep-ckpt", 0), 81.1, 0.05);
  EXPECT_NEAR(satisfaction(two_users({15, {3600}, 0}, {10, {600}, 300}), "fair-share", 1), 73, 0.5);
}

TEST(ReferencePoolVariants, InCase9TheOrderOfLengthsIsInterleaved) { // item 10: 76 to 77 %, and 47 %
  const std::vector<double> short_first{600,  600,  600,  600,  600,  1800, 1800, 1800,
                                        1800, 1800, 3600, 3600, 3600, 3600, 3600};
  const std::vector<double> long_first(short_first.rbegin(), short_first.rend());
  for (std::size_t user = 0; user < 4; ++user) {
    const double with_short_first = satisfaction(four_users({5, 5, 5, 5}, short_first), "osep", user);
    EXPECT_GT(with_short_first, 76);
    EXPECT_LT(with_short_first, 77.5);
    EXPECT_EQ(std::floor(satisfaction(four_users({5, 5, 5, 5}, long_first), "osep", user)), 47);
  }
}

// With cycles that cost no time, P5 and P7 print these. A wave of 10 tasks of 600 s each: those of user 2 end
// 600, 1200 and 1800 s after 300, so his satisfaction is (100 + 50 + 33.3) / 3 = 61.1.
TEST(ReferencePoolVariants, CyclesThatCostNoTime) {
  const auto percent = [](Input input, const std::string& run, std::size_t user) {
    choose_run(input, run);
    input.period = 0.5; // divides all dates
    input.offset = 0;
    input.submission_delay = 0;
    return satisfactions(input, simulate(input)).at(user).value();
  };
  const Input case_3 = scenario("osep-a3-demand-3x-share"), case_5 = scenario("osep-a5-short-tasks");
  EXPECT_NEAR(percent(case_5, "osep-ckpt", 0), 68.9, 0.05);
  EXPECT_NEAR(percent(case_5, "osep-ckpt", 1), 61.1, 0.05);
  EXPECT_NEAR(percent(case_3, "fair-share", 0), 77.8, 0.05);
  EXPECT_NEAR(percent(case_3, "fair-share", 1), 48.9, 0.05);
}

} // namespace reference_pool_column_test
} // namespace malha::testing::reference_pool
