// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"

#include <boost/container/small_vector.hpp>

namespace malha::cluster::oscarpbs {

/// A fragment that lies on a machine.
struct Piece {
  Job* job;
  std::size_t index;

  const Fragment& fragment() const { return job->fragments[index]; }
  friend bool operator==(const Piece& a, const Piece& b) { return a.job == b.job && a.index == b.index; }
};
using Pieces = boost::container::small_vector<Piece, 8>;

/// The intervals of a machine (thesis, Table 5.4). In each interval the set of fragments is constant.
/// Intervals follow one another without gaps. The last has no end, and no fragment lies in it.
class Timeline {
public:
  struct Interval {
    Seconds from; ///< until the next interval begins
    int used = 0; ///< CPUs
    Pieces pieces = {};
  };

  explicit Timeline(int cpus) : cpus_(cpus), intervals_(1, {-never}) {}

  int cpus() const { return cpus_; }

  void insert(const Piece& piece, Seconds from, Seconds to) {
    const auto first = cut(from), last = cut(to);
    for (auto i = first; i < last; ++i) {
      intervals_[i].pieces.push_back(piece);
      intervals_[i].used += piece.fragment().cpus;
    }
  }

  void remove(const Piece& piece, Seconds from, Seconds to) {
    const auto first = at(from);
    auto last = first;
    for (; last < intervals_.size() && intervals_[last].from < to; ++last) {
      auto& pieces = intervals_[last].pieces;
      const auto found = std::find(pieces.begin(), pieces.end(), piece);
      if (found == pieces.end())
        continue; // of the past
      pieces.erase(found);
      intervals_[last].used -= piece.fragment().cpus;
    }
    join(last);
    join(first);
  }

  /// Forgets what is before `now`.
  void trim(Seconds now) {
    const auto here = at(now);
    intervals_.erase(intervals_.begin(), intervals_.begin() + static_cast<std::ptrdiff_t>(here));
    intervals_.front().from = -never;
  }

  /// Calls look(interval, its length inside) for each interval that overlaps [from, to), in their order,
  /// until a call returns false. Returns whether all calls returned true.
  template <class Look>
  bool each(Seconds from, Seconds to, Look look) const {
    for (auto i = at(from); i < intervals_.size() && intervals_[i].from < to; ++i) {
      const Seconds begin = std::max(from, intervals_[i].from);
      const Seconds end = i + 1 < intervals_.size() ? std::min(to, intervals_[i + 1].from) : to;
      if (!look(intervals_[i], end - begin))
        return false;
    }
    return true;
  }

  /// calcular_espaco_livre (P24): how many CPU s are free in [from, to). Nothing where fewer than `cpus` CPUs
  /// are free at some time, or where the answer would not be below `limit`.
  std::optional<double> free_space(int cpus, Seconds from, Seconds to, double limit = never) const {
    double space = 0;
    const bool fits = each(from, to, [&](const Interval& interval, Seconds length) {
      const int free = cpus_ - interval.used;
      space += free * length;
      return free >= cpus && space < limit;
    });
    return fits ? std::optional(space) : std::nullopt;
  }

private:
  std::size_t at(Seconds date) const {
    const auto after =
        std::upper_bound(intervals_.begin(), intervals_.end(), date,
                         [](Seconds value, const Interval& interval) { return value < interval.from; });
    return static_cast<std::size_t>(after - intervals_.begin()) - 1;
  }

  /// The interval that begins at the date; it is made if it is not there.
  std::size_t cut(Seconds date) {
    const auto here = at(date);
    if (intervals_[here].from == date)
      return here;
    auto second = intervals_[here];
    second.from = date;
    intervals_.insert(intervals_.begin() + static_cast<std::ptrdiff_t>(here) + 1, std::move(second));
    return here + 1;
  }

  /// Makes one interval of two that hold the same fragments.
  void join(std::size_t second) {
    if (second == 0 || second >= intervals_.size())
      return;
    const auto &left = intervals_[second - 1], &right = intervals_[second];
    if (left.used == right.used && left.pieces.size() == right.pieces.size() &&
        std::is_permutation(left.pieces.begin(), left.pieces.end(), right.pieces.begin()))
      intervals_.erase(intervals_.begin() + static_cast<std::ptrdiff_t>(second));
  }

  int cpus_;
  std::vector<Interval> intervals_;
};

} // namespace malha::cluster::oscarpbs
