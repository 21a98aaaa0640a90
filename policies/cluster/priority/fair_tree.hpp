// SPDX-License-Identifier: MIT
#pragma once
#include "siblings.hpp"

#include <numeric>

namespace malha::cluster {

/// What becomes of sibling accounts with equal level fair-share values.
enum class Ties {
  /// As Slurm 22.05.8 was measured: one account is ranked after the other, but the first user of the later
  /// one
  /// gets the rank of the last user before them.
  as_built,
  /// As Slurm's documentation has it: what is below them is ranked together, as if it were below one account.
  documented
};

/// Fair Tree (Slurm 22.05, "Fair Tree Fairshare Algorithm"): ranks users so that all users of an account come
/// before all users of a sibling with a smaller level fair-share value.
class FairTree {
public:
  explicit FairTree(Ties ties = Ties::as_built) : ties_(ties) {}

  /// The factors of all associations: of a user their rank, counted from the worst, divided by the number of
  /// users, so above 0 and at most 1; 0 of an account. They are good until the next call. Calls for trees of
  /// the same size allocate nothing after the first one.
  const std::vector<double>& factors(const ShareTree& tree) {
    factors_.assign(static_cast<std::size_t>(tree.size()), 0.0);
    rank_ = next_ = tree.users();
    take_children(tree);
    levels_.clear();
    list_.assign(1, {0, 0.0, false}); // the root
    visited_.clear();
    open_level(0, 1, false);
    while (!levels_.empty())
      step(tree);
    for (const int number : order_) // those who are not ranked
      if (!is_ranked(tree, number))
        visited_.push_back(number);
    order_.swap(visited_);
    return factors_;
  }

private:
  /// Siblings that are being ranked: entries of `list_` from `begin` to `end`.
  struct Level {
    std::size_t begin, end, at;
    bool is_first_tied; ///< whether the first of them has the value of who was ranked before them
  };

  /// Collects the fair-share children of all accounts in `children_`, one account after the other, and in the
  /// order of the last call. Little changes between two passes, so that they are nearly sorted.
  void take_children(const ShareTree& tree) {
    if (order_.size() + 1 != static_cast<std::size_t>(tree.size())) {
      order_.resize(static_cast<std::size_t>(tree.size()) - 1);
      std::iota(order_.begin(), order_.end(), 1);
    }
    begin_.assign(static_cast<std::size_t>(tree.size()) + 1, 0);
    for (const int number : order_)
      if (is_ranked(tree, number))
        ++begin_[static_cast<std::size_t>(tree.share_parent(number)) + 1];
    for (std::size_t place = 1; place < begin_.size(); ++place)
      begin_[place] += begin_[place - 1];
    filled_ = begin_;
    children_.resize(begin_.back());
    for (const int number : order_)
      if (is_ranked(tree, number))
        children_[filled_[static_cast<std::size_t>(tree.share_parent(number))]++] = sibling(tree, number);
  }

  /// Ranks the next entry of the innermost level.
  void step(const ShareTree& tree) {
    auto& level = levels_.back();
    if (level.at == level.end) {
      list_.resize(level.begin);
      levels_.pop_back();
      return;
    }
    const auto entry = list_[level.at];
    visited_.push_back(entry.number);
    const bool is_tied =
        level.at == level.begin ? level.is_first_tied : entry.level_fs == list_[level.at - 1].level_fs;
    if (entry.is_user) {
      ++level.at;
      rank_ = is_tied ? rank_ : next_;
      --next_;
      factors_[static_cast<std::size_t>(entry.number)] = static_cast<double>(rank_) / tree.users();
      return;
    }
    const auto first = level.at;
    for (++level.at;
         ties_ == Ties::documented && level.at < level.end && list_[level.at].level_fs == entry.level_fs;
         ++level.at)
      visited_.push_back(list_[level.at].number);
    open_level(first, level.at, is_tied);
  }

  /// Goes into the accounts at these places of `list_`, whose children are ranked together.
  void open_level(std::size_t first, std::size_t last, bool is_first_tied) {
    const auto begin = list_.size();
    for (auto place = first; place < last; ++place) {
      const auto account = static_cast<std::size_t>(list_[place].number);
      list_.insert(list_.end(), children_.begin() + static_cast<std::ptrdiff_t>(begin_[account]),
                   children_.begin() + static_cast<std::ptrdiff_t>(begin_[account + 1]));
    }
    sort_from(begin, list_);
    levels_.push_back({begin, list_.size(), begin, is_first_tied});
  }

  Ties ties_;
  std::vector<double> factors_;
  std::vector<int> order_;          ///< of all associations but the root: as they were ranked last
  std::vector<int> visited_;        ///< likewise, of this call
  std::vector<std::size_t> begin_;  ///< of each account's part of `children_`
  std::vector<std::size_t> filled_; ///< how far each part is filled
  std::vector<Sibling> children_;
  std::vector<Sibling> list_; ///< the entries of all open levels
  std::vector<Level> levels_;
  int rank_ = 0, next_ = 0;
};

} // namespace malha::cluster
