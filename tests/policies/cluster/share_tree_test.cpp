// SPDX-License-Identifier: MIT
#include "policies/cluster/priority/share_tree.hpp"

#include "policies/cluster/priority/classic_fair_share.hpp"
#include "policies/cluster/priority/fair_tree.hpp"

#include <gtest/gtest.h>

namespace malha::cluster {
namespace share_tree_test {

constexpr auto by_parent = std::nullopt;

// Numbers: 0 root, 1 a, 2 a/ann, 3 a/ben, 4 b (by parent), 5 b/cas, 6 b/dan (by parent), 7 c (below b).
Accounts accounts_with_parent() {
  return Accounts({{"root"},
                   {"a", "", 0, 6},
                   {"a", "ann", 1, 1},
                   {"a", "ben", 1, by_parent},
                   {"b", "", 1, by_parent},
                   {"b", "cas", 4, 2},
                   {"b", "dan", 4, by_parent},
                   {"c", "", 4, 3},
                   {"d", "", 0, 2}});
}

// The level of a's fair-share children: ann 1, cas 2 and c 3, whose place is not in b, and nobody with
// parent. The level of the root's: a 6 and d 2.
TEST(ShareTree, LeavesThePlaceOfParentToTheAccountAbove) {
  const ShareTree tree(accounts_with_parent());
  std::vector<int> parents;
  std::vector<double> levels, of_level, of_all;
  for (int number = 0; number < tree.size(); ++number) {
    parents.push_back(tree.share_parent(number));
    levels.push_back(tree.level_shares(number));
    of_level.push_back(tree.share_of_level(number));
    of_all.push_back(tree.share_of_all(number));
  }
  EXPECT_EQ(parents, (std::vector<int>{-1, 0, 1, 1, 1, 1, 1, 1, 0}));
  EXPECT_EQ(levels, (std::vector<double>{0, 8, 6, 6, 6, 6, 6, 6, 8}));
  EXPECT_EQ(of_level,
            (std::vector<double>{0, 6. / 8, 1. / 6, 6. / 8, 6. / 8, 2. / 6, 6. / 8, 3. / 6, 2. / 8}));
  EXPECT_EQ(of_all,
            (std::vector<double>{1, .75, .75 * (1. / 6), .75, .75, .75 * (2. / 6), .75, .75 * .5, .25}));
  EXPECT_EQ(tree.users(), 4);
}

// A charge of cas counts for b, a and the root, although b leaves its place in the shares to a.
TEST(ShareTree, ChargesAllAccountsAbove) {
  ShareTree tree(accounts_with_parent());
  tree.charge(5, 30);
  tree.charge(2, 10);
  EXPECT_EQ(tree.usage(5), 30);
  EXPECT_EQ(tree.usage(4), 30);
  EXPECT_EQ(tree.usage(1), 40);
  EXPECT_EQ(tree.usage(0), 40);
  EXPECT_EQ(tree.usage(6), 0);
  EXPECT_EQ(tree.usage_of_level(5), .75); // 30 of the 40 of a, which is its fair-share parent
  EXPECT_EQ(tree.usage_of_level(0), 1);
  EXPECT_EQ(tree.usage_of_all(2), .25);
  tree.decay(.5);
  EXPECT_EQ(tree.usage(0), 20);
  EXPECT_EQ(tree.usage(2), 5);
  tree.charge(2, 1);
  EXPECT_EQ(tree.usage(1), 21);
  tree.reset();
  for (int number = 0; number < tree.size(); ++number)
    EXPECT_EQ(tree.usage(number), 0);
  EXPECT_EQ(tree.usage_of_all(2), 0);
  EXPECT_EQ(tree.usage_of_level(2), 0);
}

// Nobody has shares in a: S is 0, and not 0/0.
TEST(ShareTree, HasNoShareInALevelWithoutShares) {
  const ShareTree tree(Accounts({{"root"}, {"a", "", 0, 1}, {"a", "ann", 1, 0}, {"a", "ben", 1, by_parent}}));
  EXPECT_EQ(tree.level_shares(2), 0);
  EXPECT_EQ(tree.share_of_level(2), 0);
  EXPECT_EQ(tree.share_of_all(2), 0);
  EXPECT_EQ(tree.share_of_all(3), 1);
}

// Each account is below the one before it, with a user at the end; nothing here may recurse.
TEST(ShareTree, MayBeDeep) {
  constexpr int depth = 100000;
  std::vector<Association> associations{{"root"}};
  for (int i = 0; i < depth; ++i)
    associations.push_back({"a" + std::to_string(i), "", i, 1 + i % 3});
  associations.push_back({associations.back().account, "ann", depth, 1});
  const Accounts accounts(std::move(associations));
  ShareTree tree(accounts);
  tree.charge(depth + 1, 7);
  EXPECT_EQ(tree.usage(0), 7);
  EXPECT_EQ(tree.share_of_all(depth + 1), 1);
  FairTree fair_tree;
  EXPECT_EQ(fair_tree.factors(tree).back(), 1);
  EXPECT_EQ(FairTree(Ties::documented).factors(tree).back(), 1);
  EXPECT_EQ(ClassicFairShare().factors(tree).back(), .5);
}

} // namespace share_tree_test
} // namespace malha::cluster
