// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/workflow/precedences.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace malha::testing {
namespace random_dag_test {

Job random_dag(Settings settings, std::uint64_t seed = 1) {
  settings.emplace("resources", "4");
  return jobs_of("random_dag", settings, seed).at(0);
}

/// The number of tasks of each level.
std::vector<int> widths_of(const workflow::Graph& graph) {
  std::vector<int> widths;
  for (int task = 0; task < graph.tasks(); ++task) {
    const auto level = static_cast<std::size_t>(graph.level(task));
    widths.resize(std::max(widths.size(), level + 1));
    ++widths[level];
  }
  return widths;
}

// sqrt(100) / alpha levels in the mean: 20, 10 and 5. The height is uniform from half to one and a half
// times that.
TEST(RandomDag, HasItsTasksInLevels) {
  for (const auto& [alpha, mean] : std::map<std::string, double>{{"0.5", 20}, {"1", 10}, {"2", 5}})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto graph = workflow::precedences_of(random_dag({{"alpha", alpha}}, seed));
      const auto widths = widths_of(graph);
      EXPECT_EQ(graph.tasks(), 100);
      EXPECT_GE(widths.size(), mean / 2);
      EXPECT_LE(widths.size(), std::ceil(1.5 * mean));
      for (int task = 1; task < graph.tasks(); ++task)
        EXPECT_GE(graph.level(task), graph.level(task - 1)) << "tasks are numbered level by level";
    }
}

// Heights are uniform in [5, 15], rounded: standard deviation 10 / sqrt(12) = 2.9. The mean of 400 is within
// five standard errors of 10: 5 * 2.9 / 20 = 0.73.
TEST(RandomDag, HasTheMeanHeight) {
  double sum = 0;
  for (const auto& job : jobs_of("random_dag", {{"jobs", "400"}, {"resources", "0"}}))
    sum += static_cast<double>(widths_of(workflow::precedences_of(job)).size());
  EXPECT_NEAR(sum / 400, 10, 0.73);
}

// A task above the last level has min(out_degree, tasks of the next level) children, or one of the equal
// parts of the next level, rounded up or down, if that is more.
TEST(RandomDag, HasTheOutDegree) {
  for (const int out_degree : {1, 3, 1000})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto graph = workflow::precedences_of(
          random_dag({{"out_degree", std::to_string(out_degree)}, {"alpha", "1.5"}}, seed));
      const auto widths = widths_of(graph);
      for (int task = 0; task < graph.tasks(); ++task) {
        const auto level = static_cast<std::size_t>(graph.level(task));
        const int below = level + 1 < widths.size() ? widths[level + 1] : 0;
        const int least = std::max(std::min(out_degree, below), below / widths[level]);
        const int most = std::max(std::min(out_degree, below), (below + widths[level] - 1) / widths[level]);
        const auto children = static_cast<int>(graph.children(task).size());
        EXPECT_GE(children, least);
        EXPECT_LE(children, most);
        for (const auto& child : graph.children(task))
          EXPECT_EQ(graph.level(child.task), graph.level(task) + 1);
      }
    }
}

TEST(RandomDag, JumpsOverLevels) {
  const auto graph = workflow::precedences_of(random_dag({{"jump", "3"}, {"out_degree", "5"}}));
  int longest = 0;
  for (int task = 0; task < graph.tasks(); ++task)
    for (const auto& child : graph.children(task))
      longest = std::max(longest, graph.level(child.task) - graph.level(task));
  EXPECT_EQ(longest, 3); // of 400 and more precedences, each of which spans three levels with a third of odds
}

// The time of data is uniform from 0 to 2 ccr means, and the run time of a task from 0 to 2 means: relative
// standard errors of 1 / sqrt(3 edges) and 1 / sqrt(3 tasks). The ratio is within five times their sum in
// squares. Run times by host are uniform around those of the task: their mean over 2 * 2000 adds (beta / 2)²
// / 3 of the square of a run time, less than 0.0001 in all.
TEST(RandomDag, HasItsRatioOfCommunicationToComputation) {
  for (const double ccr : {0.1, 1.0, 10.0}) {
    const Job job = random_dag(
        {{"tasks", "2000"}, {"resources", "2"}, {"ccr", std::to_string(ccr)}, {"bandwidth", "1000"}});
    Bytes data = 0;
    for (const auto& file : job.details->files)
      data += file.size;
    const auto edges = static_cast<double>(job.details->files.size());
    const auto& times = job.details->run_times;
    const double run_time =
        std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    const double ours = data / edges / 1000 / run_time;
    EXPECT_NEAR(ours / ccr, 1, 5 * std::sqrt(1 / (3 * edges) + 1 / (3 * 2000.0) + 0.0001));
    EXPECT_EQ(job.precedences.size(), job.details->files.size());
  }
}

TEST(RandomDag, HasRunTimesForEachResourceOfThePlatform) {
  const Job job = jobs_of("random_dag", {{"tasks", "3"}}).at(0);
  EXPECT_EQ(job.details->run_times.size(), 3u * generated_for);
}

// All run times of a task lie in an interval whose ends are as 1 - beta / 2 to 1 + beta / 2. No task takes
// more than 2 * 10 * (1 + beta / 2) = 25 s.
TEST(RandomDag, HasRunTimesByHost) {
  const Job job = random_dag({{"beta", "0.5"}, {"resources", "8"}});
  const auto& times = job.details->run_times;
  ASSERT_EQ(times.size(), 800u);
  EXPECT_EQ(job.details->latencies, std::vector<Seconds>{0});
  EXPECT_EQ(job.details->bandwidths, std::vector<double>{1e6});
  for (auto row = times.begin(); row != times.end(); row += 8) {
    const auto [least, greatest] = std::minmax_element(row, row + 8);
    EXPECT_LE(*greatest / *least, 1.25 / 0.75);
    EXPECT_LE(*greatest, 25);
  }
  EXPECT_TRUE(job.tasks[0].is_delay);
}

TEST(RandomDag, MayLeaveRunTimesToTheSpeeds) {
  const Job job = random_dag({{"resources", "0"}});
  EXPECT_TRUE(job.details->run_times.empty());
  EXPECT_FALSE(job.tasks[0].is_delay);
  EXPECT_EQ(job.tasks[0].reference_speed, generated_at);
  EXPECT_LE(job.tasks[0].length, 20);
}

// The number of resources and the ratio change neither the graph nor what a task takes without its hosts.
TEST(RandomDag, TheSeedDecidesEachThingApart) {
  const auto one = random_dag({}), same = random_dag({}), other = random_dag({}, 2),
             related = random_dag({{"resources", "0"}, {"ccr", "10"}});
  EXPECT_EQ(one.precedences, same.precedences);
  EXPECT_EQ(one.details->run_times, same.details->run_times);
  EXPECT_NE(one.precedences, other.precedences);
  EXPECT_NE(one.details->run_times, other.details->run_times);
  EXPECT_EQ(one.precedences, related.precedences);
  for (std::size_t file = 0; file < one.details->files.size(); ++file)
    EXPECT_DOUBLE_EQ(10 * one.details->files[file].size, related.details->files[file].size);
  for (std::size_t task = 0; task < one.tasks.size(); ++task)
    for (std::size_t resource = 0; resource < 4; ++resource)
      EXPECT_NEAR(one.details->run_times[4 * task + resource], related.tasks[task].length,
                  0.25 * related.tasks[task].length);
}

TEST(RandomDag, RefusesWhatIsTooLarge) {
  EXPECT_EQ(
      thrown<InputError>([] {
        random_dag({{"tasks", "1000000"}, {"resources", "11"}});
      }),
      "workload 'random_dag': 1e+06 tasks have 1.1e+07 run times on 11 resources; valid: at most 1e+07");
  const auto said = thrown<InputError>([] {
    random_dag({{"tasks", "100000"}, {"out_degree", "100000"}, {"resources", "0"}, {"alpha", "10"}});
  });
  EXPECT_EQ(said.rfind("workload 'random_dag': a workflow may have ", 0), 0u) << said;
  EXPECT_NE(said.find(" precedences; valid: at most 1e+07, by fewer tasks or a lower out_degree"),
            std::string::npos)
      << said;
  EXPECT_EQ(thrown<std::invalid_argument>([] {
              random_dag({{"beta", "3"}});
            }),
            "parameter 'beta' cannot be '3'; valid: a number, from 0 to 2");
}

} // namespace random_dag_test
} // namespace malha::testing
