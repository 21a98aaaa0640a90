// SPDX-License-Identifier: MIT
#include "policies/cluster/queue/slurm/node_bits.hpp"

#include <gtest/gtest.h>

namespace malha::cluster::slurm {
namespace slurm_node_bits_test {

constexpr std::size_t width = 200;

NodeBits bits(const std::string& nodes) { return {IndexSet::parse(nodes), width}; }

// 64 nodes make a word: intervals that begin, end, or lie across the borders of words.
TEST(SlurmNodeBits, GivesBackTheNodesThatItWasGiven) {
  for (const std::string nodes : {"", "0", "63", "64", "199", "0-199", "0-63", "64-127", "60-70",
                                  "0 63-64 128-191", "1-62 65 100-140 198-199"})
    EXPECT_EQ(bits(nodes).nodes().text(), nodes);
}

TEST(SlurmNodeBits, CountsNodes) {
  EXPECT_EQ(bits("").count(), 0);
  EXPECT_EQ(bits("0-199").count(), 200);
  EXPECT_EQ(bits("3 63-64 128-130").count(), 6);
  EXPECT_EQ(bits("3 63-64 128-130").count_in(bits("64-129")), 3); // 64, 128 and 129
}

TEST(SlurmNodeBits, ComparesAndCombinesSets) {
  const auto low = bits("0-99"), middle = bits("90-150");
  EXPECT_TRUE(low.intersects(middle));
  EXPECT_FALSE(low.intersects(bits("100-199")));
  EXPECT_TRUE(bits("95 99").is_subset_of(low));
  EXPECT_FALSE(middle.is_subset_of(low));
  EXPECT_EQ((NodeBits(low) &= middle).nodes().text(), "90-99");
  EXPECT_EQ((NodeBits(low) |= middle).nodes().text(), "0-150");
  EXPECT_EQ((NodeBits(low) -= middle).nodes().text(), "0-89");
}

// Nodes that are in the set already, or are not there, change nothing.
TEST(SlurmNodeBits, AddsAndRemovesNodes) {
  auto some = bits("10-20");
  some.add(IndexSet::parse("15-70 130"));
  EXPECT_EQ(some.nodes().text(), "10-70 130");
  some.remove(IndexSet::parse("0-12 63-64 199"));
  EXPECT_EQ(some.nodes().text(), "13-62 65-70 130");
}

} // namespace slurm_node_bits_test
} // namespace malha::cluster::slurm
