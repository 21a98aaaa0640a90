// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/workflow/precedences.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace daggen_test {

Job daggen(const Settings& settings, std::uint64_t seed = 1) {
  return jobs_of("daggen", settings, seed).at(0);
}

/// Of regular workflows, whose levels have ten tasks, the level of a task in which it was put.
int put_in(int task) { return task / 10; }

// 100 ^ 0.5 = 10 tasks in each of 10 levels. A task has one parent, and others up to half of 10, which are
// drawn below 5 and cut: 1 to 5.
TEST(Daggen, HasLevelsOfAPowerOfItsTasks) {
  const auto graph = workflow::precedences_of(daggen({{"regular", "1"}}));
  ASSERT_EQ(graph.tasks(), 100);
  std::size_t most = 0;
  for (int task = 0; task < 100; ++task) {
    EXPECT_EQ(graph.level(task), put_in(task));
    most = std::max(most, graph.parents(task).size());
    EXPECT_GE(graph.parents(task).size(), task < 10 ? 0u : 1u);
  }
  EXPECT_EQ(most, 5u); // of 90 tasks, each with a fifth of odds
}

// The number of parents is uniform over 1 to 5: 3 in the mean, with a standard deviation of 1.41. 90 tasks in
// each of 20 workflows: five standard errors are 5 * 1.41 / sqrt(1800) = 0.17.
TEST(Daggen, DrawsParentsUniformly) {
  double precedences = 0;
  for (const auto& job : jobs_of("daggen", {{"regular", "1"}, {"jobs", "20"}}))
    precedences += static_cast<double>(job.precedences.size());
  EXPECT_NEAR(precedences / 1800, 3, 0.17);
}

// With density 0 each task but those of the first level has one parent. With regular 0.5 a level has 5 to 15
// tasks, so that 100 tasks have 7 to 20 levels.
TEST(Daggen, HasLevelsOfDifferentWidths) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto graph = workflow::precedences_of(daggen({{"regular", "0.5"}, {"density", "0"}}, seed));
    int levels = 0, first = 0;
    for (int task = 0; task < graph.tasks(); ++task) {
      levels = std::max(levels, graph.level(task) + 1);
      first += graph.level(task) == 0 ? 1 : 0;
      EXPECT_EQ(graph.parents(task).size(), graph.level(task) == 0 ? 0u : 1u);
    }
    EXPECT_GE(levels, 7);
    EXPECT_LE(levels, 20);
    EXPECT_GE(first, 5);
    EXPECT_LE(first, 15);
  }
}

TEST(Daggen, JumpsOverLevels) {
  const Job job = daggen({{"regular", "1"}, {"jump", "4"}});
  int longest = 0;
  for (const auto& [before, after] : job.precedences)
    longest = std::max(longest, put_in(static_cast<int>(after)) - put_in(static_cast<int>(before)));
  EXPECT_EQ(longest, 4); // of some 250 precedences, each of which spans four levels with a quarter of odds
}

// Orders are 2048, 3072, …, 10240: 11264 itself is not reached. A task sends 8 B for each element to each of
// its children. Its work is at least 64 n² flop, and at most the greatest of 512 n², 1024 n² log2 n and n³.
TEST(Daggen, WorksOnMatrices) {
  const Job job = daggen({});
  for (const auto& file : job.details->files) {
    const double order = std::sqrt(file.size / 8);
    EXPECT_EQ(std::fmod(order, 1024), 0);
    EXPECT_GE(order, 2048);
    EXPECT_LE(order, 10240);
    const Flops work = job.tasks[static_cast<std::size_t>(file.producers.at(0))].work;
    EXPECT_GE(work, 64 * order * order);
    EXPECT_LE(work, std::max(order, 1024 * std::log2(order)) * order * order);
  }
  EXPECT_EQ(job.precedences.size(), job.details->files.size());
}

// 4096³, and a n² with a from 64 to 512.
TEST(Daggen, HasTheComplexityThatIsAskedFor) {
  const Settings one_order{{"mindata", "4096"}, {"maxdata", "4096"}};
  auto cubic = one_order, square = one_order, logarithmic = one_order;
  cubic["complexity"] = "n3";
  square["complexity"] = "n2";
  logarithmic["complexity"] = "n2logn";
  const double n2 = 4096.0 * 4096;
  for (const auto& task : daggen(cubic).tasks)
    EXPECT_EQ(task.work, n2 * 4096);
  for (const auto& task : daggen(square).tasks) {
    EXPECT_GE(task.work, 64 * n2);
    EXPECT_LT(task.work, 512 * n2);
  }
  for (const auto& task : daggen(logarithmic).tasks) {
    EXPECT_GE(task.work, 2 * 64 * 12 * n2);
    EXPECT_LT(task.work, 2 * 512 * 12 * n2);
  }
}

TEST(Daggen, TheSeedDecidesEachThingApart) {
  const auto one = daggen({}), same = daggen({}), other = daggen({}, 2),
             cubic = daggen({{"complexity", "n3"}});
  EXPECT_EQ(one.precedences, same.precedences);
  EXPECT_EQ(one.tasks[0].work, same.tasks[0].work);
  EXPECT_NE(one.precedences, other.precedences);
  EXPECT_NE(one.tasks[0].work, other.tasks[0].work);
  EXPECT_EQ(one.precedences, cubic.precedences);
}

TEST(Daggen, RefusesMatricesOfNoSize) {
  EXPECT_EQ(thrown<InputError>([] {
              daggen({{"mindata", "4096"}, {"maxdata", "2048"}});
            }),
            "workload 'daggen': parameter 'maxdata' cannot be '2048' with mindata=4096; valid: at least as "
            "much");
  EXPECT_EQ(thrown<std::invalid_argument>([] {
              daggen({{"fat", "2"}});
            }),
            "parameter 'fat' cannot be '2'; valid: a number, from 0 to 1");
  EXPECT_EQ(
      thrown<InputError>([] {
        daggen({{"tasks", "1000000"}, {"fat", "0.9"}});
      }),
      "workload 'daggen': a workflow may have more than 1e+07 precedences; valid: fewer, by fewer tasks "
      "or a lower density");
}

} // namespace daggen_test
} // namespace malha::testing
