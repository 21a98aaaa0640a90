// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/accounts.hpp"

#include <limits>

namespace malha::cluster {

/// What has become of the usage of a tree since somebody looked at it.
struct UsageChanges {
  bool is_new_tree = true; ///< nobody has looked at it so far
  /// Usage may have changed in any way. Otherwise all usage was multiplied by the same factors, but for
  /// errors of rounding, and some associations were charged.
  bool is_all_changed = true;
  std::vector<int> charged = {}; ///< the associations that were charged, each of them once
  std::int64_t decays = 0;       ///< how often all usage was multiplied since the tree was made
};

/// Who may use how much of a cluster, and who has used how much: the tree of accounts with shares and usage,
/// from which fair-share factors are computed (Slurm 22.05, "Multifactor Priority Plugin"). Associations have
/// the numbers that `Accounts` gives them.
///
/// An association with shares "parent" leaves its place to the account above it. So the *fair-share parent*
/// of an association is its nearest account above whose shares are not "parent", and the *fair-share
/// children* of an account are those of which it is that. The account with "parent" stays among its siblings,
/// without children.
class ShareTree {
public:
  explicit ShareTree(const Accounts& accounts)
      : nodes_(static_cast<std::size_t>(accounts.size())), usage_(nodes_.size(), 0.0) {
    for (int number = 0; number < size(); ++number) {
      const auto& association = accounts[number];
      auto& own = node(number);
      own.parent = association.parent;
      own.is_user = association.is_user();
      users_ += own.is_user;
      if (own.parent < 0)
        continue; // whatever shares it has, there is nobody to share with
      own.shares = association.shares;
      own.share_parent = is_by_parent(own.parent) ? node(own.parent).share_parent : own.parent;
      node(own.share_parent).shares_below += static_cast<double>(own.shares.value_or(0));
    }
    for (int number = 0; number < size(); ++number)
      take_shares(number);
  }

  int size() const { return static_cast<int>(nodes_.size()); }
  /// The number of associations that are users.
  int users() const { return users_; }
  bool is_user(int number) const { return node(number).is_user; }
  /// Whether its shares are "parent". The root's are not.
  bool is_by_parent(int number) const { return !node(number).shares; }
  /// The account that it belongs to; -1: it is the root.
  int parent(int number) const { return node(number).parent; }
  /// The fair-share parent; -1: it is the root.
  int share_parent(int number) const { return node(number).share_parent; }

  /// The sum of the shares of all fair-share children of its fair-share parent.
  double level_shares(int number) const {
    const int above = node(number).share_parent;
    return above < 0 ? 0 : node(above).shares_below;
  }
  /// The part of its fair-share parent's share that it has, from 0 to 1: its shares divided by
  /// `level_shares`; 0 where these are 0. With "parent" it is that of its fair-share parent.
  double share_of_level(int number) const { return node(number).share_of_level; }
  /// The part of the cluster that it has (`NormShares` of classic fair share): the product of all shares of
  /// levels from here up to the root.
  double share_of_all(int number) const { return node(number).share_of_all; }

  /// Charges a user, and with them all accounts above. Usage has the unit of its charges, such as billing
  /// seconds.
  void charge(int user, double usage) {
    for (int number = user; number >= 0; number = node(number).parent) {
      usage_[static_cast<std::size_t>(number)] += usage;
      if (!std::exchange(node(number).is_charged, true))
        changes_.charged.push_back(number);
    }
    if (const double used = this->usage(user); used > 0)
      smallest_ = std::min(smallest_, used);
    changes_.is_all_changed |= !(this->usage(0) <= most_certain);
  }
  /// Multiplies all usage by a factor, from 0 to 1.
  void decay(double factor) {
    if (factor == 1)
      return;
    multiply_all(factor);
    smallest_ *= factor;
    ++changes_.decays;
    if (!(smallest_ >= least_certain && usage(0) <= most_certain))
      find_smallest();
  }
  /// Forgets all usage.
  void reset() {
    std::fill(usage_.begin(), usage_.end(), 0.0);
    changes_.is_all_changed = true;
  }

  /// What has changed since the last call of `forget_changes`.
  const UsageChanges& changes() const { return changes_; }
  void forget_changes() {
    for (const int number : changes_.charged)
      node(number).is_charged = false;
    changes_.charged.clear();
    changes_.is_new_tree = changes_.is_all_changed = false;
  }

  /// What was charged to it, or to users below it.
  double usage(int number) const { return usage_[static_cast<std::size_t>(number)]; }
  /// Its part of all usage; 0 where there is none.
  double usage_of_all(int number) const { return part(usage(number), usage(0)); }
  /// Its part of the usage of its fair-share parent; 0 where that is 0. It is 1 for the root.
  double usage_of_level(int number) const {
    const int above = node(number).share_parent;
    return above < 0 ? 1 : part(usage(number), usage(above));
  }

private:
  struct Node {
    int parent = -1, share_parent = -1;
    bool is_user = false, is_charged = false; ///< charged: it is in `changes_`
    std::optional<std::int64_t> shares = 1;
    double shares_below = 0; ///< of all fair-share children
    double share_of_level = 0, share_of_all = 1;
  };

  Node& node(int number) { return nodes_[static_cast<std::size_t>(number)]; }
  const Node& node(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
  /// Where a decay of usage, or a part of all usage, would be more than an error of rounding off: the numbers
  /// are too small or too large. From there on all usage changes with each decay.
  void find_smallest() {
    changes_.is_all_changed = true;
    smallest_ = std::numeric_limits<double>::infinity();
    for (const double usage : usage_)
      if (usage > 0)
        smallest_ = std::min(smallest_, usage);
  }
  /// Four at a time, which compilers turn into two instructions.
  void multiply_all(double factor) {
    constexpr std::size_t at_once = 4;
    std::size_t place = 0;
    for (double* usage = usage_.data(); place + at_once <= usage_.size(); place += at_once)
      for (std::size_t next = 0; next < at_once; ++next)
        usage[place + next] *= factor;
    for (; place < usage_.size(); ++place)
      usage_[place] *= factor;
  }
  static double part(double amount, double of) { return of == 0 ? 0 : amount / of; }

  /// Parents have smaller numbers, so that theirs are known.
  void take_shares(int number) {
    auto& own = node(number);
    if (own.share_parent < 0)
      return;
    const auto& above = node(own.share_parent);
    if (!own.shares) {
      own.share_of_level = above.share_of_level;
      own.share_of_all = above.share_of_all;
      return;
    }
    own.share_of_level = part(static_cast<double>(*own.shares), above.shares_below);
    own.share_of_all = above.share_of_all * own.share_of_level;
  }

  std::vector<Node> nodes_;
  std::vector<double> usage_;
  UsageChanges changes_;
  /// Usage from here to there, and parts of it, have all digits of a double.
  static constexpr double least_certain = 1e-250, most_certain = 1e50;
  double smallest_ = std::numeric_limits<double>::infinity(); ///< usage above 0, nearly, or less
  int users_ = 0;
};

} // namespace malha::cluster
