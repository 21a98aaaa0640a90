// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/accounts.hpp"

namespace malha::cluster {

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
    for (int number = user; number >= 0; number = node(number).parent)
      usage_[static_cast<std::size_t>(number)] += usage;
  }
  /// Multiplies all usage by a factor, from 0 to 1.
  void decay(double factor) {
    for (auto& usage : usage_)
      usage *= factor;
  }
  /// Forgets all usage.
  void reset() { std::fill(usage_.begin(), usage_.end(), 0.0); }

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
    bool is_user = false;
    std::optional<std::int64_t> shares = 1;
    double shares_below = 0; ///< of all fair-share children
    double share_of_level = 0, share_of_all = 1;
  };

  Node& node(int number) { return nodes_[static_cast<std::size_t>(number)]; }
  const Node& node(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
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
  int users_ = 0;
};

} // namespace malha::cluster
