// SPDX-License-Identifier: MIT
// The metrics of the plain pool, on what the thesis prints and on numbers derived by hand.
#include "reference_pool_by_hand.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing::reference_pool {
namespace reference_pool_metrics_test {

// 3.3.2: ten tasks of 300 s each, submitted at 50. Those of user 1 end at 400, those of user 2 at 650.
TEST(ReferencePool, SatisfactionIsWhatTheThesisPrints) {
  Input input = pool(std::vector<std::size_t>(10, 0), 2, {});
  Output output;
  for (const std::size_t user : {0u, 1u})
    for (int task = 0; task < 10; ++task) {
      input.tasks.push_back({user, 300, 50});
      output.tasks.push_back({50, 50, user == 0 ? 400. : 650.});
    }
  const auto percent = satisfactions(input, output);
  EXPECT_DOUBLE_EQ(percent[0].value(), 30000. / 350); // 85.71
  EXPECT_DOUBLE_EQ(percent[1].value(), 50);
  EXPECT_DOUBLE_EQ(mean_satisfaction(input, output), (30000. / 350 + 50) / 2);
  // The deviation of two numbers is their distance / sqrt(2).
  EXPECT_DOUBLE_EQ(satisfaction_deviation(input, output), (30000. / 350 - 50) / std::sqrt(2.0));
}

// 3.3.3: ten machines, of which each user owns five.
TEST(ReferencePool, FeasibleSharesAreWhatTheThesisPrints) {
  EXPECT_EQ(feasible_shares({5, 5}, {10, 0}, 10), (std::vector<int>{10, 0}));
  EXPECT_EQ(feasible_shares({5, 5}, {10, 10}, 10), (std::vector<int>{5, 5}));
}

// 6 + 2 + 3 machines are within the shares. The 9 others go in turn to users 0 and 2, who then have 5 and 4
// more than their shares.
TEST(ReferencePool, FeasibleSharesDivideTheExcessEqually) {
  EXPECT_EQ(feasible_shares({6, 8, 3, 3}, {15, 2, 15, 0}, 20), (std::vector<int>{11, 2, 7, 0}));
  EXPECT_EQ(feasible_shares({6, 8, 3, 3}, {1, 2, 0, 4}, 20), (std::vector<int>{1, 2, 0, 4}));
}

} // namespace reference_pool_metrics_test
} // namespace malha::testing::reference_pool
