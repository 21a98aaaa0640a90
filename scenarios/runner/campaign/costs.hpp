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

/// How long the runs of a campaign take on some machine, in s of processor time, as far as somebody has
/// measured it. By it shards get equal shares of the work, and people are told how long a study will take.
class Costs {
public:
  /// Nothing is known.
  Costs() = default;
  /// Reads a CSV file with the columns scenario and seconds_per_run, and run and parameters where cells
  /// differ. An empty run or empty parameters are the mean of all there are. A row with "yes" in the column
  /// lower_bound is of a run that was not waited for: it takes longer. Where there is no such file nothing is
  /// known. Throws InputError when it is damaged.
  explicit Costs(const std::filesystem::path& file);

  /// Adds what was measured of one cell; of a scenario with run and parameters "".
  void add(const std::string& scenario, const std::string& run, const std::string& parameters, Seconds time,
           bool is_lower_bound = false);
  /// Of the cell; else the mean of the cells of the same run that are known; else of the scenario. Nothing
  /// when nobody knows.
  std::optional<Seconds> of(const CampaignRun& run) const;
  /// Whether something is known of the scenario.
  bool knows(const std::string& scenario) const { return of_scenarios_.count(scenario) > 0; }
  /// Of how many cells it is only known that they take longer than what `of` says.
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

/// Deals items to so many parts, from 0, so that the parts cost about the same: the dearest item first, each
/// to the part that has least so far, ties to the part that comes first. Items of equal cost go round. The
/// same items give the same deal in every process.
std::vector<int> dealt(const std::vector<Seconds>& costs, int parts);

} // namespace malha
