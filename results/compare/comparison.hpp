// SPDX-License-Identifier: MIT
#pragma once
#include "results/measures/metric.hpp"
#include "results/statistics/statistics.hpp"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

namespace malha {

/// A deployment in a comparison, with its values of a metric by seed.
struct Competitor {
  std::string name;
  std::map<std::uint64_t, double> values;
  std::string settings = ""; ///< its settings that not all competitors have
  bool resamples = false;    ///< each seed resamples the same trace
};

// Words for a difference, beside "less", "more" and "the same".
inline constexpr const char* settings_differ = "settings differ";
inline constexpr const char* no_difference_shown = "no difference shown";

/// The mean of a competitor's values, and its difference from the first competitor.
struct ComparedMean {
  std::string name;
  MeanWithInterval mean;
  /// Mean of the differences from the first competitor, seed by seed; the first has none.
  std::optional<MeanWithInterval> difference;
  /// What the difference shows. "less" or "more": its interval excludes 0. "no difference shown": it
  /// includes 0. "the same": the difference is 0 for every seed. "settings differ": a setting that only one
  /// of the two has may explain the difference. "": there is no interval.
  std::string word;
  std::optional<double> percent = {}; ///< the difference in % of the first mean; none if that is 0
  /// Of a difference that has an interval. None if the word is "the same" or "settings differ".
  std::optional<double> p_value = {};
  std::optional<double> p_holm = {}; ///< the p-value adjusted for all differences by `adjust_for_many`
  bool is_best = false;              ///< has the best mean, not all have it, and all have the same settings
};

/// A metric of several competitors, over the seeds that all of them have. Competitors without any value are
/// left out.
struct ComparedMetric {
  std::string metric;
  std::string unit;
  Better better = Better::neither;
  std::size_t seeds = 0;
  std::size_t seeds_left_out = 0;    ///< seeds that only some have
  std::vector<ComparedMean> means;   ///< in the order of the competitors
  std::vector<std::string> without;  ///< competitors without a value
  std::vector<std::string> constant; ///< competitors with the same value for each of several seeds
  std::string parameters = "";       ///< of a sweep, the settings under which they are compared
  std::string against = "";          ///< the baseline of differences: a competitor, or settings of a sweep
  bool resamples = false;            ///< intervals are computed by mean_of_resamples
};

/// Compares the competitors. There are no intervals if each of them has the same value for each of its seeds.
ComparedMetric compared(const std::string& metric, const std::string& unit, Better better,
                        const std::vector<Competitor>& competitors);

/// Compares the points of a sweep of one deployment with the first of them: a metric for each, with one mean.
/// The names of the points are their settings; `run` is the name of the deployment. No point is the best.
std::vector<ComparedMetric> compared_in_sweep(const std::string& metric, const std::string& unit,
                                              const std::string& run, const std::vector<Competitor>& points);

/// Sets the p-values that are adjusted for the number of all differences.
void adjust_for_many(std::vector<ComparedMetric>& metrics);

/// Writes differences.csv.
void write_differences(const std::vector<ComparedMetric>& metrics, std::ostream& out);

/// Prints a table of at most 80 columns, and notes below it. `from_trace`: whether the workload is a trace,
/// which could be resampled.
void print_comparison(const std::vector<ComparedMetric>& metrics, std::ostream& out, bool from_trace = false);

/// Prints a sweep over settings with these keys: one table for each metric, with one line for each
/// combination.
void print_sweep(const std::vector<ComparedMetric>& metrics, const std::vector<std::string>& keys,
                 std::ostream& out, bool from_trace = false);

} // namespace malha
