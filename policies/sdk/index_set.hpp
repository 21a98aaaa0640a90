// SPDX-License-Identifier: MIT
#pragma once
#include "numbers.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace malha {

/// A set of resources by index, such as those that a job holds. It is kept as maximal intervals in increasing
/// order.
class IndexSet {
public:
  struct Interval {
    int first;
    int last; ///< belongs to the interval

    int size() const { return last - first + 1; }
    friend bool operator==(const Interval& a, const Interval& b) {
      return a.first == b.first && a.last == b.last;
    }
  };

  /// Goes through the set index by index: `for (const int node : nodes)`.
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    using pointer = const int*;
    using reference = int;

    int operator*() const { return interval_->first + offset_; }
    Iterator& operator++() {
      if (++offset_ == interval_->size()) {
        ++interval_;
        offset_ = 0;
      }
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.interval_ == b.interval_ && a.offset_ == b.offset_;
    }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return !(a == b); }

  private:
    friend class IndexSet;
    explicit Iterator(const Interval* interval) : interval_(interval) {}

    const Interval* interval_;
    int offset_ = 0; ///< position of the index in its interval
  };

  /// Most sets have one interval, and then need no memory of their own.
  using Intervals = boost::container::small_vector<Interval, 1>;

  IndexSet() = default;
  /// The set of the indices from `first` to `first + count - 1`.
  IndexSet(int first, int count) {
    if (count > 0)
      intervals_.push_back({first, first + count - 1});
    size_ = std::max(0, count);
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The indices, in increasing order.
  Iterator begin() const { return Iterator(intervals_.data()); }
  Iterator end() const { return Iterator(intervals_.data() + intervals_.size()); }
  const Intervals& intervals() const { return intervals_; }

  bool contains(int index) const {
    const auto after = std::upper_bound(intervals_.begin(), intervals_.end(), index,
                                        [](int value, const Interval& one) { return value < one.first; });
    return after != intervals_.begin() && std::prev(after)->last >= index;
  }
  bool contains(const IndexSet& other) const {
    auto mine = intervals_.begin();
    for (const auto& theirs : other.intervals_) {
      while (mine != intervals_.end() && mine->last < theirs.first)
        ++mine;
      if (mine == intervals_.end() || mine->first > theirs.first || mine->last < theirs.last)
        return false;
    }
    return true;
  }

  /// Adds all of `other`, which must have nothing in common with the set.
  void insert(const IndexSet& other) {
    size_ += other.size_;
    if (other.intervals_.size() <= few) {
      for (const auto& theirs : other.intervals_)
        insert(theirs);
      return;
    }
    Intervals united;
    united.reserve(intervals_.size() + other.intervals_.size());
    auto theirs = other.intervals_.begin();
    for (const auto& mine : intervals_) {
      for (; theirs != other.intervals_.end() && theirs->first < mine.first; ++theirs)
        append(united, *theirs);
      append(united, mine);
    }
    for (; theirs != other.intervals_.end(); ++theirs)
      append(united, *theirs);
    intervals_ = std::move(united);
  }

  /// Whether an index is in both sets.
  bool intersects(const IndexSet& other) const {
    return std::any_of(other.begin(), other.end(), [this](int index) { return contains(index); });
  }
  /// Removes `other`, all of which must be in the set.
  void remove(const IndexSet& other) {
    size_ -= other.size_;
    if (other.intervals_.size() <= few) {
      for (const auto& theirs : other.intervals_)
        remove(theirs);
      return;
    }
    Intervals left;
    left.reserve(intervals_.size() + other.intervals_.size());
    auto theirs = other.intervals_.begin();
    for (auto mine : intervals_) {
      for (; theirs != other.intervals_.end() && theirs->first <= mine.last; ++theirs) {
        if (mine.first < theirs->first)
          left.push_back({mine.first, theirs->first - 1});
        mine.first = theirs->last + 1;
      }
      if (mine.first <= mine.last)
        left.push_back(mine);
    }
    intervals_ = std::move(left);
  }

  /// The `count` lowest indices. The set must have as many.
  IndexSet lowest(int count) const {
    auto end = intervals_.begin();
    int more = count;
    for (; more > 0; ++end)
      more -= end->size();
    IndexSet taken;
    taken.intervals_.assign(intervals_.begin(), end);
    if (more < 0)
      taken.intervals_.back().last += more;
    taken.size_ = count;
    return taken;
  }

  /// The `count` highest indices. The set must have as many.
  IndexSet highest(int count) const {
    IndexSet rest = *this;
    rest.remove(lowest(size_ - count));
    return rest;
  }
  /// Moves the `count` lowest indices to `taken`, in place of what that has. The set must have as many.
  void take_lowest(int count, IndexSet& taken) {
    auto end = intervals_.begin();
    int more = count;
    for (; more > 0; ++end)
      more -= end->size();
    taken.intervals_.assign(intervals_.begin(), end);
    if (more < 0) { // a part of the last interval stays
      taken.intervals_.back().last += more;
      (--end)->first = taken.intervals_.back().last + 1;
    }
    intervals_.erase(intervals_.begin(), end);
    taken.size_ = count;
    size_ -= count;
  }

  /// The indices of the set from `first` to `first + count - 1`.
  IndexSet within(int first, int count) const {
    IndexSet inside;
    auto interval = std::lower_bound(intervals_.begin(), intervals_.end(), first,
                                     [](const Interval& one, int value) { return one.last < value; });
    for (; interval != intervals_.end() && interval->first < first + count; ++interval) {
      inside.intervals_.push_back(
          {std::max(interval->first, first), std::min(interval->last, first + count - 1)});
      inside.size_ += inside.intervals_.back().size();
    }
    return inside;
  }

  /// The set with `distance` added to each index.
  IndexSet shifted(int distance) const {
    IndexSet there = *this;
    for (auto& interval : there.intervals_) {
      interval.first += distance;
      interval.last += distance;
    }
    return there;
  }

  /// The set as a text: "0-3 5 8-9".
  std::string text() const {
    std::string text;
    append_to(text);
    return text;
  }
  void append_to(std::string& text) const {
    const auto begin = text.size();
    for (const auto& interval : intervals_) {
      char written[32]; // at once, since rows are written by the million
      char *end = written, *const behind = written + sizeof written;
      if (text.size() > begin)
        *end++ = ' ';
      end = std::to_chars(end, behind, interval.first).ptr;
      if (interval.last > interval.first) {
        *end++ = '-';
        end = std::to_chars(end, behind, interval.last).ptr;
      }
      text.append(written, static_cast<std::size_t>(end - written));
    }
  }
  /// The set that a text stands for. Throws std::invalid_argument on a text that `text` does not write.
  static IndexSet parse(const std::string& text) {
    constexpr int largest = 10'000'000; // no platform has so many hosts; a larger index is damage
    IndexSet set;
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = std::min(text.find(' ', begin), text.size());
      const std::string interval = text.substr(begin, end - begin);
      const auto dash = interval.find('-');
      const auto first = parse_number<int>(interval.substr(0, dash));
      const auto last = dash == std::string::npos ? first : parse_number<int>(interval.substr(dash + 1));
      if (!first || !last || *last < *first || *first < 0 || *last > largest || end + 1 == text.size() ||
          (!set.empty() && *first <= set.intervals_.back().last))
        throw std::invalid_argument("'" + text + "' is not a set of intervals such as '0-3 5'");
      append(set.intervals_, {*first, *last});
      set.size_ += *last - *first + 1;
      begin = end + 1;
    }
    return set;
  }

  friend bool operator==(const IndexSet& a, const IndexSet& b) { return a.intervals_ == b.intervals_; }

private:
  /// Adds an interval that lies above all others.
  static void append(Intervals& intervals, const Interval& next) {
    if (!intervals.empty() && intervals.back().last + 1 == next.first)
      intervals.back().last = next.last;
    else
      intervals.push_back(next);
  }

  /// Up to so many intervals are inserted and removed one by one, where they lie.
  static constexpr std::size_t few = 8;

  using Place = Intervals::iterator;

  /// The first interval that begins behind the index.
  Place behind(int index) {
    return std::upper_bound(intervals_.begin(), intervals_.end(), index,
                            [](int value, const Interval& one) { return value < one.first; });
  }

  void insert(const Interval& one) {
    const auto next = behind(one.first);
    const bool goes_on = next != intervals_.begin() && std::prev(next)->last + 1 == one.first;
    const bool meets_next = next != intervals_.end() && one.last + 1 == next->first;
    if (goes_on && meets_next) {
      std::prev(next)->last = next->last;
      intervals_.erase(next);
    } else if (goes_on) {
      std::prev(next)->last = one.last;
    } else if (meets_next) {
      next->first = one.first;
    } else {
      intervals_.insert(next, one);
    }
  }

  void remove(const Interval& one) {
    const auto next = behind(one.first), here = std::prev(next);
    const int last = std::exchange(here->last, one.first - 1);
    if (one.last < last && here->size() > 0)
      intervals_.insert(next, {one.last + 1, last});
    else if (one.last < last)
      *here = {one.last + 1, last};
    else if (here->size() == 0)
      intervals_.erase(here);
  }

  Intervals intervals_;
  int size_ = 0;
};

} // namespace malha
