// SPDX-License-Identifier: MIT
#include "malleable_theory.hpp"

#include <gtest/gtest.h>

#include <random>

namespace malha::testing {
namespace malleable_theory_test {

double sum_of(const std::vector<Seconds>& ends) { return std::accumulate(ends.begin(), ends.end(), 0.0); }

std::vector<Seconds> rounded(std::vector<Seconds> ends) {
  for (auto& end : ends)
    end = std::round(end * 1e9) / 1e9;
  return ends;
}

/// From one to six works from 1 to 100, the largest first.
std::vector<double> random_works(std::mt19937& random) {
  std::vector<double> works(1 + random() % 6);
  for (auto& work : works)
    work = static_cast<double>(1 + random() % 100);
  std::sort(works.rbegin(), works.rend());
  return works;
}

// 4 / (4 / 3) = 3 s; then 4 more on two nodes, 2 s; then 4 on four, 1 s. 1 s on a node each, then 99 on two.
// n^.5: 1 x (2 / 4)^.5, and 3 x (1 / 4)^.5 more.
TEST(EquiTheory, HasEndsThatAddUp) {
  EXPECT_EQ(equi_ends({4, 8, 12}, 4), (std::vector<Seconds>{3, 5, 6}));
  EXPECT_EQ(equi_ends({1, 100}, 2), (std::vector<Seconds>{1, 50.5}));
  EXPECT_EQ(rounded(equi_ends({1, 4}, 4, 0.5)), (std::vector<Seconds>{0.707106781, 2.207106781}));
}

// Motwani, Phillips, Torng 1994: no worse than 2 - 2 / (m + 1) times the best, and that for equal works.
TEST(EquiTheory, IsWithinItsRatioOfTheShortestFirst) {
  for (int m = 1; m <= 40; ++m) {
    const std::vector<double> works(static_cast<std::size_t>(m), 7);
    EXPECT_NEAR(sum_of(equi_ends(works, 16)) / shortest_first_sum(works, 16), 2 - 2.0 / (m + 1), 1e-12);
  }
  std::mt19937 random(1);
  for (int instance = 0; instance < 1000; ++instance) {
    auto works = random_works(random);
    std::sort(works.begin(), works.end());
    const double bound = 2 - 2.0 / (static_cast<double>(works.size()) + 1);
    const double ratio = sum_of(equi_ends(works, 3)) / shortest_first_sum(works, 3);
    EXPECT_LE(ratio, bound + 1e-12);
    EXPECT_GE(ratio, 1 - 1e-12);
  }
}

TEST(EquiTheory, IsWhatEqualSharesLeadTo) {
  std::mt19937 random(2);
  for (int instance = 0; instance < 200; ++instance) {
    const auto works = random_works(random);
    const auto ends = fluid_ends(works, 5, 0.7, [](int, int m) { return 1.0 / m; });
    const auto expected = equi_ends({works.rbegin(), works.rend()}, 5, 0.7);
    for (std::size_t i = 0; i < ends.size(); ++i)
      EXPECT_NEAR(ends[ends.size() - 1 - i], expected[i], 1e-9);
  }
}

// Works 2 and 1 on one node, p = .5: 2 x 1 + 1 x (4 - 1)^.5.
TEST(HesrptTheory, HasTheLeastSum) {
  EXPECT_NEAR(hesrpt_sum({2, 1}, 1, 0.5), 2 + std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(hesrpt_sum({2, 1}, 1, 0.5), 3.732050808, 5e-10);
  EXPECT_NEAR(hesrpt_sum({2, 1}, 4, 0.5), 3.732050808 / 2, 5e-10);
}

TEST(HesrptTheory, SharesAllNodesAndGivesMostToTheShortest) {
  for (int m = 1; m <= 10; ++m) {
    double sum = 0;
    for (int i = 1; i <= m; ++i) {
      sum += hesrpt_share(i, m, 0.5);
      if (i > 1) {
        EXPECT_GT(hesrpt_share(i, m, 0.5), hesrpt_share(i - 1, m, 0.5));
      }
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_DOUBLE_EQ(hesrpt_share(2, 2, 0.5), 0.75); // 1 - (1 / 2)^2
}

TEST(HesrptTheory, IsWhatItsSharesLeadToAndNoShareIsBetter) {
  std::mt19937 random(3);
  for (int instance = 0; instance < 300; ++instance) {
    const auto works = random_works(random);
    for (const double p : {0.2, 0.5, 0.9}) {
      const double best = hesrpt_sum(works, 3, p);
      const auto sum = [&](const std::function<double(int, int)>& share) {
        return sum_of(fluid_ends(works, 3, p, share));
      };
      EXPECT_NEAR(sum([&](int i, int m) { return hesrpt_share(i, m, p); }), best, 1e-9 * best);
      EXPECT_GE(sum([](int, int m) { return 1.0 / m; }), best * (1 - 1e-12));
      EXPECT_GE(sum([](int i, int m) { return 2.0 * i / (m * (m + 1)); }), best * (1 - 1e-12));
      EXPECT_GE(sum([](int i, int m) { return i == m ? 1.0 : 0.0; }), best * (1 - 1e-12));
    }
  }
}

// M/G/1 processor sharing at a load of one half: twice the time on an empty cluster, 100 / 4 s.
TEST(SharingTheory, DoublesTurnaroundAtHalfTheLoad) {
  EXPECT_DOUBLE_EQ(mean_turnaround_of_sharing(0.02, 100, 4), 50);
  EXPECT_DOUBLE_EQ(mean_turnaround_of_sharing(0, 100, 4), 25);
}

} // namespace malleable_theory_test
} // namespace malha::testing
