// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace malha::cluster {

/// An account, or a user in an account: a place in the tree of those who share a cluster (Slurm:
/// association). A user of several accounts has several associations.
struct Association {
  std::string account;
  std::string user = {}; ///< "": the account itself
  int parent = -1;       ///< index of the account that it belongs to; -1: it is the root
  /// Its shares, at least 0; nothing: "parent", which leaves its place to the account above.
  std::optional<std::int64_t> shares = 1;
  /// What else is said of it, such as limits, by key, as it was written: "GrpTRES", "cpu=10".
  std::map<std::string, std::string> settings = {};

  bool is_user() const { return !user.empty(); }
};

/// The tree of accounts and users of a cluster. Its associations are numbered in the order in which Slurm's
/// `sshare` lists them: the root first, each account before what belongs to it, within an account the users
/// and then the accounts, both by name. So a parent has a smaller number than its children. It does not
/// change.
class Accounts {
public:
  /// The associations may come in any order, and `parent` refers to it. `default_accounts` gives the account
  /// of each user whose jobs name none. Throws std::invalid_argument unless the associations are one tree
  /// below one root, with each account once, and each user once in an account, whose name they have.
  explicit Accounts(std::vector<Association> associations,
                    std::map<std::string, std::string> default_accounts = {})
      : default_accounts_(std::move(default_accounts)) {
    take_in_order(std::move(associations));
    for (int number = 0; number < size(); ++number) {
      const auto& own = (*this)[number];
      if (own.is_user() && (own.parent < 0 || (*this)[own.parent].account != own.account))
        throw std::invalid_argument("a user belongs to another account than it says");
      const auto before = numbers_.size();
      numbers_.emplace_hint(numbers_.end(), std::pair(own.account, own.user),
                            number); // mostly it is the last
      if (numbers_.size() == before)
        throw std::invalid_argument("two associations are the same");
    }
  }

  int size() const { return static_cast<int>(all_.size()); }
  const Association& operator[](int number) const { return all_[static_cast<std::size_t>(number)]; }
  const std::vector<Association>& all() const { return all_; }

  /// The number of a user in an account, or of the account itself (user ""); nothing if there is none.
  std::optional<int> find(const std::string& account, const std::string& user) const {
    const auto found = numbers_.find({account, user});
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }
  /// The number of a user in their default account; nothing if they have none.
  std::optional<int> find_default(const std::string& user) const {
    const auto found = default_accounts_.find(user);
    return found == default_accounts_.end() ? std::nullopt : find(found->second, user);
  }

private:
  /// Goes through the tree in depth, with a stack of its own: accounts may be nested deeply.
  void take_in_order(std::vector<Association> given) {
    const auto number = given.size();
    std::vector<std::vector<int>> children(number);
    std::vector<std::pair<int, int>> waiting; // an association, and the number that its parent got
    for (std::size_t i = 0; i < number; ++i) {
      const int parent = given[i].parent;
      if (parent == -1 && waiting.empty())
        waiting.emplace_back(static_cast<int>(i), -1);
      else if (parent < 0 || static_cast<std::size_t>(parent) >= number ||
               given[static_cast<std::size_t>(parent)].is_user())
        throw std::invalid_argument("an association belongs to no account");
      else
        children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
    }
    if (number == 0)
      throw std::invalid_argument("there is no root");
    all_.reserve(number);
    const auto comes_later = [&](int a, int b) { return key(given, b) < key(given, a); };
    while (!waiting.empty()) {
      const auto [next, parent] = waiting.back();
      waiting.pop_back();
      auto& below = children[static_cast<std::size_t>(next)];
      std::reverse(below.begin(), below.end());                     // the first is taken first, from the end
      if (!std::is_sorted(below.begin(), below.end(), comes_later)) // mostly they are
        std::sort(below.begin(), below.end(), comes_later);
      for (const int child : below)
        waiting.emplace_back(child, static_cast<int>(all_.size()));
      // Only now may its text go: it was compared while its siblings were sorted.
      all_.push_back(std::move(given[static_cast<std::size_t>(next)]));
      all_.back().parent = parent;
    }
    if (all_.size() != number)
      throw std::invalid_argument("the associations are no tree below one root");
  }

  static std::tuple<bool, const std::string&> key(const std::vector<Association>& given, int place) {
    const auto& association = given[static_cast<std::size_t>(place)];
    return {!association.is_user(), association.is_user() ? association.user : association.account};
  }

  std::vector<Association> all_;
  std::map<std::string, std::string> default_accounts_;        ///< by user
  std::map<std::pair<std::string, std::string>, int> numbers_; ///< by account and user
};

} // namespace malha::cluster
