// SPDX-License-Identifier: MIT
#pragma once
#include "share_tree.hpp"

#include <cmath>
#include <limits>

namespace malha::cluster {

/// The level fair-share value of an association other than the root (Slurm 22.05, "Fair Tree"): its part of
/// the level's shares divided by its part of the usage there. It is 0 without shares, and infinite for who
/// has shares and used nothing, or has shares "parent".
inline double level_fs(const ShareTree& tree, int number) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (tree.is_by_parent(number))
    return infinite;
  const double share = tree.share_of_level(number), usage = tree.usage_of_level(number);
  return share == 0 ? 0 : usage == 0 ? infinite : share / usage;
}

/// Whether Fair Tree ranks it, or what is below it. An account with "parent" has no fair-share children.
inline bool is_ranked(const ShareTree& tree, int number) {
  return tree.is_user(number) || !tree.is_by_parent(number);
}

/// An association among the fair-share children of an account.
struct Sibling {
  int number = 0;
  double level_fs = 0;
  bool is_user = false;

  /// Larger values first, then users, then as listed.
  bool operator<(const Sibling& other) const {
    if (level_fs != other.level_fs)
      return level_fs > other.level_fs;
    return is_user != other.is_user ? is_user : number < other.number;
  }
};

inline Sibling sibling(const ShareTree& tree, int number) {
  return {number, level_fs(tree, number), tree.is_user(number)};
}

/// Sorts the siblings of a list from there on. Those that are nearly sorted take little more than a look.
inline void sort_from(std::size_t begin, std::vector<Sibling>& list) {
  constexpr std::size_t most_moves = 8; // so many moves a sibling cost as much as to sort them anew
  auto moves_left = most_moves * (list.size() - begin);
  for (auto at = begin + 1; at < list.size(); ++at) {
    const auto own = list[at];
    auto to = at;
    for (; to > begin && own < list[to - 1] && moves_left > 0; --to, --moves_left)
      list[to] = list[to - 1];
    list[to] = own;
    if (moves_left == 0)
      return std::sort(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end());
  }
}

/// Whether two siblings that follow each other keep their order, or stay tied, while all usage decays.
///
/// A level fair-share value is a share divided by a part of usage, and a decay leaves the quotients of values
/// as they are, but for rounding. Let u be 2^-53, by which a sum, a product or a quotient is off at most. A
/// decay changes the quotient of two usages by 2 u at most. A value is off by 2 u, since it is two divisions;
/// so two values are by 4 u when they are compared now, and by 4 u when they are compared later. So the order
/// holds for k decays if the larger value is more than 1 + (2 k + 8) u times the smaller one. With the error
/// of that quotient, and of the sum of errors, k + 6 units of 2 u are enough, up to 10^7 decays.
///
/// Returns how many decays are certain to change nothing; -1: not even a charge to others is.
inline std::int64_t certain_decays(const ShareTree& tree, const Sibling& before, const Sibling& after) {
  constexpr std::int64_t most = 10'000'000;
  constexpr double units_of_comparisons = 6;
  // Who used nothing, or has no shares, stays so until they are charged.
  if (std::isinf(before.level_fs) || after.level_fs == 0)
    return most;
  if (before.level_fs == after.level_fs) { // equal numbers stay equal, others with equal quotients need not
    const bool are_equal = tree.share_of_level(before.number) == tree.share_of_level(after.number) &&
                           tree.usage(before.number) == tree.usage(after.number);
    return are_equal ? most : -1;
  }
  const double units =
      (before.level_fs / after.level_fs - 1) / std::numeric_limits<double>::epsilon() - units_of_comparisons;
  return units < 0 ? -1 : static_cast<std::int64_t>(std::min<double>(units, most));
}

} // namespace malha::cluster
