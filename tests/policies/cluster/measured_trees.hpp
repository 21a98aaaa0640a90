// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/priority/share_tree.hpp"
#include "scenarios/workload/files/account_dump.hpp"
#include "scenarios/workload/files/account_usage.hpp"
#include "tests/policies/cluster/measured_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::cluster {

/// A tree with the usage that its users had.
struct MeasuredTree {
  explicit MeasuredTree(const std::string& name)
      : accounts(read_account_dump(slurm_folder + name + ".dump").accounts), tree(accounts) {
    const auto used = read_account_usage(slurm_folder + name + ".usage.csv", accounts);
    for (int number = 0; number < accounts.size(); ++number)
      if (tree.is_user(number))
        tree.charge(number, used[static_cast<std::size_t>(number)]);
  }

  Accounts accounts;
  ShareTree tree;
};

/// The measured rows of each tree under an algorithm (fairtree, classic), in the order of `sshare`. It has 11
/// trees with 208 rows.
inline std::map<std::string, std::vector<MeasuredRow>> measured_under(const std::string& algorithm) {
  std::map<std::string, std::vector<MeasuredRow>> trees;
  std::size_t number = 0;
  for (const auto& row : measured_rows("measured_trees.csv"))
    if (row.at("algorithm") == algorithm) {
      trees[row.at("tree")].push_back(row);
      ++number;
    }
  EXPECT_EQ(trees.size(), 11u);
  EXPECT_EQ(number, 208u);
  return trees;
}

/// Whether a value is the measured one, which has six digits behind its point; nothing was measured where the
/// field is empty.
inline bool is_measured(double value, const std::string& measured) {
  if (measured.empty())
    return true;
  if (measured == "inf")
    return std::isinf(value);
  return std::abs(value - std::stod(measured)) <= 0.5e-6 + 1e-9; // half of the last digit
}

/// Compares what no algorithm changes, and calls `see(tree, number, row)` for each association of each tree
/// that was measured under an algorithm, with its row.
template <class See>
void each_measured_row(const std::string& algorithm, See see) {
  for (const auto& [name, rows] : measured_under(algorithm)) {
    const MeasuredTree measured(name);
    const auto& tree = measured.tree;
    ASSERT_EQ(tree.size(), static_cast<int>(rows.size())) << name;
    for (int number = 0; number < tree.size(); ++number) {
      const auto& row = rows[static_cast<std::size_t>(number)];
      SCOPED_TRACE(name + " " + row.at("account") + "/" + row.at("user"));
      EXPECT_EQ(tree.usage(number), std::stod(row.at("raw_usage")));
      EXPECT_TRUE(is_measured(tree.usage_of_all(number), row.at("norm_usage"))) << tree.usage_of_all(number);
      see(tree, number, row);
    }
  }
}

} // namespace malha::cluster
