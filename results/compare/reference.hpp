// SPDX-License-Identifier: MIT
#pragma once
#include "verdicts.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// The comparison of our values of a scenario with its reference: the values that were accepted last, in
/// `results/reference/<scenario>.csv`, and those that differ under another version of SimGrid, in
/// `results/reference/<scenario>.simgrid-4.csv`. The files have the format of runs.csv.
struct ReferenceComparison {
  bool accepted = false;     ///< whether the scenario has a reference
  std::size_t unchanged = 0; ///< number of values within `reference_tolerance`
  /// One line for each change: first in the order of our values, then for missing values.
  std::vector<std::string> changes;
  /// The metrics that the reference lacks, with the number of our values of each. They are no changes.
  std::map<std::string, std::size_t> new_metrics;

  /// The new metrics as text: ", 12 values of new metrics: probe_speed"; "" if there are none.
  std::string text_of_new() const;
};

/// The relative difference up to which values count as unchanged. The last digits of logarithms and powers
/// differ between processors.
inline constexpr double reference_tolerance = 1e-9;

/// Compares our values with the files `references`, of which a later one replaces values of those before.
/// A file that does not exist has none; without any there is nothing to compare.
ReferenceComparison compare_with_reference(const std::vector<RunValue>& values,
                                           const std::vector<std::filesystem::path>& references);

/// The values of the metrics of a reference that it does not have, or has otherwise.
std::vector<RunValue> changed_values(const std::vector<RunValue>& values,
                                     const std::filesystem::path& reference);

} // namespace malha
