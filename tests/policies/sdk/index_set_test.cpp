// SPDX-License-Identifier: MIT
#include "policies/sdk/index_set.hpp"

#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace malha::testing {
namespace index_set_test {

TEST(IndexSet, IsWrittenAsMaximalIntervals) {
  IndexSet set = IndexSet::parse("0-1 5 8");
  set.insert(IndexSet::parse("2-3 9"));
  EXPECT_EQ(set.text(), "0-3 5 8-9");
  EXPECT_EQ(set.size(), 7);
  EXPECT_EQ(IndexSet(7, 1).text(), "7");
  EXPECT_EQ(IndexSet().text(), "");
}

TEST(IndexSet, ReadsBackWhatItWrote) {
  for (const auto* text : {"", "0", "0-1", "0 2 4", "3-5 9 11-12"})
    EXPECT_EQ(IndexSet::parse(text).text(), text);
}

TEST(IndexSet, JoinsIntervalsThatTouchWhenItIsRead) {
  const auto set = IndexSet::parse("0-3 4 6");
  EXPECT_EQ(set.text(), "0-4 6");
  EXPECT_EQ(set.size(), 6);
}

TEST(IndexSet, RefusesWhatIsNoSetOfIntervals) {
  for (const auto* text :
       {"a", "1,2", "-1", "1-", "3-1", "1--2", "2 1", "0-3 3", "1 1", " 1", "1  2", "1.5", "1 "})
    EXPECT_EQ(thrown<std::invalid_argument>([&] { IndexSet::parse(text); }),
              "'" + std::string(text) + "' is not a set of intervals such as '0-3 5'");
}

TEST(IndexSet, GivesTheLowest) {
  EXPECT_EQ(IndexSet::parse("2-4 6 9-10").lowest(5).text(), "2-4 6 9");
  EXPECT_EQ(IndexSet::parse("2-4").lowest(0).text(), "");
}

TEST(IndexSet, GivesTheLowestAway) {
  auto set = IndexSet::parse("2-4 6 9-10 12");
  auto taken = IndexSet::parse("100-200"); // is forgotten
  set.take_lowest(2, taken);               // a part of an interval
  EXPECT_EQ(taken, IndexSet::parse("2-3"));
  EXPECT_EQ(set, IndexSet::parse("4 6 9-10 12"));
  set.take_lowest(2, taken); // two whole intervals
  EXPECT_EQ(taken, IndexSet::parse("4 6"));
  EXPECT_EQ(taken.size(), 2);
  set.take_lowest(0, taken);
  EXPECT_TRUE(taken.empty());
  set.take_lowest(3, taken); // all
  EXPECT_EQ(taken, IndexSet::parse("9-10 12"));
  EXPECT_TRUE(set.empty());
}

TEST(IndexSet, IsGoneThroughIndexByIndex) {
  const auto set = IndexSet::parse("0-2 5 8-9");
  EXPECT_EQ(std::vector<int>(set.begin(), set.end()), (std::vector<int>{0, 1, 2, 5, 8, 9}));
  for (const int index : IndexSet())
    ADD_FAILURE() << "an empty set has " << index;
}

IndexSet set_of(const std::set<int>& indices) {
  IndexSet made;
  for (const int index : indices)
    made.insert(IndexSet(index, 1));
  return made;
}

// Against std::set: random halves of 40 indices go in and out.
TEST(IndexSet, DoesWhatAPlainSetDoes) {
  std::mt19937 random(1);
  std::set<int> plain;
  IndexSet set;
  for (int step = 0; step < 2000; ++step) {
    std::set<int> in, out;
    for (int index = 0; index < 40; ++index)
      if (random() % 2 == 0)
        (plain.count(index) > 0 ? out : in).insert(index);
    EXPECT_EQ(set.contains(set_of(out)), true);
    EXPECT_EQ(set.contains(set_of(in)), in.empty());
    set.remove(set_of(out));
    set.insert(set_of(in));
    for (const int index : out)
      plain.erase(index);
    plain.insert(in.begin(), in.end());
    ASSERT_EQ(set, set_of(plain));
    ASSERT_EQ(set.size(), static_cast<int>(plain.size()));
    ASSERT_TRUE(std::equal(set.begin(), set.end(), plain.begin(), plain.end()));
    for (int index = 0; index < 40; ++index)
      ASSERT_EQ(set.contains(index), plain.count(index) > 0);
  }
}

} // namespace index_set_test
} // namespace malha::testing
