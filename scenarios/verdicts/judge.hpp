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

/// Every published value and claim of the scenarios beside our values. A published value agrees within its
/// own tolerance, a claim when its statement holds. Where a scenario averages over parameters, what is left
/// open of them is a mean, seed by seed.
std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<CellResult>& cells);

} // namespace malha
