// SPDX-License-Identifier: MIT
#include "policies/cluster/accounts.hpp"

#include "tests/policies/cluster/measured_trees.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace accounts_test {

using Names = std::vector<std::string>;

Names names_of(const Accounts& accounts) {
  Names names;
  for (const auto& one : accounts.all())
    names.push_back(one.account + "/" + one.user);
  return names;
}

// As text a10 is before a9.
TEST(Accounts, AreListedAccountByAccountWithTheirUsersFirst) {
  const Accounts accounts({{"a9", "", 3},
                           {"a9", "zoe", 0},
                           {"a10", "", 0},
                           {"root"},
                           {"a9", "ann", 0},
                           {"root", "root", 3},
                           {"a1", "", 3},
                           {"a10", "ann", 2}});
  EXPECT_EQ(names_of(accounts),
            (Names{"root/", "root/root", "a1/", "a9/", "a9/ann", "a9/zoe", "a10/", "a10/ann"}));
  std::vector<int> parents;
  for (const auto& one : accounts.all())
    parents.push_back(one.parent);
  EXPECT_EQ(parents, (std::vector<int>{-1, 0, 0, 0, 3, 3, 3, 6}));
}

// `sshare` of Slurm 22.05.8 lists the 11 measured trees in this order, with these shares.
TEST(Accounts, AreListedAsSlurmListsThem) {
  for (const auto& [tree, rows] : measured_under("fairtree")) {
    const MeasuredTree measured(tree);
    ASSERT_EQ(measured.accounts.size(), static_cast<int>(rows.size())) << tree;
    for (int number = 0; number < measured.accounts.size(); ++number) {
      const auto& row = rows[static_cast<std::size_t>(number)];
      const auto& association = measured.accounts[number];
      EXPECT_EQ(association.account + "/" + association.user, row.at("account") + "/" + row.at("user"));
      if (number > 0) { // nothing is shown of the root
        EXPECT_EQ(association.shares ? std::to_string(*association.shares) : "parent", row.at("raw_shares"))
            << tree << " " << association.account << "/" << association.user;
      }
    }
  }
}

TEST(Accounts, FindUsersInTheirAccountsAndInTheirDefaultOne) {
  const Accounts accounts({{"root"}, {"a", "", 0}, {"b", "", 0}, {"a", "ann", 1}, {"b", "ann", 2}},
                          {{"ann", "b"}, {"ben", "a"}});
  EXPECT_EQ(accounts.find("a", "ann"), 2);
  EXPECT_EQ(accounts.find("b", "ann"), 4);
  EXPECT_EQ(accounts.find("b", ""), 3);
  EXPECT_EQ(accounts.find("ann", ""), std::nullopt);
  EXPECT_EQ(accounts.find_default("ann"), 4);
  EXPECT_EQ(accounts.find_default("ben"), std::nullopt); // he is not in a
  EXPECT_EQ(accounts.find_default("zoe"), std::nullopt);
}

TEST(Accounts, AreOneTree) {
  const auto refusal = [](std::vector<Association> associations) {
    return testing::thrown<std::invalid_argument>([&] { Accounts{std::move(associations)}; });
  };
  EXPECT_EQ(refusal({}), "there is no root");
  EXPECT_EQ(refusal({{"root"}, {"other"}}), "an association belongs to no account");
  EXPECT_EQ(refusal({{"root"}, {"a", "", 2}}), "an association belongs to no account");
  EXPECT_EQ(refusal({{"root"}, {"root", "ann", 0}, {"a", "", 1}}), "an association belongs to no account");
  EXPECT_EQ(refusal({{"root"}, {"a", "", 2}, {"b", "", 1}}), "the associations are no tree below one root");
  EXPECT_EQ(refusal({{"root"}, {"a", "", 0}, {"a", "", 1}}), "two associations are the same");
  EXPECT_EQ(refusal({{"root"}, {"root", "ann", 0}, {"root", "ann", 0}}), "two associations are the same");
  EXPECT_EQ(refusal({{"root"}, {"a", "ann", 0}}), "a user belongs to another account than it says");
}

} // namespace accounts_test
} // namespace malha::cluster
