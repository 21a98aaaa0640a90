// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <boost/dynamic_bitset.hpp>

#include <algorithm>

namespace malha::cluster::slurm {

/// A set of nodes by number. A pass intersects thousands of them.
using NodeBits = boost::dynamic_bitset<std::uint64_t>;

inline void add_to(NodeBits& bits, const IndexSet& nodes) {
  for (const auto& interval : nodes.intervals())
    bits.set(static_cast<std::size_t>(interval.first), static_cast<std::size_t>(interval.size()), true);
}

inline NodeBits bits_of(const IndexSet& nodes, std::size_t of) {
  NodeBits bits(of);
  add_to(bits, nodes);
  return bits;
}

inline IndexSet nodes_of(const NodeBits& bits) {
  IndexSet nodes;
  for (auto first = bits.find_first(); first != NodeBits::npos;) {
    auto last = first;
    while (last + 1 < bits.size() && bits[last + 1])
      ++last;
    nodes.insert(IndexSet(static_cast<int>(first), static_cast<int>(last - first + 1)));
    first = bits.find_next(last);
  }
  return nodes;
}

/// The table of a backfill pass: pieces of time from now to the end of the window, each with the nodes that
/// no job has reserved in it. Nodes of running jobs count as not reserved.
class NodeTable {
public:
  NodeTable(Seconds now, Seconds end, NodeBits up) : end_(end) { pieces_.push_back({now, std::move(up)}); }

  Seconds end() const { return end_; }
  /// The piece that holds a date of the table.
  std::size_t at(Seconds date) const {
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), date,
                                        [](Seconds value, const Piece& one) { return value < one.from; });
    return after == pieces_.begin() ? 0 : static_cast<std::size_t>(after - pieces_.begin()) - 1;
  }
  Seconds end_of(std::size_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].from : end_;
  }

  Seconds begin_of(std::size_t piece) const { return piece < pieces_.size() ? pieces_[piece].from : never; }

  /// The first piece that a job which ends then does not touch. A piece that begins at that date is touched
  /// if `closed`.
  std::size_t untouched(Seconds end, bool closed) const {
    const auto from = [](const Piece& one, Seconds value) { return one.from < value; };
    const auto value = [](Seconds date, const Piece& one) { return date < one.from; };
    const auto found = closed ? std::upper_bound(pieces_.begin(), pieces_.end(), end, value)
                              : std::lower_bound(pieces_.begin(), pieces_.end(), end, from);
    return static_cast<std::size_t>(found - pieces_.begin());
  }

  /// Sets `open` to the nodes that nobody has reserved in the pieces from `first` to `behind`, which is
  /// excluded, if there are as many as `nodes`. Otherwise it returns the last piece from which on there are
  /// fewer: a job of that size and length finds none before the end of that piece.
  std::optional<std::size_t> obstacle(std::size_t first, std::size_t behind, std::size_t nodes,
                                      NodeBits& open) const {
    open = pieces_[--behind].open;
    while (open.count() >= nodes) {
      if (behind == first)
        return std::nullopt;
      open &= pieces_[--behind].open;
    }
    return behind;
  }

  /// The end of the first piece between these dates in which some of the nodes are reserved; nothing if
  /// there is none.
  std::optional<Seconds> conflict(Seconds from, Seconds to, const NodeBits& nodes) const {
    for (auto piece = at(from); piece < pieces_.size() && pieces_[piece].from < to; ++piece)
      if (end_of(piece) > from && !nodes.is_subset_of(pieces_[piece].open))
        return end_of(piece);
    return std::nullopt;
  }

  /// Reserves nodes. What lies outside of the table has no effect.
  void reserve(Seconds from, Seconds to, const NodeBits& nodes) {
    if (from >= end_)
      return;
    split(from);
    split(to);
    for (auto piece = at(from); piece < pieces_.size() && pieces_[piece].from < to; ++piece)
      pieces_[piece].open -= nodes;
  }

private:
  struct Piece {
    Seconds from;
    NodeBits open;
  };

  void split(Seconds date) {
    const auto piece = at(date);
    if (!(pieces_[piece].from < date && date < end_))
      return;
    Piece later{date, pieces_[piece].open};
    pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(piece) + 1, std::move(later));
  }

  std::vector<Piece> pieces_;
  Seconds end_;
};

} // namespace malha::cluster::slurm
