// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"

#include <boost/container/small_vector.hpp>

// Inlined, the copy of a small_vector looks too long to this compiler (Boost, move_construct_impl).
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

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
    int used;     ///< CPUs
    const Pieces& pieces;
  };

  explicit Timeline(int cpus) : cpus_(cpus), steps_(1, {-never, 0}), pieces_(1) {}

  int cpus() const { return cpus_; }

  void insert(const Piece& piece, Seconds from, Seconds to) {
    const auto first = cut(from), last = cut(to);
    for (auto i = first; i < last; ++i) {
      pieces_[i].push_back(piece);
      steps_[i].used += piece.fragment().cpus;
    }
  }

  void remove(const Piece& piece, Seconds from, Seconds to) {
    const auto first = at(from);
    auto last = first;
    for (; last < steps_.size() && steps_[last].from < to; ++last) {
      auto& pieces = pieces_[last];
      const auto found = std::find(pieces.begin(), pieces.end(), piece);
      if (found == pieces.end())
        continue; // of the past
      pieces.erase(found);
      steps_[last].used -= piece.fragment().cpus;
    }
    join(last);
    join(first);
  }

  /// Forgets what is before `now`.
  void trim(Seconds now) {
    const auto here = static_cast<std::ptrdiff_t>(at(now));
    steps_.erase(steps_.begin(), steps_.begin() + here);
    pieces_.erase(pieces_.begin(), pieces_.begin() + here);
    steps_.front().from = -never;
  }

  /// Calls look(interval, its length inside) for each interval that overlaps [from, to), in their order,
  /// until a call returns false. Returns whether all calls returned true.
  template <class Look>
  bool each(Seconds from, Seconds to, Look look) const {
    return each_step(from, to, [&](std::size_t i, Seconds length) {
      return look(Interval{steps_[i].from, steps_[i].used, pieces_[i]}, length);
    });
  }

  /// calcular_espaco_livre (P24): how many CPU s are free in [from, to). Nothing if fewer than `cpus` CPUs
  /// are free at some time, or if the answer would not be below `limit`.
  std::optional<double> free_space(int cpus, Seconds from, Seconds to, double limit = never) const {
    double space = 0;
    const bool fits = each_step(from, to, [&](std::size_t i, Seconds length) {
      const int free = cpus_ - steps_[i].used;
      space += free * length;
      return free >= cpus && space < limit;
    });
    return fits ? std::optional(space) : std::nullopt;
  }

private:
  /// An interval without its fragments. Most questions need no more, and these lie close together in memory.
  struct Step {
    Seconds from;
    int used;
  };

  /// Calls look(number of the interval, its length inside) as `each` does.
  template <class Look>
  bool each_step(Seconds from, Seconds to, Look look) const {
    for (auto i = at(from); i < steps_.size() && steps_[i].from < to; ++i) {
      const Seconds begin = std::max(from, steps_[i].from);
      const Seconds end = i + 1 < steps_.size() ? std::min(to, steps_[i + 1].from) : to;
      if (!look(i, end - begin))
        return false;
    }
    return true;
  }

  std::size_t at(Seconds date) const {
    const auto after = std::upper_bound(steps_.begin(), steps_.end(), date,
                                        [](Seconds value, const Step& step) { return value < step.from; });
    return static_cast<std::size_t>(after - steps_.begin()) - 1;
  }

  /// The interval that begins at the date; it is made if it is not there.
  std::size_t cut(Seconds date) {
    const auto here = at(date);
    if (steps_[here].from == date)
      return here;
    const auto next = static_cast<std::ptrdiff_t>(here) + 1;
    steps_.insert(steps_.begin() + next, {date, steps_[here].used});
    pieces_.insert(pieces_.begin() + next, Pieces(pieces_[here]));
    return here + 1;
  }

  /// Makes one interval of two that hold the same fragments.
  void join(std::size_t second) {
    if (second == 0 || second >= steps_.size())
      return;
    const auto &left = pieces_[second - 1], &right = pieces_[second];
    if (steps_[second - 1].used != steps_[second].used || left.size() != right.size() ||
        !std::is_permutation(left.begin(), left.end(), right.begin()))
      return;
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(second));
    pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(second));
  }

  int cpus_;
  std::vector<Step> steps_;
  std::vector<Pieces> pieces_; ///< of each interval
};

} // namespace malha::cluster::oscarpbs

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic pop
#endif
