// SPDX-License-Identifier: MIT
#include "policies/cluster/priority/classic_fair_share.hpp"

#include "tests/policies/cluster/measured_trees.hpp"

namespace malha::cluster {
namespace classic_fair_share_test {

// 11 trees measured under PriorityFlags=NO_FAIR_TREE, 208 rows. `sshare` shows no usage of all of the root.
TEST(ClassicFairShare, IsWhatSlurmWasMeasuredToCompute) {
  each_measured_row("classic", [](const ShareTree& tree, int number, const MeasuredRow& row) {
    ClassicFairShare fair_share;
    const double factor = fair_share.factors(tree)[static_cast<std::size_t>(number)];
    const double effective = fair_share.effective_usage()[static_cast<std::size_t>(number)];
    EXPECT_TRUE(is_measured(tree.share_of_all(number), row.at("norm_shares"))) << tree.share_of_all(number);
    EXPECT_TRUE(is_measured(effective, row.at("effective_usage"))) << effective;
    EXPECT_TRUE(is_measured(factor, row.at("fair_share"))) << factor;
  });
}

// The example of Slurm's documentation; accounts A to G are called acca to accg in the file, and "B/user1" is
// user1 in account B. "norm shares" is its other example: ten users with equal shares in an account that has
// 10 % of the machine.
TEST(ClassicFairShare, IsWhatTheDocumentationSays) {
  const MeasuredTree measured("docs");
  std::vector<Association> ten{{"root"}, {"A3", "", 0, 10}, {"A1", "", 0, 90}};
  for (int user = 0; user < 10; ++user)
    ten.push_back({"A3", "user" + std::to_string(user), 1, 1});
  const Accounts ten_users(ten);
  const ShareTree tree_of_ten(ten_users);
  ClassicFairShare fair_share;
  const auto& factors = fair_share.factors(measured.tree);
  int checked = 0;
  for (const auto& row : measured_rows("published_shares.csv")) {
    const auto name = row.at("case");
    ASSERT_EQ(row.at("kind"), "published");
    ++checked;
    if (name == "norm shares") {
      EXPECT_EQ(row.at("value"), "0.01"); // 10/100 · 1/10
      EXPECT_DOUBLE_EQ(tree_of_ten.share_of_all(*ten_users.find("A3", "user7")), 0.01);
      continue;
    }
    const std::string account = "acc" + std::string(1, static_cast<char>(name[8] - 'A' + 'a')); // "classic B"
    const auto number = *measured.accounts.find(account, name.size() > 10 ? name.substr(10) : "");
    const auto place = static_cast<std::size_t>(number);
    const std::map<std::string, double> values{{"norm_shares", measured.tree.share_of_all(number)},
                                               {"norm_usage", measured.tree.usage_of_all(number)},
                                               {"effective_usage", fair_share.effective_usage()[place]},
                                               {"fair_share_classic", factors[place]}};
    EXPECT_TRUE(is_measured(values.at(row.at("metric")), row.at("value")))
        << name << " " << row.at("metric") << ": " << values.at(row.at("metric"));
  }
  EXPECT_EQ(checked, 49); // 12 associations of 4 values, and one more
}

// Who has used twice their share has 2^-2; with a dampening of 4 it is 2^-(2/4). Here ann has half of the
// shares and has used all.
TEST(ClassicFairShare, IsDampened) {
  ShareTree tree(Accounts({{"root"}, {"root", "ann", 0, 1}, {"root", "ben", 0, 1}}));
  tree.charge(1, 5);
  EXPECT_DOUBLE_EQ(ClassicFairShare().factors(tree)[1], .25);
  EXPECT_DOUBLE_EQ(ClassicFairShare(4).factors(tree)[1], std::sqrt(.5));
  EXPECT_DOUBLE_EQ(ClassicFairShare(4).factors(tree)[2], 1);
}

// ann and ben have no shares in a, so that they are charged as a is; a has half of the machine and has used
// all. cas, whose shares are those of b, is a sibling of a and b then, with a usage of 0.
TEST(ClassicFairShare, OfALevelWithoutSharesIsZero) {
  ShareTree tree(Accounts({{"root"},
                           {"a", "", 0, 1},
                           {"a", "ann", 1, 0},
                           {"a", "ben", 1, 0},
                           {"b", "", 0, 1},
                           {"b", "cas", 4, std::nullopt}}));
  tree.charge(2, 5);
  ClassicFairShare fair_share;
  EXPECT_EQ(fair_share.factors(tree), (std::vector<double>{.5, .25, 0, 0, 1, 1}));
  EXPECT_EQ(fair_share.effective_usage(), (std::vector<double>{1, 1, 1, 1, 0, 0}));
}

} // namespace classic_fair_share_test
} // namespace malha::cluster
