// SPDX-License-Identifier: MIT
#pragma once
#include "options.hpp"
#include "results/compare/reference.hpp"
#include "scenarios/runner/campaign/campaign.hpp"

namespace malha {

/// The groups of options of the commands that run scenarios.
inline constexpr unsigned campaign_groups = Options::settings | Options::workers | Options::output |
                                            Options::campaign | Options::shards | Options::simgrid;

/// What is printed of each scenario: its tables, or its line of the summary alone.
enum class Detail { full, brief };

/// Runs scenarios, or one shard of their runs, and prints the results. `what` is how a folder of its own is
/// called. Returns the exit status.
int run_scenarios(const std::vector<std::string>& names, const Options& options, const Library& library,
                  Detail detail, const std::string& what);

/// Prints each scenario of a campaign: its verdicts or what it measures, and how it compares with its
/// reference. Of several it prints a summary with a line for each, and what is missed. Says how to make a
/// page of the results, or makes it. Returns the exit status.
int report(const std::vector<Scenario>& scenarios, const CampaignResult& result, const Library& library,
           Detail detail, bool with_page);

/// How the numbers of a scenario compare with those that were accepted; nothing where it has no reference.
std::optional<ReferenceComparison> reference_of(const Scenario& scenario, const CampaignResult& result,
                                                const Library& library);

/// The file with the accepted numbers of a scenario.
std::filesystem::path reference_file(const Library& library, const std::string& scenario);

/// The rows of runs.csv that belong to a scenario.
std::vector<RunValue> rows_of(const CampaignResult& result, const std::string& scenario);

} // namespace malha
