// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace random_test {

// Each of 3 clusters gets 1000 of 3000 jobs, with a standard deviation of sqrt(3000 * 1/3 * 2/3) = 25.8. Five
// of them: 129.
TEST(Random, DrawsAllClustersAsOften) {
  SelectionAsking random("multicluster/random");
  std::vector<int> chosen(3);
  for (int job = 0; job < 3000; ++job)
    ++chosen.at(static_cast<std::size_t>(random.among_all()));
  for (const int number : chosen)
    EXPECT_NEAR(number, 1000, 129);
  EXPECT_FALSE(random.wanted_states);
}

TEST(Random, DrawsAmongTheCandidatesAlone) {
  SelectionAsking random("multicluster/random");
  for (int job = 0; job < 100; ++job)
    EXPECT_NE(random.among({0, 2}), 1);
  EXPECT_EQ(random.among({1}), 1);
}

} // namespace random_test
} // namespace malha::test
