// SPDX-License-Identifier: MIT
#pragma once
#include "results/records.hpp"
#include "scenarios/language/scenario.hpp"

namespace malha {

/// What came of one cell.
struct CellResult {
  std::string scenario;
  std::string run;
  Settings varied;
  std::map<std::uint64_t, std::vector<MetricValue>> runs; ///< by seed: those that are done

  /// "key=value" pairs, sorted, joined by ';'.
  std::string parameters() const { return joined(varied, ";"); }
  /// Ours of a metric, by seed, where it has any.
  std::map<std::uint64_t, double> values(const std::string& metric) const;
  /// The rows of runs.csv.
  std::vector<RunValue> rows() const;
};

/// Means are about equal within this, relative; a series is flat when its largest mean is at most so much
/// above its smallest.
inline constexpr double about_equal = 0.05;
/// A crossing is where the source puts it within so many points: the parameter is in percent.
inline constexpr double crossing_points = 10;

/// Every published value and claim of the scenarios beside our values. A published value agrees within its
/// own tolerance. Claims: *less*: the paired 95 % interval of the difference lies below 0 (with one seed: the
/// difference does); *near*: the means are about equal; *flat*: the means of the series are; *bounded*: the
/// mean lies within the bounds; *crossing*: from there on the first series stays below the second; *grows*:
/// the difference of the two series increases from each value to the next, and the paired 95 % interval of
/// (last - first) lies above 0. Where a scenario averages over parameters, what is left open of them is a
/// mean, seed by seed.
std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<CellResult>& cells);

} // namespace malha
