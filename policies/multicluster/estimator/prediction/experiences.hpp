// SPDX-License-Identifier: MIT
// The experiences that are nearest to a case (M-CISNE, section 3.2.2 and appendix C).
#pragma once
#include "policies/multicluster/history.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace malha::multicluster {

/// Sums over experiences.
struct TimeSums {
  Seconds waiting = 0, execution = 0;
  std::int64_t number = 0;

  void add(const TimeSums& other) {
    waiting += other.waiting;
    execution += other.execution;
    number += other.number;
  }
  Seconds mean_waiting() const { return waiting / static_cast<double>(number); }
  Seconds mean_execution() const { return execution / static_cast<double>(number); }
};

/// Experiences of three words and three numbers, and the distance HEOM between them: the root of the sum of
/// squares of one difference each. Two words differ by 0 or 1, and by 1 where one is unknown (""). Two
/// numbers differ by their distance over the range of all experiences; if that is 0, by 0 or 1.
/// Equal experiences are one entry. An entry is not looked at if its words, or its first numbers, are
/// already too far away.
class Experiences {
public:
  using Words = std::array<std::string, 3>;
  using Numbers = std::array<double, 3>;

  void add(const Words& words, const Numbers& numbers, const Experience& times) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      low_[i] = std::min(low_[i], numbers[i]);
      high_[i] = std::max(high_[i], numbers[i]);
    }
    groups_[words][numbers[0]][numbers[1]][numbers[2]].add({times.waiting_time, times.execution_time, 1});
  }

  /// The sums over all experiences that are no farther than the nearest one and `radius`. Each entry whose
  /// distance it works out is a step.
  TimeSums nearest(const Words& words, const Numbers& numbers, double radius, std::int64_t& steps) const {
    Search search{*this, numbers, radius, steps};
    const bool is_known =
        std::all_of(words.begin(), words.end(), [](const auto& one) { return !one.empty(); });
    for (int different = 0; different <= 3 && different <= search.bound(); ++different)
      if (different == 0 && is_known) {
        if (const auto same = groups_.find(words); same != groups_.end())
          search.look_at(same->second, 0);
      } else {
        for (const auto& [others, group] : groups_)
          if (differences(words, others) == different)
            search.look_at(group, different);
      }
    return search.sums();
  }

private:
  using Last = std::map<double, TimeSums>;
  using Second = std::map<double, Last>;
  using Group = std::map<double, Second>;

  static int differences(const Words& words, const Words& others) {
    int different = 0;
    for (std::size_t i = 0; i < words.size(); ++i)
      different += words[i].empty() || words[i] != others[i];
    return different;
  }

  /// Calls `look(key, value)` for the entries of a map, those nearest to x first, until it returns false.
  template <class Map, class Look>
  static void outward(const Map& map, double x, Look look) {
    auto above = map.lower_bound(x), below = above;
    for (bool goes_on = true; goes_on && (above != map.end() || below != map.begin());) {
      const bool goes_up =
          below == map.begin() || (above != map.end() && above->first - x <= x - std::prev(below)->first);
      const auto& [key, value] = goes_up ? *above++ : *--below;
      goes_on = look(key, value);
    }
  }

  /// One search. Distances are squared.
  class Search {
  public:
    Search(const Experiences& all, const Numbers& numbers, double radius, std::int64_t& steps)
        : all_(all), numbers_(numbers), radius_(radius), steps_(steps) {}

    /// What is farther away cannot count. Distances that are equal on paper may differ in the last digit.
    double bound() const {
      constexpr double tolerance = 1e-12;
      const double farthest = std::sqrt(least_) + radius_;
      return (radius_ > 0 ? farthest * farthest : least_) + tolerance;
    }

    void look_at(const Group& group, double so_far) {
      outward(group, numbers_[0], [&](double first, const Second& second) {
        const double one = so_far + squared(0, first);
        if (one > bound())
          return false;
        outward(second, numbers_[1], [&](double key, const Last& last) {
          const double two = one + squared(1, key);
          if (two > bound())
            return false;
          outward(last, numbers_[2],
                  [&](double third, const TimeSums& sums) { return take(two + squared(2, third), sums); });
          return true;
        });
        return true;
      });
    }

    TimeSums sums() const {
      TimeSums sums;
      for (const auto& [distance, entry] : found_)
        if (distance <= bound())
          sums.add(*entry);
      return sums;
    }

  private:
    bool take(double distance, const TimeSums& entry) {
      ++steps_;
      if (distance > bound())
        return false;
      least_ = std::min(least_, distance);
      found_.emplace_back(distance, &entry);
      return true;
    }

    double squared(std::size_t i, double number) const {
      const double range = all_.high_[i] - all_.low_[i], distance = number - numbers_[i];
      if (!(range > 0))
        return distance == 0 ? 0 : 1;
      return (distance / range) * (distance / range);
    }

    const Experiences& all_;
    const Numbers& numbers_;
    const double radius_;
    std::int64_t& steps_;
    double least_ = never;
    std::vector<std::pair<double, const TimeSums*>> found_;
  };

  std::map<Words, Group> groups_;
  Numbers low_{never, never, never}, high_{-never, -never, -never};
};

} // namespace malha::multicluster
