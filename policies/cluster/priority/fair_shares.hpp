// SPDX-License-Identifier: MIT
#pragma once
#include "classic_fair_share.hpp"
#include "fair_ranks.hpp"
#include "fair_tree.hpp"

#include <variant>

namespace malha::cluster {

/// The fair-share factors of a tree by one of the algorithms, as of the last update.
class FairShares {
public:
  explicit FairShares(ClassicFairShare classic) : by_(std::move(classic)) {}
  /// Fair Tree.
  explicit FairShares(Ties ties) {
    if (ties == Ties::documented)
      by_ = FairTree(ties);
  }

  /// Takes the usage that the tree has now, and lets it forget its changes.
  void update(ShareTree& tree) {
    if (auto* ranks = std::get_if<FairRanks>(&by_))
      return ranks->update(tree);
    auto* classic = std::get_if<ClassicFairShare>(&by_);
    factors_ = classic != nullptr ? &classic->factors(tree) : &std::get<FairTree>(by_).factors(tree);
    tree.forget_changes();
  }

  double factor(int association) {
    if (auto* ranks = std::get_if<FairRanks>(&by_))
      return ranks->factor(association);
    return (*factors_)[static_cast<std::size_t>(association)];
  }

private:
  std::variant<FairRanks, FairTree, ClassicFairShare> by_;
  const std::vector<double>* factors_ = nullptr; ///< of all associations, but for `FairRanks`
};

} // namespace malha::cluster
