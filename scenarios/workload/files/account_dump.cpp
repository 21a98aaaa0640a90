// SPDX-License-Identifier: MIT
#include "account_dump.hpp"

#include "account_rows.hpp"
#include "field_values.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "slurm_limits.hpp"

#include <limits>
#include <set>

namespace malha {
namespace {

const std::string root_name = "root"; ///< of the account above all others, and of its user
constexpr std::int64_t most_shares = std::numeric_limits<std::int32_t>::max() - 1; // one more is "parent"
constexpr std::size_t most_accounts_in_message = 10;

/// Puts the rows of a file together to a tree. Accounts may come in any order: a Parent row may name one that
/// follows.
class DumpedTree {
public:
  explicit DumpedTree(std::string file) : file_(std::move(file)) {}

  void take(const AccountRow& row) {
    if (row.word != "Cluster" && nodes_.empty())
      fail(row.line, "stands before the cluster; valid: Cluster - 'name' as the first row");
    if (row.word == "Cluster")
      take_cluster(row);
    else if (row.word == "Parent")
      parents_.emplace_back(row.name, row.line);
    else if (parents_.empty())
      fail(row.line, "no Parent row says to which account " + malha::quoted(row.name) +
                         " belongs; valid: Parent - 'root' before it");
    else if (row.word == "Account")
      take_account(row);
    else
      take_user(row);
  }

  AccountDump finish() {
    if (nodes_.empty())
      throw InputError(file_ +
                       ": has no rows; valid: what sacctmgr dump writes: Cluster - 'name', and so on");
    if (users_.count({root_name, root_name}) == 0) {
      nodes_.push_back({{root_name, root_name, 0}, 0, 0});
      defaults_.emplace(root_name, Default{root_name, 0, false});
    }
    find_parents();
    refuse_cycles();
    std::vector<cluster::Association> associations;
    for (auto& node : nodes_)
      associations.push_back(std::move(node.association));
    return {cluster_, cluster::Accounts(std::move(associations), default_accounts()), without_effect()};
  }

private:
  struct Node {
    cluster::Association association;
    std::size_t parent_row; ///< place in `parents_`
    std::size_t line;
  };
  struct Default {
    std::string account;
    std::size_t line;
    bool is_given; ///< a row says so; otherwise it is the user's first account
  };

  void take_cluster(const AccountRow& row) {
    if (!nodes_.empty())
      fail(row.line, "is a second cluster; valid: one");
    cluster_ = row.name;
    add({root_name}, row);
    if (!nodes_.front().association.shares)
      fail(row.line, "the cluster cannot have the shares of a parent; valid: a whole number");
    accounts_.emplace(root_name, 0);
  }

  void take_account(const AccountRow& row) {
    const auto [there, is_new] = accounts_.emplace(row.name, nodes_.size());
    if (!is_new)
      fail(row.line, "account " + malha::quoted(row.name) + " is there already" +
                         (there->second == 0 ? ": it is that of the cluster"
                                             : ", in line " + std::to_string(nodes_[there->second].line)) +
                         "; valid: each account once");
    add({row.name}, row);
  }

  void take_user(const AccountRow& row) {
    const auto& account = parents_.back().first;
    if (row.values.count("Partition") > 0)
      fail(row.line, "a user with shares in one partition is not known; valid: rows without Partition");
    const auto [there, is_new] = users_.emplace(std::pair(account, row.name), row.line);
    if (!is_new)
      fail(row.line, "user " + malha::quoted(row.name) + " is in account " + malha::quoted(account) +
                         " already, in line " + std::to_string(there->second) + "; valid: once");
    take_default(row, account);
    add({account, row.name}, row);
  }

  void take_default(const AccountRow& row, const std::string& account) {
    const auto given = row.values.find("DefaultAccount");
    const bool is_given = given != row.values.end();
    const Default mine{is_given ? given->second : account, row.line, is_given};
    const auto [there, is_new] = defaults_.emplace(row.name, mine);
    if (is_new || !is_given)
      return;
    if (there->second.is_given && there->second.account != mine.account)
      fail(row.line, "the default account of " + malha::quoted(row.name) + " is " +
                         malha::quoted(mine.account) + ", but " + malha::quoted(there->second.account) +
                         " in line " + std::to_string(there->second.line) + "; valid: one default account");
    there->second = mine;
  }

  void add(cluster::Association association, const AccountRow& row) {
    for (const auto& [key, value] : row.values)
      if (key == "FairShare" || key == "Shares")
        association.shares = shares(value, row);
      else if (key != "DefaultAccount") {
        association.settings.emplace(key, value);
        ++others_[key];
      }
    check_limits(association, row);
    nodes_.push_back({std::move(association), parents_.empty() ? 0 : parents_.size() - 1, row.line});
  }

  /// They are read later, where nobody knows the line any more.
  void check_limits(const cluster::Association& association, const AccountRow& row) const {
    try {
      limits_in(association.settings);
    } catch (const std::invalid_argument& error) {
      fail(row.line, error.what());
    }
  }

  std::optional<std::int64_t> shares(const std::string& value, const AccountRow& row) const {
    if (row.values.count("FairShare") + row.values.count("Shares") > 1)
      fail(row.line, "has both 'FairShare' and 'Shares'; valid: one of them");
    if (value == "parent")
      return std::nullopt;
    const auto number = parse_number<std::int64_t>(value);
    if (!number || *number < 0 || *number > most_shares)
      fail(row.line, "the shares of " + malha::quoted(row.name) + " cannot be " + malha::quoted(value) +
                         "; valid: a whole number from 0 to " + std::to_string(most_shares) + ", or parent");
    return number;
  }

  void find_parents() {
    std::vector<std::string> names;
    for (const auto& [name, place] : accounts_)
      names.push_back(name);
    for (const auto& [name, line] : parents_)
      if (accounts_.count(name) == 0)
        fail(line, "unknown parent " + malha::quoted(name) + instead_of(name, names));
    for (std::size_t place = 1; place < nodes_.size(); ++place) {
      auto& node = nodes_[place];
      const auto& parent = node.line == 0 ? root_name : parents_[node.parent_row].first; // 0: of no row
      node.association.parent = static_cast<int>(accounts_.at(parent));
    }
  }

  std::size_t above(std::size_t place) const {
    return static_cast<std::size_t>(nodes_[place].association.parent);
  }

  /// Goes up from each account until the root, or one from which the root was reached.
  void refuse_cycles() const {
    std::vector<std::size_t> seen_from(nodes_.size(), 0); // the place from which each was first met; 0: none
    for (std::size_t first = 1; first < nodes_.size(); ++first) {
      std::size_t place = first;
      while (place != 0 && seen_from[place] == 0) {
        seen_from[place] = first;
        place = above(place);
      }
      if (place != 0 && seen_from[place] == first)
        refuse_cycle(place);
    }
  }

  [[noreturn]] void refuse_cycle(std::size_t in_it) const {
    std::vector<std::string> names{nodes_[in_it].association.account};
    for (auto place = above(in_it); place != in_it; place = above(place))
      names.push_back(nodes_[place].association.account);
    std::string text = names.front();
    for (std::size_t i = 1; i < std::min(names.size(), most_accounts_in_message); ++i)
      text += " below " + names[i];
    text += names.size() > most_accounts_in_message ? " below … below " : " below ";
    fail(nodes_[in_it].line,
         "accounts are below each other: " + text + names.front() + "; valid: accounts below root");
  }

  std::map<std::string, std::string> default_accounts() const {
    std::map<std::string, std::string> accounts;
    for (const auto& [user, found] : defaults_) {
      if (found.line != 0 && users_.count({found.account, user}) == 0)
        fail(found.line, "user " + malha::quoted(user) + " is not in their default account " +
                             malha::quoted(found.account) + "; valid: an account of the user");
      accounts.emplace(user, found.account);
    }
    return accounts;
  }

  std::vector<KeyWithoutEffect> without_effect() const {
    std::vector<KeyWithoutEffect> keys;
    for (const auto& [key, rows] : others_)
      keys.push_back({key, rows});
    return keys;
  }

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw InputError(file_ + ":" + std::to_string(line) + ": " + what);
  }

  std::string file_, cluster_;
  std::vector<Node> nodes_;                                          ///< the first is the root
  std::vector<std::pair<std::string, std::size_t>> parents_;         ///< names and lines of Parent rows
  std::map<std::string, std::size_t> accounts_;                      ///< places in `nodes_`
  std::map<std::pair<std::string, std::string>, std::size_t> users_; ///< lines, by account and user
  std::map<std::string, Default> defaults_;                          ///< by user
  std::map<std::string, std::int64_t> others_;                       ///< rows, by key
};

} // namespace

AccountDump read_account_dump(const std::filesystem::path& file) {
  DumpedTree tree(file.string());
  for (const auto& row : read_account_rows(file))
    tree.take(row);
  return tree.finish();
}

} // namespace malha
