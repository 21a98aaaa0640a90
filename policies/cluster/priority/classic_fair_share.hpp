// SPDX-License-Identifier: MIT
#pragma once
#include "share_tree.hpp"

#include <cmath>

namespace malha::cluster {

/// Classic fair share (Slurm 22.05, "Classic Fairshare Algorithm"; PriorityFlags=NO_FAIR_TREE): a factor for
/// each association, 2^(-(effective usage / share) / dampening). It is 1/2 for who has used just their share.
class ClassicFairShare {
public:
  /// `dampening`, above 0: how many times their share somebody may use until the factor is 1/2
  /// (FairShareDampeningFactor).
  explicit ClassicFairShare(double dampening = 1) : dampening_(dampening) {}

  /// The factors of all associations, from 0 to 1. They are good until the next call.
  const std::vector<double>& factors(const ShareTree& tree) {
    const auto size = static_cast<std::size_t>(tree.size());
    effective_usage_.resize(size);
    factors_.resize(size);
    for (int number = 0; number < tree.size(); ++number) {
      const auto place = static_cast<std::size_t>(number);
      effective_usage_[place] = effective_usage(tree, number);
      const double share = tree.share_of_all(number);
      factors_[place] = share > 0 ? std::exp2(-effective_usage_[place] / share / dampening_) : 0;
    }
    return factors_;
  }

  /// The effective usage of all associations at the last call of `factors`. It takes in what siblings have
  /// used, in proportion to the share: who has used nothing is still charged for their group.
  const std::vector<double>& effective_usage() const { return effective_usage_; }

private:
  /// Parents have smaller numbers, so that theirs is known.
  double effective_usage(const ShareTree& tree, int number) const {
    const int above = tree.share_parent(number);
    const double own = tree.usage_of_all(number);
    if (above < 0)
      return 1;
    if (above == 0)
      return own;
    const double of_parent = effective_usage_[static_cast<std::size_t>(above)];
    if (tree.is_by_parent(number) || tree.level_shares(number) == 0)
      return of_parent;
    return own + (of_parent - own) * tree.share_of_level(number);
  }

  double dampening_;
  std::vector<double> effective_usage_, factors_;
};

} // namespace malha::cluster
