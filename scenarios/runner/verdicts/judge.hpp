// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"
#include "scenarios/runner/language/scenario.hpp"

namespace malha {

/// The results of one cell.
struct CellResult {
  std::string scenario;
  std::string run;
  Settings varied;
  std::map<std::uint64_t, std::vector<MetricValue>> runs; ///< the runs that are done, by seed
  bool resamples = false; ///< each seed resamples the same trace (workload.resample)

  /// The varied parameters as "key=value" pairs, sorted, joined by ';'.
  std::string parameters() const { return joined(varied, ";"); }
  /// Our values of a metric, by seed. Seeds without a value are left out.
  std::map<std::uint64_t, double> values(const std::string& metric) const;
  /// The rows of runs.csv for this cell.
  std::vector<RunValue> rows() const;
};

/// Whether a scenario has no runs because a file that it needs is not here. Runs may have been made
/// elsewhere.
bool lacks_runs(const Scenario& scenario, const std::vector<CellResult>& cells);

/// Compares every published value and claim of the scenarios with our values. A published value agrees if
/// ours is within its tolerance, a claim if its statement holds. If a scenario averages over parameters that
/// a filter leaves open, the mean is taken, seed by seed.
std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<CellResult>& cells);

} // namespace malha
