// SPDX-License-Identifier: MIT
// Accounts and users as `sacctmgr dump` writes them, and what they have used.
#include "scenarios/workload/files/account_dump.hpp"

#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/account_usage.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace account_dump_test {

using Names = std::vector<std::string>;

const std::string head = "Cluster - 'c':Fairshare=1\nParent - 'root'\n";

class AccountFiles : public ::testing::Test {
protected:
  AccountDump read(const std::string& text) const {
    write_text(folder_ / "a.dump", text);
    return read_account_dump(folder_ / "a.dump");
  }
  /// What is said of the file, behind its name.
  std::string refusal(const std::string& text) const {
    return behind_name("a.dump", thrown<InputError>([&] { read(text); }));
  }
  std::string refusal_below_head(const std::string& text) const { return refusal(head + text); }

  /// The usage of ann in a and in b, of cas in b, and of the user root, in the order of `accounts`.
  std::vector<double> usage(const std::string& text) const {
    const auto accounts = read(head + "Account - a\nAccount - b\nParent - a\nUser - ann\nParent - b\n"
                                      "User - ann\nUser - cas\n")
                              .accounts;
    write_text(folder_ / "u.csv", text);
    return read_account_usage(folder_ / "u.csv", accounts);
  }
  std::string usage_refusal(const std::string& text) const {
    return behind_name("u.csv", thrown<InputError>([&] { usage(text); }));
  }

  TemporaryFolder folder_;

private:
  std::string behind_name(const std::string& name, const std::string& said) const {
    const auto place = (folder_ / name).string();
    return said.rfind(place, 0) == 0 ? said.substr(place.size()) : said;
  }
};

/// "account/user below parent: shares", for each association.
Names texts_of(const cluster::Accounts& accounts) {
  Names texts;
  for (const auto& one : accounts.all())
    texts.push_back(one.account + "/" + one.user +
                    (one.parent < 0 ? "" : " below " + accounts[one.parent].account) + ": " +
                    (one.shares ? std::to_string(*one.shares) : "parent"));
  return texts;
}

// With comments, both kinds of quotes and none, text with quotes and colons in it, empty text, and keys and
// words in any case.
TEST_F(AccountFiles, AreReadAsSlurmAndPeopleWriteThem) {
  const auto dump = read("# To edit this file start with a cluster line\r\n"
                         "Cluster - 'my':Fairshare=1:QOS='normal':MaxJobs=50\n"
                         "\n"
                         "Parent - 'root'\n"
                         "User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=3\n"
                         "account - phys:Description='Bob's: old lab':Organization='':fairshare=40\r\n"
                         "  Parent - \"phys\"  \n"
                         "User - 'ann':DefaultAccount='phys':Fairshare=parent:GrpTRES=cpu=10,mem=20\n"
                         "User - ben:Shares=0");
  EXPECT_EQ(dump.cluster, "my");
  EXPECT_EQ(texts_of(dump.accounts), (Names{"root/: 1", "root/root below root: 3", "phys/ below root: 40",
                                            "phys/ann below phys: parent", "phys/ben below phys: 0"}));
  using Settings = std::map<std::string, std::string>;
  EXPECT_EQ(dump.accounts[0].settings, (Settings{{"MaxJobs", "50"}, {"QOS", "normal"}}));
  EXPECT_EQ(dump.accounts[2].settings, (Settings{{"Description", "Bob's: old lab"}, {"Organization", ""}}));
  EXPECT_EQ(dump.accounts[3].settings, (Settings{{"GrpTRES", "cpu=10,mem=20"}}));
  Names keys;
  for (const auto& [key, rows] : dump.without_effect)
    keys.push_back(key + " " + std::to_string(rows));
  EXPECT_EQ(keys,
            (Names{"AdminLevel 1", "Description 1", "GrpTRES 1", "MaxJobs 1", "Organization 1", "QOS 1"}));
}

// The root and its user have 1 share, and so has everybody of whom the file does not say it.
TEST_F(AccountFiles, HaveARootWithAUser) {
  const auto dump = read("Cluster - c\nParent - root\nAccount - a\nParent - a\nUser - ann\n");
  EXPECT_EQ(texts_of(dump.accounts),
            (Names{"root/: 1", "root/root below root: 1", "a/ below root: 1", "a/ann below a: 1"}));
  EXPECT_EQ(texts_of(read("Cluster - c\n").accounts), (Names{"root/: 1", "root/root below root: 1"}));
  EXPECT_EQ(dump.accounts.find_default("root"), 1);
}

TEST_F(AccountFiles, MayNameAParentBeforeItsRow) {
  const auto dump =
      read(head + "Parent - b\nAccount - c\nParent - a\nAccount - b\nParent - root\nAccount - a\n");
  EXPECT_EQ(texts_of(dump.accounts), (Names{"root/: 1", "root/root below root: 1", "a/ below root: 1",
                                            "b/ below a: 1", "c/ below b: 1"}));
}

// As Slurm does: where no row names a default account, it is the user's first one.
TEST_F(AccountFiles, SayTheDefaultAccountOfAUser) {
  const auto dump =
      read(head + "Account - b\nAccount - a\nParent - b\nUser - ann\nUser - ben\n"
                  "Parent - a\nUser - ann\nUser - ben:DefaultAccount=a\nUser - cas:DefaultAccount=a\n");
  const auto account_of = [&](const std::string& user) {
    return dump.accounts[*dump.accounts.find_default(user)].account;
  };
  EXPECT_EQ(account_of("ann"), "b");
  EXPECT_EQ(account_of("ben"), "a");
  EXPECT_EQ(account_of("cas"), "a");
}

TEST_F(AccountFiles, AreRefusedWhereTheyAreNoTree) {
  EXPECT_EQ(refusal(""), ": has no rows; valid: what sacctmgr dump writes: Cluster - 'name', and so on");
  EXPECT_EQ(refusal("# nothing\n"),
            ": has no rows; valid: what sacctmgr dump writes: Cluster - 'name', and so on");
  EXPECT_EQ(refusal("Parent - 'root'\n"),
            ":1: stands before the cluster; valid: Cluster - 'name' as the first row");
  EXPECT_EQ(refusal_below_head("Cluster - 'd'\n"), ":3: is a second cluster; valid: one");
  EXPECT_EQ(refusal("Cluster - 'c'\nUser - 'ann'\n"),
            ":2: no Parent row says to which account 'ann' belongs; valid: Parent - 'root' before it");
  EXPECT_EQ(refusal("Cluster - 'c'\nAccount - 'a'\n"),
            ":2: no Parent row says to which account 'a' belongs; valid: Parent - 'root' before it");
  EXPECT_EQ(refusal_below_head("Account - 'phys'\nParent - 'phy'\nUser - 'ann'\n"),
            ":4: unknown parent 'phy'; did you mean phys?; valid: phys, root");
  EXPECT_EQ(refusal_below_head("Account - 'a'\nAccount - 'a'\n"),
            ":4: account 'a' is there already, in line 3; valid: each account once");
  EXPECT_EQ(refusal_below_head("Account - 'root'\n"),
            ":3: account 'root' is there already: it is that of the cluster; valid: each account once");
  EXPECT_EQ(refusal_below_head("Account - 'a'\nParent - 'a'\nUser - 'ann'\nUser - 'ann':Fairshare=2\n"),
            ":6: user 'ann' is in account 'a' already, in line 5; valid: once");
  EXPECT_EQ(refusal_below_head("Parent - 'b'\nAccount - 'a'\nParent - 'a'\nAccount - 'b'\n"),
            ":4: accounts are below each other: a below b below a; valid: accounts below root");
  EXPECT_EQ(refusal_below_head("Account - 'c'\nParent - 'a'\nUser - 'ann'\nAccount - 'a'\n"),
            ":6: accounts are below each other: a below a; valid: accounts below root");
  EXPECT_EQ(refusal_below_head("User - 'ann':Partition='gpu'\n"),
            ":3: a user with shares in one partition is not known; valid: rows without Partition");
}

TEST_F(AccountFiles, AreRefusedWithSharesThatAreNone) {
  const std::string valid = "; valid: a whole number from 0 to 2147483646, or parent";
  for (const std::string shares : {"-1", "two", "1.5", "2147483647", "''", "nan"})
    EXPECT_EQ(refusal_below_head("Account - 'a':Fairshare=" + shares + "\n"),
              ":3: the shares of 'a' cannot be " + (shares == "''" ? shares : "'" + shares + "'") + valid);
  EXPECT_EQ(read(head + "Account - 'a':Fairshare=2147483646\n").accounts[2].shares, 2147483646);
  EXPECT_EQ(refusal_below_head("Account - 'a':Fairshare=1:Shares=1\n"),
            ":3: has both 'FairShare' and 'Shares'; valid: one of them");
  EXPECT_EQ(refusal("Cluster - 'c':Fairshare=parent\n"),
            ":1: the cluster cannot have the shares of a parent; valid: a whole number");
}

TEST_F(AccountFiles, AreRefusedWithDefaultAccountsThatDoNotFit) {
  EXPECT_EQ(refusal_below_head("Account - 'a'\nAccount - 'b'\nParent - 'a'\nUser - 'ann':DefaultAccount='a'\n"
                               "Parent - 'b'\nUser - 'ann':DefaultAccount='b'\n"),
            ":8: the default account of 'ann' is 'b', but 'a' in line 6; valid: one default account");
  EXPECT_EQ(refusal_below_head("Account - 'a'\nParent - 'a'\nUser - 'ann':DefaultAccount='root'\n"),
            ":5: user 'ann' is not in their default account 'root'; valid: an account of the user");
}

TEST_F(AccountFiles, AreRefusedWithRowsThatAreNone) {
  EXPECT_EQ(refusal_below_head("Acount - 'a'\n"),
            ":3: begins with 'Acount'; valid: Account, Cluster, Parent, User");
  EXPECT_EQ(refusal_below_head("Account"), ":3: is cut behind 'Account'; valid: Account - 'name'");
  EXPECT_EQ(refusal_below_head("Account 'a'\n"), ":3: is cut behind 'Account'; valid: Account - 'name'");
  EXPECT_EQ(refusal_below_head("Account - "),
            ":3: is cut: the name is missing; valid: Word - 'name':Key=value");
  EXPECT_EQ(refusal_below_head("Account - 'a"),
            ":3: is cut: the name has a quote without an end; valid: a closing quote");
  EXPECT_EQ(refusal_below_head("Account - ''\n"), ":3: has an empty name; valid: Account - 'name'");
  EXPECT_EQ(refusal_below_head("Account - 'a\033'\n"),
            ":3: its name holds the control character U+001B; valid: text");
  EXPECT_EQ(refusal_below_head("Account - 'a':"),
            ":3: is cut: it ends in ':'; valid: Word - 'name':Key=value");
  EXPECT_EQ(refusal_below_head("Account - 'a':Fair"), ":3: is cut: 'Fair' has no value; valid: Key=value");
  EXPECT_EQ(refusal_below_head("Account - 'a':Fair:QOS='x'"),
            ":3: is cut: 'Fair' has no value; valid: Key=value");
  EXPECT_EQ(refusal_below_head("Account - 'a':Fairshare="),
            ":3: is cut: the value of 'FairShare' is missing; valid: Word - 'name':Key=value");
  EXPECT_EQ(refusal_below_head("Account - 'a':QOS='x,"),
            ":3: is cut: the value of 'QOS' has a quote without an end; valid: a closing quote");
  EXPECT_EQ(refusal_below_head("Account - 'a':QOS='x':qos='y'\n"), ":3: has 'QOS' twice; valid: once");
}

// Slurm knows such a key in another row, or not at all.
TEST_F(AccountFiles, AreRefusedWithUnknownKeys) {
  EXPECT_EQ(refusal_below_head("Account - 'a':Fairshares=1\n"),
            ":3: unknown key 'Fairshares' of a row Account; did you mean FairShare?");
  const auto said = refusal_below_head("Account - 'a':Xyzzy=1\n");
  EXPECT_EQ(said.rfind(
                ":3: unknown key 'Xyzzy' of a row Account; valid: Description, Organization, FairShare, ", 0),
            0u)
      << said;
  EXPECT_EQ(refusal_below_head("Account - 'a':DefaultAccount='a'\n")
                .rfind(":3: unknown key 'DefaultAccount' of", 0),
            0u);
  EXPECT_EQ(refusal_below_head("Parent - 'root':Fairshare=1\n"),
            ":3: unknown key 'Fairshare' of a row Parent; valid: (none)");
}

TEST_F(AccountFiles, AreRefusedIfTheyCannotBeRead) {
  EXPECT_EQ(thrown<InputError>([] { read_account_dump("/nowhere/a.dump"); }),
            "/nowhere/a.dump: cannot be read");
}

// As many as a recursion could not follow.
TEST_F(AccountFiles, MayBeDeep) {
  constexpr int depth = 100000;
  std::string text = "Cluster - c\nParent - root\nAccount - a0\n";
  for (int i = 1; i < depth; ++i)
    text += "Parent - a" + std::to_string(i - 1) + "\nAccount - a" + std::to_string(i) + "\n";
  EXPECT_EQ(read(text).accounts.size(), depth + 2);
  EXPECT_EQ(refusal(text + "Parent - a" + std::to_string(depth - 1) +
                    "\nAccount - b\nParent - d\nAccount - e\n"
                    "Parent - e\nAccount - d\n"),
            ":" + std::to_string(2 * depth + 5) +
                ": accounts are below each other: e below d below e; valid: accounts below root");
}

// Columns may stand in any order. Whoever is not named has used nothing; root/root is the second of all.
TEST_F(AccountFiles, OfUsageGiveAnAmountForEachUser) {
  EXPECT_EQ(usage("account,user,usage\na,ann,20\nb,cas,1.5e3\n"),
            (std::vector<double>{0, 0, 0, 20, 0, 0, 1500}));
  EXPECT_EQ(usage("usage,user,account\n1,root,root\n2,ann,\"b\"\n"),
            (std::vector<double>{0, 1, 0, 0, 0, 2, 0}));
  EXPECT_EQ(usage("account,user,usage\n"), std::vector<double>(7, 0));
}

TEST_F(AccountFiles, OfUsageAreRefused) {
  const std::string columns = "account,user,usage\n";
  EXPECT_EQ(usage_refusal(""), ": is empty; valid: a header with the names of columns, and rows");
  EXPECT_EQ(usage_refusal("account,user\na,ann\n"),
            ":1: has the columns account, user; valid: account, user, usage");
  EXPECT_EQ(usage_refusal("account,user,usage,qos\na,ann,1,x\n"),
            ":1: has the columns account, user, usage, qos; valid: account, user, usage");
  EXPECT_EQ(usage_refusal(columns + "a,ann,1\nx,ann,2\n"), ":3: unknown account 'x'; valid: root, a, b");
  EXPECT_EQ(usage_refusal(columns + "b,bea,1\n"), ":2: account 'b' has no user 'bea'; valid: ann, cas");
  EXPECT_EQ(usage_refusal(columns + "a,,1\n"),
            ":2: names no user of account 'a'; valid: a user, whose usage counts for the account, too");
  EXPECT_EQ(usage_refusal(columns + "a,ann,1\n\na,ann,2\n"),
            ":4: has user 'ann' of account 'a' again; valid: once");
  for (const std::string amount : {"-1", "nan", "inf", "1e31", "many", "", "1 2"})
    EXPECT_EQ(usage_refusal(columns + "a,ann," + amount + "\n"),
              ":2: usage cannot be '" + amount + "'; valid: a number from 0 to 1e+30");
  EXPECT_EQ(usage_refusal(columns + "a,an"),
            ":2: the last row has 2 fields; valid: 3, as many as the header has");
}

} // namespace account_dump_test
} // namespace malha::testing
