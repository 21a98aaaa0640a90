// SPDX-License-Identifier: MIT
// Estimators do not know what local users really cost: twin runs that differ in nothing but `penalty`.
#include "whole_runs.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"

#include <array>
#include <limits>

namespace malha::testing {
namespace penalty_test {

/// Half of the nodes have users, who move each 7 s. Jobs share nodes, and come much faster than they end.
RunRequest shared_clusters(const std::string& estimator, std::uint64_t seed, const std::string& penalty) {
  RunRequest request;
  request.platform = "clusters";
  request.deployment = "multicluster.mcisne";
  request.workload = "nas_jobs";
  request.seed = seed;
  request.environment = {"local_users"};
  request.settings = {{"transport", "instant"},
                      {"platform.sizes", "4,6,8"},
                      {"platform.speeds", "1e9/0.6e9,0.9e9/0.8e9"},
                      {"workload.jobs", "60"},
                      {"workload.sizes", "2,4"},
                      {"workload.gap", "0.7"},
                      {"policy.estimator", "multicluster/" + estimator},
                      {"history", MALHA_SOURCE_FOLDER "/scenarios/mcisne/history.csv"},
                      {"local_users.local_share", "50"},
                      {"local_users.redraw", "7"},
                      {"local_users.penalty", penalty}};
  return request;
}

using Dates = std::map<std::string, std::array<double, 2>>;

/// Start and end of each job, by its id.
Dates dates_of(const std::filesystem::path& out) {
  Dates dates;
  for (CsvReader rows(out / "jobs.csv"); rows.next();)
    dates[rows.text("job_id")] = {rows.real("starting_time"), rows.real("finish_time")};
  return dates;
}

/// The first date at which a job starts or ends in one of the runs and not in the other.
double first_difference(const Dates& one, const Dates& other) {
  double first = std::numeric_limits<double>::infinity();
  for (const auto& [job, dates] : one)
    for (std::size_t i = 0; i < dates.size(); ++i)
      if (dates[i] != other.at(job)[i])
        first = std::min({first, dates[i], other.at(job)[i]});
  return first;
}

/// The rows of predictions.csv before that date, as they are written.
std::vector<std::string> predictions_before(double date, const std::filesystem::path& out) {
  std::vector<std::string> found;
  for (CsvReader rows(out / "predictions.csv"); rows.next();)
    if (rows.real("date") < date) {
      std::string row;
      for (const auto* column : {"job_id", "site", "date", "waiting_time", "execution_time", "local_nodes"})
        row += rows.text(column) + " ";
      found.push_back(row);
    }
  return found;
}

class PenaltyInvariants : public ::testing::TestWithParam<const char*> {};

TEST_P(PenaltyInvariants, IsNotKnownToEstimators) {
  WholeRuns runs;
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    const TemporaryFolder folder;
    runs.run(shared_clusters(GetParam(), seed, "0"), folder / "without");
    runs.run(shared_clusters(GetParam(), seed, "0.9"), folder / "with");
    ASSERT_FALSE(HasFailure());
    const auto same_until = first_difference(dates_of(folder / "without"), dates_of(folder / "with"));
    EXPECT_LT(same_until, std::numeric_limits<double>::infinity()); // users do cost something
    const auto predictions = predictions_before(same_until, folder / "without");
    EXPECT_EQ(predictions, predictions_before(same_until, folder / "with"));
    compared += predictions.size();
  }
  EXPECT_GT(compared, 50u);
}

INSTANTIATE_TEST_SUITE_P(Of, PenaltyInvariants,
                         ::testing::Values("smith", "li", "ibl", "hanzich", "sdpn", "hybrid", "combined"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace penalty_test
} // namespace malha::testing
