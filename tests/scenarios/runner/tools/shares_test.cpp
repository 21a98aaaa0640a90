// SPDX-License-Identifier: MIT
// malha shares as its users meet it: the table, the CSV, and what it refuses.
#include "results/files/table.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace shares_test {

const std::string slurm = MALHA_SOURCE_FOLDER "/tests/policies/cluster/slurm/";

class Shares : public ::testing::Test {
protected:
  Said shares(const std::string& arguments) const {
    return run_shell("\"$MALHA\" shares " + arguments, folder_.path());
  }
  /// Of a tree that was measured, with its usage.
  Said shares_of(const std::string& tree, const std::string& arguments = "") const {
    return shares("'" + slurm + tree + ".dump' --usage '" + slurm + tree + ".usage.csv' " + arguments);
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto said = shares(arguments);
    EXPECT_EQ(said.err, "malha: " + message + "\n");
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.status, 2);
  }
  void write_small_tree() const {
    write_text(folder_ / "a.dump", "Cluster - c\nParent - root\nAccount - a:Fairshare=3\nParent - a\n"
                                   "User - ann:Fairshare=parent\nUser - ben\n");
    write_text(folder_ / "u.csv", "account,user,usage\na,ann,100\na,ben,300\n");
  }

  TemporaryFolder folder_;
};

// The values are those that sshare of Slurm 22.05.8 showed (measured_trees.csv), here with four digits.
TEST_F(Shares, ShowsATreeAsSlurmDoes) {
  const auto said = shares_of("docs");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, "account  user   shares   share     usage  used  effective  factor  level fs\n"
                      "root                         0  10000000                1\n"
                      " root    root        0       0         0     0          0  0.2857         0\n"
                      " acca               40     0.4   4500000  0.45       0.45            0.8889\n"
                      "  accb              30    0.75   2000000   0.2     0.4444             1.688\n"
                      "   accb  user1       1       1   2000000   0.2          1  0.7143         1\n"
                      "  accc              10    0.25   2500000  0.25     0.5556              0.45\n"
                      "   accc  user2       1     0.5   2500000  0.25          1  0.4286       0.5\n"
                      "   accc  user3       1     0.5         0     0          0  0.5714       inf\n"
                      " accd               60     0.6   2500000  0.25       0.25               2.4\n"
                      "  acce              25  0.4167   2500000  0.25          1            0.4167\n"
                      "   acce  user4       1       1   2500000  0.25          1  0.8571         1\n"
                      "  accf              35  0.5833         0     0          0               inf\n"
                      "   accf  user5       1       1         0     0          0       1       inf\n"
                      " accg                0       0   3000000   0.3        0.3                 0\n"
                      "  accg   user6       0       0   3000000   0.3          1  0.2857         0\n"
                      "\n"
                      "note: keys without effect here, and their rows: AdminLevel (1), Description (7),\n"
                      "Organization (7)\n");
}

TEST_F(Shares, FitsTheTerminal) {
  for (const std::string tree : {"docs", "parent", "ties", "r11x5", "r11x6", "r11x7"})
    for (const std::string algorithm : {"", "--algorithm classic"}) {
      std::istringstream lines(shares_of(tree, algorithm).out);
      int number = 0;
      for (std::string line; std::getline(lines, line); ++number)
        EXPECT_LE(columns_of(line), terminal_width) << line;
      EXPECT_GT(number, 14) << tree;
    }
}

// S: a has 3 of 4, ann is by a's, ben has 1 of 1 there. All usage is that of a, so UE is 1 for a and ann; of
// ben 0.75 + (1 - 0.75) · 1. The user root has used nothing: 2^0. With a dampening of 2: 2^-(1 / 0.75 / 2).
TEST_F(Shares, WritesAllDigitsOfClassicFairShare) {
  write_small_tree();
  const auto said = shares("a.dump --usage u.csv --algorithm classic --dampening 2 --csv");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out,
            "account,user,raw_shares,norm_shares,raw_usage,norm_usage,effective_usage,fair_share,level_fs\n"
            "root,,,1,400,,1,0.7071067811865476,\n"
            "root,root,1,0.25,0,0,0,1,\n"
            "a,,3,0.75,400,1,1,0.6299605249474366,\n"
            "a,ann,parent,0.75,100,0.25,1,0.6299605249474366,\n"
            "a,ben,1,0.75,300,0.75,1,0.6299605249474366,\n");
}

// Without usage nobody is behind anybody: the user root and a tie, ann and ben too.
TEST_F(Shares, TakesNoUsageForNone) {
  write_small_tree();
  EXPECT_EQ(shares("a.dump --csv").out,
            "account,user,raw_shares,norm_shares,raw_usage,norm_usage,effective_usage,fair_share,level_fs\n"
            "root,,,0,0,,1,,\n"
            "root,root,1,0.25,0,0,0,1,inf\n"
            "a,,3,0.75,0,0,0,,inf\n"
            "a,ann,parent,0.75,0,0,0,1,\n"
            "a,ben,1,1,0,0,0,1,inf\n");
}

// measured_trees.csv has 0.25 for b1; as documented b1 comes with a1, 5 of 12.
TEST_F(Shares, BreaksTiesAsIsAsked) {
  const auto with = [&](const std::string& ties) {
    const auto said = shares_of("ties", "--csv --ties " + ties);
    EXPECT_EQ(said.err,
              "malha: note: keys without effect here, and their rows: AdminLevel (1), Description (5), "
              "Organization (5)\n");
    return said.out;
  };
  EXPECT_NE(with("as_built").find("\npb,b1,1,0.5,150000,0.06818181818181818,0.25,0.25,2\n"),
            std::string::npos)
      << with("as_built");
  EXPECT_NE(with("documented").find("\npb,b1,1,0.5,150000,0.06818181818181818,0.25,0.4166666666666667,2\n"),
            std::string::npos);
}

TEST_F(Shares, RefusesWordsThatNameNothing) {
  write_small_tree();
  expect_refused("", "shares: takes one ACCOUNTS.dump, not 0; see malha shares --help");
  expect_refused("none.dump", "none.dump: cannot be read");
  expect_refused("a.dump --usage none.csv", "none.csv: cannot be read");
  expect_refused(
      "a.dump --algorithm fairtree",
      "shares: --algorithm cannot be 'fairtree'; did you mean fair_tree?; valid: fair_tree, classic");
  expect_refused("a.dump --ties first", "shares: --ties cannot be 'first'; valid: as_built, documented");
  expect_refused("a.dump --ties as_built --algorithm classic",
                 "shares: --ties has no effect; valid: with --algorithm fair_tree");
  expect_refused("a.dump --dampening 2",
                 "shares: --dampening has no effect; valid: with --algorithm classic");
  for (const std::string dampening : {"0", "65536", "1.5", "x"})
    expect_refused("a.dump --algorithm classic --dampening " + dampening,
                   "shares: --dampening cannot be " + dampening + "; valid: from 1 to 65535");
}

TEST_F(Shares, RefusesFilesWithTheirLine) {
  write_small_tree();
  write_text(folder_ / "u.csv", "account,user,usage\na,ann,-1\n");
  expect_refused("a.dump --usage u.csv", "u.csv:2: usage cannot be '-1'; valid: a number from 0 to 1e+30");
  write_text(folder_ / "a.dump", "Cluster - c\nParent - root\nAccount - a:Fairshare=-1\n");
  expect_refused("a.dump", "a.dump:3: the shares of 'a' cannot be '-1'; valid: a whole number from 0 to "
                           "2147483646, or parent");
}

} // namespace shares_test
} // namespace malha::testing
