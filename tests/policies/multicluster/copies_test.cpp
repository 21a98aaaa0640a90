// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace copies_test {

/// The clusters that get a job of three, in the order in which they get it.
std::vector<int> chosen(const std::string& k, const std::vector<int>& busy, const std::vector<int>& numbers) {
  const auto policy = make<multicluster::Selection>("multicluster/copies", {{"k", k}});
  EXPECT_TRUE(policy->sends_copies());
  auto clusters = clusters_of({8, 4, 16});
  for (std::size_t i = 0; i < clusters.size(); ++i)
    clusters[i].busy = busy[i];
  std::vector<multicluster::Candidate> candidates;
  for (const int cluster : numbers)
    candidates.push_back({cluster, nullptr});
  const Task job;
  EXPECT_EQ(policy->select({0, job, clusters, candidates, false}).what, multicluster::Selected::states);
  const auto answer = policy->select({0, job, clusters, candidates, true});
  EXPECT_EQ(answer.what, multicluster::Selected::candidate);
  std::vector<int> got{candidates.at(answer.place).cluster};
  for (const auto place : answer.also)
    got.push_back(candidates.at(place).cluster);
  return got;
}

// Loads 8 / 8 = 1, 3 / 4 = 0.75 and 14 / 16 = 0.875.
TEST(Copies, GoToTheLeastLoadedClusters) {
  EXPECT_EQ(chosen("0", {8, 3, 14}, {0, 1, 2}), (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(chosen("2", {8, 3, 14}, {0, 1, 2}), (std::vector<int>{1, 2}));
  EXPECT_EQ(chosen("1", {8, 3, 14}, {0, 1, 2}), std::vector<int>{1});
}

TEST(Copies, GoToCandidatesOnly) {
  EXPECT_EQ(chosen("2", {8, 3, 14}, {0, 2}), (std::vector<int>{2, 0}));
  EXPECT_EQ(chosen("5", {8, 3, 14}, {0}), std::vector<int>{0});
}

// 4 / 8 = 2 / 4 = 8 / 16.
TEST(Copies, TakeTheFirstOfEquals) { EXPECT_EQ(chosen("2", {4, 2, 8}, {0, 1, 2}), (std::vector<int>{0, 1})); }

} // namespace copies_test
} // namespace malha::test
