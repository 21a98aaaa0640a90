// SPDX-License-Identifier: MIT
#pragma once
#include "held_nodes.hpp"

namespace malha::cluster::slurm {

/// The table of a backfill pass: pieces of time from now to the end of the window, each with the nodes that
/// no job has reserved in it. Nodes of running jobs count as not reserved. Of each piece it also knows the
/// most nodes that a job could use which runs in it, so that most pieces need no look at sets.
class NodeTable {
public:
  NodeTable(Seconds now, Seconds end, NodeBits up, const HeldNodes& held) : held_(held), end_(end) {
    pieces_.push_back({now, 0, std::move(up)});
    count_again();
  }

  Seconds end() const { return end_; }
  /// The piece that holds a date of the table.
  std::size_t at(Seconds date) const {
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), date,
                                        [](Seconds value, const Piece& one) { return value < one.from; });
    return after == pieces_.begin() ? 0 : static_cast<std::size_t>(after - pieces_.begin()) - 1;
  }
  Seconds begin_of(std::size_t piece) const { return piece < pieces_.size() ? pieces_[piece].from : never; }
  Seconds end_of(std::size_t piece) const {
    return piece + 1 < pieces_.size() ? pieces_[piece + 1].from : end_;
  }

  /// The nodes that nobody has reserved in the piece.
  const NodeBits& open_in(std::size_t piece) const { return pieces_[piece].open; }

  /// The first piece that a job which ends then does not touch. A piece that begins at that date is touched
  /// if `closed`.
  std::size_t untouched(Seconds end, bool closed) const {
    const auto from = [](const Piece& one, Seconds value) { return one.from < value; };
    const auto value = [](Seconds date, const Piece& one) { return date < one.from; };
    const auto found = closed ? std::upper_bound(pieces_.begin(), pieces_.end(), end, value)
                              : std::lower_bound(pieces_.begin(), pieces_.end(), end, from);
    return static_cast<std::size_t>(found - pieces_.begin());
  }

  /// Pieces that a job touches which begins in the first one.
  struct Range {
    std::size_t first, behind;
  };

  /// The earliest pieces for a job that begins at `from` or later which have enough nodes as far as numbers
  /// go. Nothing: there are none.
  std::optional<Range> enough(Seconds from, Seconds limit, int nodes, bool closed) const {
    Range range{at(from), 0};
    Seconds end = from + limit;
    for (auto piece = range.first; piece < pieces_.size(); ++piece) {
      const auto& one = pieces_[piece];
      if (piece > range.first && (closed ? one.from > end : one.from >= end)) {
        range.behind = piece;
        return range;
      }
      if (one.most < nodes) { // a job that begins in an earlier piece touches this one
        range.first = piece + 1;
        end = begin_of(range.first) + limit;
      }
    }
    range.behind = pieces_.size();
    return range.first < pieces_.size() ? std::optional(range) : std::nullopt;
  }

  /// Leaves in `open` the nodes that nobody has reserved in these pieces. If there are fewer than `nodes`, it
  /// returns the last piece from which on that is so: a job of that size and length finds none before the end
  /// of that piece.
  std::optional<std::size_t> obstacle(const Range& range, int nodes, NodeBits& open) const {
    auto kept = open;
    for (auto piece = range.behind; piece-- > range.first;)
      open &= pieces_[piece].open;
    if (open.count() >= nodes)
      return std::nullopt;
    auto piece = range.behind - 1;
    while ((kept &= pieces_[piece].open).count() >= nodes)
      --piece;
    return piece;
  }

  /// The end of the first piece between these dates in which some of the nodes are reserved; nothing if
  /// there is none.
  std::optional<Seconds> conflict(Seconds from, Seconds to, const NodeBits& nodes) const {
    for (auto piece = at(from); piece < pieces_.size() && pieces_[piece].from < to; ++piece)
      if (end_of(piece) > from && !nodes.is_subset_of(pieces_[piece].open))
        return end_of(piece);
    return std::nullopt;
  }

  /// Lets a piece begin at that date, unless it lies outside of the table.
  void split(Seconds date) {
    const auto piece = at(date);
    if (!(pieces_[piece].from < date && date < end_))
      return;
    Piece later{date, pieces_[piece].most, pieces_[piece].open};
    pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(piece) + 1, std::move(later));
    count(piece);
  }

  /// Reserves nodes. What lies outside of the table has no effect.
  void reserve(Seconds from, Seconds to, const NodeBits& nodes) {
    if (from >= end_)
      return;
    split(from);
    split(to);
    for (auto piece = at(from); piece < pieces_.size() && pieces_[piece].from < to; ++piece) {
      pieces_[piece].open -= nodes;
      count(piece);
    }
  }

  /// Takes in that other nodes are held than before.
  void count_again() {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
      count(piece);
  }

private:
  struct Piece {
    Seconds from;
    int most; ///< number of nodes that nobody has reserved and that are free by its end
    NodeBits open;
  };

  void count(std::size_t piece) {
    const Seconds end = piece + 1 < pieces_.size() ? pieces_[piece + 1].from : never;
    pieces_[piece].most = pieces_[piece].open.count_in(held_.free_by(end));
  }

  const HeldNodes& held_;
  std::vector<Piece> pieces_;
  Seconds end_;
};

} // namespace malha::cluster::slurm
