// SPDX-License-Identifier: MIT
#include "policies/cluster/priority/fair_tree.hpp"

#include "policies/cluster/priority/classic_fair_share.hpp"
#include "tests/policies/cluster/measured_trees.hpp"
#include "tests/policies/cluster/random_tree.hpp"

namespace malha::cluster {
namespace fair_tree_test {

// 11 trees measured on Slurm 22.05.8, 208 rows. `sshare` shows no factors of accounts.
TEST(FairTree, IsWhatSlurmWasMeasuredToCompute) {
  each_measured_row("fairtree", [](const ShareTree& tree, int number, const MeasuredRow& row) {
    FairTree fair_tree;
    const double factor = fair_tree.factors(tree)[static_cast<std::size_t>(number)];
    EXPECT_TRUE(is_measured(tree.share_of_level(number), row.at("norm_shares")))
        << tree.share_of_level(number);
    EXPECT_TRUE(is_measured(tree.usage_of_level(number), row.at("effective_usage")))
        << tree.usage_of_level(number);
    EXPECT_EQ(row.at("fair_share").empty(), row.at("user").empty());
    EXPECT_TRUE(is_measured(factor, row.at("fair_share"))) << factor;
    EXPECT_TRUE(is_measured(level_fs(tree, number), row.at("level_fs"))) << level_fs(tree, number);
  });
}

// pa and pb are equal. As built a1, a2 and a3 are ranked 5, 4 and 3 of 12; b1 gets the rank of a3, and b2 the
// next but one. As documented they are ranked together: 2.0 twice, 1.0, 0.67 twice, so 5, 5, 3, 2, 2. In the
// same way pca has d2 1.33 and d1 0.89, and pcb has e2 1.25 and e1 0.83, behind c1 with rank 11: as
// documented d2 is tied with c1, and e2 comes next, before d1: 11, 9, 8, 7.
TEST(FairTree, RanksTheUsersOfTiedAccountsTogetherAsDocumented) {
  const MeasuredTree measured("ties");
  const auto ranks = [&](Ties ties, const std::vector<std::pair<std::string, std::string>>& users) {
    FairTree fair_tree(ties);
    const auto& factors = fair_tree.factors(measured.tree);
    std::vector<double> all;
    for (const auto& [account, user] : users)
      all.push_back(
          std::round(1e6 * 12 * factors[static_cast<std::size_t>(*measured.accounts.find(account, user))]) /
          1e6);
    return all;
  };
  const std::vector<std::pair<std::string, std::string>> a_and_b{
      {"pa", "a1"}, {"pa", "a2"}, {"pa", "a3"}, {"pb", "b1"}, {"pb", "b2"}};
  EXPECT_EQ(ranks(Ties::as_built, a_and_b), (std::vector<double>{5, 4, 3, 3, 1}));
  EXPECT_EQ(ranks(Ties::documented, a_and_b), (std::vector<double>{5, 3, 2, 5, 2}));
  const std::vector<std::pair<std::string, std::string>> d_and_e{
      {"pca", "d2"}, {"pca", "d1"}, {"pcb", "e2"}, {"pcb", "e1"}};
  EXPECT_EQ(ranks(Ties::as_built, d_and_e), (std::vector<double>{11, 9, 9, 7}));
  EXPECT_EQ(ranks(Ties::documented, d_and_e), (std::vector<double>{11, 8, 9, 7}));
}

// Those are all of the users of the measured trees for whom the text differs from the program.
TEST(FairTree, DiffersForFewUsersFromWhatIsDocumented) {
  int users = 0, differing = 0;
  for (const auto& [name, rows] : measured_under("fairtree")) {
    const MeasuredTree measured(name);
    FairTree as_built, documented(Ties::documented);
    const auto& some = as_built.factors(measured.tree);
    const auto& others = documented.factors(measured.tree);
    users += measured.tree.users();
    for (std::size_t place = 0; place < some.size(); ++place)
      differing += some[place] != others[place];
  }
  EXPECT_EQ(users, 127);
  EXPECT_EQ(differing, 5);
}

// ann has used 1 of 4 with half of the shares (2.0), ben 3 of 4 (0.67). An account with parent ranks nobody.
TEST(FairTree, RanksUsersFromTheBestDown) {
  ShareTree tree(
      Accounts({{"root"}, {"root", "ben", 0, 1}, {"root", "ann", 0, 1}, {"x", "", 0, std::nullopt}}));
  tree.charge(1, 1);
  tree.charge(2, 3);
  EXPECT_EQ(FairTree().factors(tree), (std::vector<double>{0, 1, .5, 0}));
  tree.charge(1, 9);
  EXPECT_EQ(FairTree().factors(tree), (std::vector<double>{0, .5, 1, 0}));
}

// Neither b nor c has shares, so that both have 0. b comes first and has no users. By the rule as built,
// which was not measured in such a tree, c is tied with it, and ben gets the rank of ann, although hers is 2
// / 1.
TEST(FairTree, TiesAcrossAnAccountWithoutUsersAsBuilt) {
  ShareTree tree(
      Accounts({{"root"}, {"root", "ann", 0, 1}, {"b", "", 0, 0}, {"c", "", 0, 0}, {"c", "ben", 3, 1}}));
  tree.charge(1, 1);
  tree.charge(4, 1);
  EXPECT_EQ(FairTree().factors(tree), (std::vector<double>{0, 1, 0, 0, 1}));
  EXPECT_EQ(FairTree(Ties::documented).factors(tree), (std::vector<double>{0, 1, 0, 0, .5}));
}

/// The least and the largest factor of the users whose fair-share parents lead to each account.
std::vector<std::pair<double, double>> bounds(const ShareTree& tree, const std::vector<double>& factors) {
  std::vector<std::pair<double, double>> all(factors.size(), {2, -1}); // nobody
  for (int number = tree.size() - 1; number > 0; --number) {
    auto& [low, high] = all[static_cast<std::size_t>(number)];
    if (tree.is_user(number))
      low = high = factors[static_cast<std::size_t>(number)];
    auto& above = all[static_cast<std::size_t>(tree.share_parent(number))];
    above = {std::min(above.first, low), std::max(above.second, high)};
  }
  return all;
}

// All users of an account come before all users of a worse sibling, in 500 random trees. As built, the first
// user of the worse one may have the rank of the last one of the better: the worse is tied with an account
// without users, and is taken to be tied with whoever was ranked before that.
TEST(FairTreeProperties, ABetterAccountIsBeforeAWorseSibling) {
  std::map<Ties, int> equal, unequal;
  for (unsigned seed = 0; seed < 500; ++seed)
    for (const auto ties : {Ties::as_built, Ties::documented}) {
      const RandomTree random(seed);
      const auto& tree = random.tree;
      FairTree fair_tree(ties);
      const auto factors = fair_tree.factors(tree);
      const auto all = bounds(tree, factors);
      for (int one = 1; one < tree.size(); ++one)
        for (int other = 1; other < tree.size(); ++other) {
          const auto [low, high] = all[static_cast<std::size_t>(one)];
          const auto [other_low, other_high] = all[static_cast<std::size_t>(other)];
          const bool has_users = low <= high && other_low <= other_high;
          if (!has_users || tree.share_parent(one) != tree.share_parent(other) ||
              !(level_fs(tree, one) > level_fs(tree, other)))
            continue;
          EXPECT_GE(low, other_high) << "tree " << seed << ", " << one << " and " << other;
          (low == other_high ? equal : unequal)[ties] += 1;
        }
    }
  EXPECT_GT(unequal[Ties::as_built], 5000);
  EXPECT_GT(unequal[Ties::documented], 5000);
  EXPECT_LT(equal[Ties::as_built], 20);
  EXPECT_EQ(equal[Ties::documented], 0);
}

TEST(FairTreeProperties, FactorsAreFromZeroToOneAndUsageAddsUp) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    const RandomTree random(seed);
    const auto& tree = random.tree;
    double sum = 0, best = 0;
    const auto factors = FairTree(seed % 2 == 0 ? Ties::as_built : Ties::documented).factors(tree);
    const auto classic = ClassicFairShare().factors(tree);
    for (int number = 0; number < tree.size(); ++number) {
      const auto place = static_cast<std::size_t>(number);
      EXPECT_EQ(factors[place] > 0, tree.is_user(number)) << "tree " << seed;
      EXPECT_LE(factors[place], 1) << "tree " << seed;
      EXPECT_GE(classic[place], 0) << "tree " << seed;
      EXPECT_LE(classic[place], 1) << "tree " << seed;
      sum += tree.is_user(number) ? tree.usage(number) : 0;
      best = std::max(best, factors[place]);
    }
    EXPECT_EQ(best, 1) << "tree " << seed;            // whoever is ranked first
    EXPECT_EQ(sum, tree.usage(0)) << "tree " << seed; // whole numbers, whose sum is exact
  }
}

// What was ranked before leaves nothing behind.
TEST(FairTree, IsRankedAnewEachTime) {
  FairTree fair_tree;
  for (unsigned seed = 0; seed < 50; ++seed) {
    const RandomTree random(seed);
    EXPECT_EQ(fair_tree.factors(random.tree), FairTree().factors(random.tree)) << "tree " << seed;
  }
}

} // namespace fair_tree_test
} // namespace malha::cluster
