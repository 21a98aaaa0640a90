// SPDX-License-Identifier: MIT
#pragma once
#include "verdicts.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// Compares our numbers with those that were last accepted, in `results/reference/<scenario>.csv`. That file
/// has the format of runs.csv.
struct ReferenceComparison {
  bool accepted = false;     ///< whether there is a reference
  std::size_t unchanged = 0; ///< number of values within `reference_tolerance`
  /// One line for each change: first in the order of our values, then values that are gone.
  std::vector<std::string> changes;
  /// Metrics of which the reference has no value, and how many values we have. They are no changes.
  std::map<std::string, std::size_t> new_metrics;

  /// A text on those: ", 12 values of new metrics: probe_speed"; "" when there are none.
  std::string text_of_new() const;
};

/// The relative difference up to which values count as unchanged. The last digits of logarithms and powers
/// differ between processors.
inline constexpr double reference_tolerance = 1e-9;

ReferenceComparison compare_with_reference(const std::vector<RunValue>& values,
                                           const std::filesystem::path& reference);

} // namespace malha
