// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "scenarios/runner/language/campaign_run.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace malha {

/// Measured times of the runs of a campaign on some machine, in s of processor time. They balance shards, and
/// give the expected time of a study.
class Costs {
public:
  /// Costs without any measurement.
  Costs() = default;
  /// Reads a CSV file with the columns scenario and seconds_per_run, and optionally run, parameters and
  /// lower_bound. An empty run or empty parameters stand for the mean of all. "yes" in lower_bound: the cell
  /// takes longer than that. A missing file has no rows. Throws InputError if the file is damaged.
  explicit Costs(const std::filesystem::path& file);

  /// Adds the measured time of a cell, or of a scenario if run and parameters are "".
  void add(const std::string& scenario, const std::string& run, const std::string& parameters, Seconds time,
           bool is_lower_bound = false);
  /// The expected time of a run: that of its cell; else the mean of the measured cells of the same <run>;
  /// else the mean of those of the scenario. Nothing if none was measured.
  std::optional<Seconds> of(const CampaignRun& run) const;
  /// Whether the scenario was measured.
  bool knows(const std::string& scenario) const { return of_scenarios_.count(scenario) > 0; }
  /// Number of cells whose time is a lower bound.
  std::size_t lower_bounds() const { return lower_bounds_.size(); }
  /// Writes the file that the constructor reads. Throws CannotWrite.
  void write(const std::filesystem::path& file) const;

private:
  struct Mean {
    Seconds sum = 0;
    int number = 0;
  };
  using Names = std::vector<std::string>; ///< scenario, run, parameters

  std::map<Names, Seconds> of_cells_;
  std::set<Names> lower_bounds_;
  std::map<Names, Mean> of_runs_;
  std::map<std::string, Mean> of_scenarios_;
};

/// Splits items, which have these costs in s, into parts of about the same cost. Returns the part of each
/// item, from 0. Items are taken from the most to the least expensive. Each goes to the part with the least
/// cost so far, and among equal parts to the first one. The same items are split in the same way in every
/// process.
std::vector<int> split_by_cost(const std::vector<Seconds>& costs, int parts);

} // namespace malha
