// SPDX-License-Identifier: MIT
#pragma once
#include "cell_values.hpp"

namespace malha {

/// The values of metrics, as a claim names them and their cells. It remembers whether the claim was judged by
/// runs that rejected jobs.
class ClaimedValues {
public:
  explicit ClaimedValues(const CellValues& cells) : cells_(cells) {}

  /// Of one cell, or the mean over some, by seed. Throws Unchecked.
  SeedValues of(const CellFilter& filter);
  /// Of a series. Throws Unchecked.
  std::vector<Point> series(const CellFilter& filter, const SeriesRange& range);
  /// By seed, one series minus another, at each number of what they go over. Throws Unchecked.
  std::map<double, SeedValues> differences_along(const CellFilter& one, const CellFilter& other,
                                                 const SeriesRange& range);

  /// Whether a run that was asked for rejected jobs.
  bool rejected_some() const { return rejected_some_; }

private:
  void saw(const std::vector<const CellResult*>& cells);

  const CellValues& cells_;
  bool rejected_some_ = false;
};

/// Means are about equal within this, relative; a series is flat when its largest mean is at most so much
/// above its smallest.
inline constexpr double about_equal = 0.05;

/// "2824 [2700, 2948]".
std::string with_bounds(const MeanWithInterval& mean);
/// "difference by crashes.share: 5: 12 +-3, 10: …".
std::string text_of(const std::map<double, SeedValues>& differences, const SeriesRange& range);

} // namespace malha
