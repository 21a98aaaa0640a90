// SPDX-License-Identifier: MIT
#pragma once
#include "cell_values.hpp"

namespace malha {

/// Finds the values that a claim names, and notes whether runs that rejected jobs are among them.
class ClaimedValues {
public:
  explicit ClaimedValues(const CellValues& cells) : cells_(cells) {}

  /// The values of one cell, or means over some cells, by seed. Throws Unchecked.
  SeedValues of(const CellFilter& filter);
  /// The points of a series. Throws Unchecked.
  std::vector<Point> series(const CellFilter& filter, const SeriesRange& range);
  /// One series minus another at each number that they go over, by seed. Throws Unchecked.
  std::map<double, SeedValues> differences_along(const CellFilter& one, const CellFilter& other,
                                                 const SeriesRange& range);

  /// Whether a run that was asked for rejected jobs.
  bool rejected_some() const { return rejected_some_; }
  /// The number of seeds of the values that were asked for: the least, if they differ.
  std::size_t seeds() const { return seeds_.value_or(0); }

private:
  void saw(const std::vector<const CellResult*>& cells, const SeedValues& values);

  const CellValues& cells_;
  bool rejected_some_ = false;
  std::optional<std::size_t> seeds_;
};

/// Notes the number that decides about a claim, with its interval, and the `reference` with which it is
/// compared, if there is one.
void note_interval(const MeanWithInterval& mean, std::optional<double> reference, Verdict& verdict);
/// Notes differences in pairs, seed by seed, which decide about a claim. Returns their mean.
MeanWithInterval note_differences(const SeedValues& differences, Verdict& verdict);

/// Means are about equal when they differ by no more than this, relative. A series is flat when its largest
/// mean is at most so much above its smallest.
inline constexpr double about_equal = 0.05;

/// The means of two cells as a text, each with the settings in which it differs from the other: "easy 454 ±
/// 83, fcfs 6738 ± 1312 (95 %)".
std::string side_by_side(const std::pair<CellFilter, CellFilter>& cells, const MeanWithInterval& one,
                         const MeanWithInterval& other);
/// A mean with its interval as a text: "2824 [2700, 2948]", "2824, at least 2700" if one end is missing.
std::string with_bounds(const MeanWithInterval& mean);
/// Differences as a text: "difference by crashes.share: 5: 12 ± 3, 10: …".
std::string text_of(const std::map<double, SeedValues>& differences, const SeriesRange& range);

} // namespace malha
