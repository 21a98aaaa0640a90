// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace malha::tuple_space::testing {

/// A tuple of the histories: its kind, and one number.
using Pair = std::pair<char, int>;

/// What clients have seen of a tuple space, in words of the test alone.
struct Operation {
  enum What { write, inp, rdp, in, rd, copy_collect, failure };
  enum End { open, commit, abort };
  static constexpr long never = std::numeric_limits<long>::max();

  int client = 0;
  int transaction = 0; ///< 0 for none
  What what = write;
  std::vector<Pair> written; ///< before all else
  End end = open;
  char kind = 'A';           ///< of the tuples that it looks for
  std::optional<int> number; ///< which they must have
  std::vector<Pair> answer;  ///< empty where it has none
  long asked = 0;
  long answered = never;
};

/// Whether there is one order of the operations in which each gives its answer, that keeps the order of every
/// client, and in which what was answered comes before what was asked later. An operation without an answer
/// may have had its effect at any time since, or never. The algorithm is that of Wing and Gong (wing1993),
/// with the memory of Lowe (lowe2017): a set of operations with one state is not tried twice.
bool is_linearizable(const std::vector<Operation>& history);

} // namespace malha::tuple_space::testing
