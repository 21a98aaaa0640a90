// SPDX-License-Identifier: MIT
#pragma once
#include "results/compare/reference.hpp"
#include "scenarios/runner/campaign/campaign.hpp"
#include "scenarios/runner/commands/options.hpp"

namespace malha {

/// The groups of options of the commands that run scenarios.
inline constexpr unsigned campaign_groups = Options::settings | Options::workers | Options::output |
                                            Options::campaign | Options::shards | Options::simgrid |
                                            Options::files;

/// What is printed for each scenario: its tables, or only its line of the summary.
enum class Detail { full, brief };

/// Runs scenarios, or one shard of their runs, and prints the results. `what` is the name of a new
/// folder. Returns the exit status.
int run_scenarios(const std::vector<std::string>& names, const Options& options, const Library& library,
                  Detail detail, const std::string& what);

/// Prints each scenario of a campaign: its verdicts or measures, and the comparison with its reference. For
/// several scenarios it prints a summary with a line for each, and the misses. Names the command that makes a
/// page of the results, or makes the page. Returns the exit status.
int report(const std::vector<Scenario>& scenarios, const CampaignResult& result, const Library& library,
           Detail detail, bool with_page);

/// Compares the numbers of a scenario with its reference; nothing if it has none.
std::optional<ReferenceComparison> reference_of(const Scenario& scenario, const CampaignResult& result,
                                                const Library& library);

/// The files with the accepted numbers of a scenario.
struct ReferenceFiles {
  std::filesystem::path common;
  /// What differs under the version of SimGrid that is linked; none if that is the one of `common`.
  std::optional<std::filesystem::path> of_version;

  std::vector<std::filesystem::path> all() const;
};
ReferenceFiles reference_files(const Library& library, const std::string& scenario);

/// The rows of runs.csv that belong to a scenario.
std::vector<RunValue> rows_of(const CampaignResult& result, const std::string& scenario);

} // namespace malha
