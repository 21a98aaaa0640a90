// SPDX-License-Identifier: MIT
#pragma once
#include "statistics.hpp"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

namespace malha {

/// One of several that are compared: its values of a metric, by seed. Less is better.
struct Competitor {
  std::string name;
  std::map<std::uint64_t, double> values;
  std::string settings = ""; ///< those that not all competitors have
};

/// What the values of a competitor come to.
struct ComparedMean {
  std::string name;
  MeanWithInterval mean;
  std::optional<MeanWithInterval> difference; ///< from the first one, seed by seed; the first has none
  /// Of the difference: "less" or "more" (its interval excludes 0), "no difference shown", or "the same" (it
  /// is 0 for every seed); "settings differ" where less and more would be due to a setting that only one of
  /// the two has; "" where there is no interval.
  std::string word;
  bool is_best = false; ///< it has the least mean, not all have it, and all have the same settings
};

/// A metric of several competitors, over the seeds that all have of those that have any.
struct ComparedMetric {
  std::string metric;
  std::string unit;
  std::size_t seeds = 0;
  std::size_t seeds_left_out = 0;    ///< that only some have
  std::vector<ComparedMean> means;   ///< in the order of the competitors
  std::vector<std::string> without;  ///< competitors that have no value
  std::vector<std::string> constant; ///< competitors that have one value for all of several seeds
};

/// Where all of several seeds give every competitor one value each, nothing has an interval.
ComparedMetric compared(const std::string& metric, const std::string& unit,
                        const std::vector<Competitor>& competitors);

/// differences.csv.
void write_differences(const std::vector<ComparedMetric>& metrics, std::ostream& out);

/// A table of at most 80 columns, with what is to be known of it below.
void print_comparison(const std::vector<ComparedMetric>& metrics, std::ostream& out);

} // namespace malha
