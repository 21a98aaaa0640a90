// SPDX-License-Identifier: MIT
#pragma once
#include "verdicts.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// Our numbers of today against those last accepted (`results/reference/<scenario>.csv`, the format of
/// runs.csv).
struct ReferenceComparison {
  bool accepted = false;            ///< whether there is a reference at all
  std::size_t unchanged = 0;        ///< values within `reference_tolerance`
  std::vector<std::string> changes; ///< one line each, in the order of today's values, then of those gone
  /// Metrics of which the reference has no value at all, and how many there are today: no changes.
  std::map<std::string, std::size_t> new_metrics;

  /// ", 12 values of new metrics: probe_speed", or "".
  std::string text_of_new() const;
};

/// Relative; the last digits of logarithms and powers differ between processors.
inline constexpr double reference_tolerance = 1e-9;

ReferenceComparison compare_with_reference(const std::vector<RunValue>& values,
                                           const std::filesystem::path& reference);

} // namespace malha
