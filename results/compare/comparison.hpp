// SPDX-License-Identifier: MIT
#pragma once
#include "results/measures/metric.hpp"
#include "results/statistics/statistics.hpp"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

namespace malha {

/// One of several competitors, with its values of a metric by seed.
struct Competitor {
  std::string name;
  std::map<std::uint64_t, double> values;
  std::string settings = ""; ///< settings that not all competitors have
  bool resamples = false;    ///< each seed resamples the same trace
};

// Words of a difference, beside "less", "more" and "the same".
inline constexpr const char* settings_differ = "settings differ";
inline constexpr const char* no_difference_shown = "no difference shown";

/// The mean of a competitor's values, and how it stands to the first competitor.
struct ComparedMean {
  std::string name;
  MeanWithInterval mean;
  /// Mean of the differences from the first competitor, seed by seed; the first has none.
  std::optional<MeanWithInterval> difference;
  /// What the difference shows. "less" or "more": its interval excludes 0. "no difference shown": it does
  /// not. "the same": the difference is 0 for every seed. "settings differ": less or more would be due to a
  /// setting that only one of the two has. "": there is no interval.
  std::string word;
  std::optional<double> percent = {}; ///< the difference as a share of the mean that it is from
  std::optional<double> p_value = {}; ///< of a difference that has an interval, and is not 0 for every seed
  std::optional<double> p_holm = {};  ///< the same, adjusted for all of them by `adjust_for_many`
  bool is_best = false; ///< none has a better mean, some have a worse one, and all have the same settings
};

/// A metric of several competitors, over the seeds that all of them have. Competitors without any value do
/// not count.
struct ComparedMetric {
  std::string metric;
  std::string unit;
  Better better = Better::neither;
  std::size_t seeds = 0;
  std::size_t seeds_left_out = 0;    ///< seeds that only some have
  std::vector<ComparedMean> means;   ///< in the order of the competitors
  std::vector<std::string> without;  ///< competitors that have no value
  std::vector<std::string> constant; ///< competitors that have the same value for all of several seeds
  std::string parameters = "";       ///< of a sweep, the settings under which they are compared
  std::string against = "";          ///< what differences are from: a competitor, or settings of a sweep
  bool resamples = false;            ///< intervals are those of mean_of_resamples
};

/// Compares the competitors. Where each of them has one value for all of several seeds, there are no
/// intervals.
ComparedMetric compared(const std::string& metric, const std::string& unit, Better better,
                        const std::vector<Competitor>& competitors);

/// Compares the points of a sweep of one deployment with the first of them: a metric for each, with one mean.
/// The names of the points are their settings, `run` is that of the deployment. None of them is the best.
std::vector<ComparedMetric> compared_in_sweep(const std::string& metric, const std::string& unit,
                                              const std::string& run, const std::vector<Competitor>& points);

/// Sets the adjusted p-values of all differences.
void adjust_for_many(std::vector<ComparedMetric>& metrics);

/// Writes differences.csv.
void write_differences(const std::vector<ComparedMetric>& metrics, std::ostream& out);

/// Prints a table of at most 80 columns, and below it what a reader should know of it.
/// `from_trace`: the workload is a trace, which could be resampled.
void print_comparison(const std::vector<ComparedMetric>& metrics, std::ostream& out, bool from_trace = false);

/// The same for a sweep over settings with these keys: one table a metric, with one line for each
/// combination.
void print_sweep(const std::vector<ComparedMetric>& metrics, const std::vector<std::string>& keys,
                 std::ostream& out, bool from_trace = false);

} // namespace malha
