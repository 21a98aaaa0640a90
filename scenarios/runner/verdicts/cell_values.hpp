// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"
#include "results/statistics/ratios.hpp"
#include "scenarios/runner/language/claim_rule.hpp"

namespace malha {

/// A number by seed.
struct SeedValues : std::map<std::uint64_t, double> {
  using map::map;

  std::vector<double> numbers() const;

  bool resamples = false; ///< each seed resamples the same trace
};

/// Thrown if something that a verdict needs is missing.
struct Unchecked {
  std::string reason;
};

MeanWithInterval mean_of(const SeedValues& values);
bool have_same_seeds(const SeedValues& one, const SeedValues& other);
/// The values of both without their seeds, which are the same.
PairedValues pairs_of(const SeedValues& one, const SeedValues& other);
/// One minus the other, seed by seed. Throws Unchecked unless both have the same seeds.
SeedValues differences(const SeedValues& one, const SeedValues& other);
/// One divided by the other, seed by seed. Throws Unchecked unless both have the same seeds, and if the
/// divisor is 0.
SeedValues ratios(const SeedValues& one, const SeedValues& other);

/// A metric as its mean over several cells, seed by seed. Throws Unchecked unless all cells have it for the
/// same seeds.
SeedValues mean_over(const std::vector<const CellResult*>& cells, const std::string& metric);

/// A point of a series: the values of one cell, or means over several.
struct Point {
  std::string label; ///< the value, at this point, of what the series goes over
  SeedValues values;
  std::vector<const CellResult*> cells;
};

/// Finds the values of cells by the filters of published values and claims.
class CellValues {
public:
  CellValues(const std::vector<Scenario>& scenarios, const std::vector<CellResult>& cells)
      : scenarios_(scenarios), cells_(cells) {}

  /// The cells that the filter means, at least one. They differ only in averaged parameters. Throws Unchecked
  /// if there is none, or if they differ in more.
  std::vector<const CellResult*> cells(const CellFilter& filter) const;
  /// A metric of those cells as its mean, seed by seed. Throws Unchecked unless all have it for the same
  /// seeds.
  SeedValues values(const CellFilter& filter, const std::string& metric) const;
  /// The points of a series, in the order of the scenario. If the series has no parameter, every cell is
  /// a point. Throws Unchecked.
  std::vector<Point> series(const CellFilter& filter, const std::string& metric,
                            const SeriesRange& range) const;

private:
  std::vector<const CellResult*> matching(const CellFilter& filter) const;
  void refuse_mixture(const std::vector<const CellResult*>& group) const;

  const std::vector<Scenario>& scenarios_;
  const std::vector<CellResult>& cells_;
};

/// Whether a run of these cells rejected jobs.
bool rejected_some(const std::vector<const CellResult*>& cells);

} // namespace malha
