// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/processes/workers.hpp"
#include "scenarios/runs/run_folder.hpp"
#include "scenarios/verdicts/comparison.hpp"

namespace malha {

/// What a campaign is about. A store keeps it, so that its results can be collected elsewhere.
struct CampaignRequest {
  std::vector<std::string> scenarios; ///< shipped names, or paths; none of a comparison
  Settings settings;                  ///< of the command line
  std::vector<std::string> simgrid_options;
  std::optional<int> seeds;             ///< of every cell, from 0; else as each scenario says
  std::optional<Comparison> comparison; ///< instead of scenarios
};

struct CampaignOptions {
  std::filesystem::path folder = "malha-out";
  WorkLimits limits;
  int shard = 1;               ///< which of
  int shards = 1;              ///< the parts of the campaign is run
  std::optional<bool> records; ///< rows too, or metrics only; else as each scenario says
  CommandInfo command;
};

/// A run without result.
struct FailedRun {
  std::string name; ///< as messages call it
  std::string reason;
};

struct CampaignResult {
  std::vector<CellResult> cells;   ///< in the order of the scenarios
  std::vector<Verdict> verdicts;   ///< in the order of the scenarios
  std::vector<FailedRun> failures; ///< in the order of the scenarios
  Status status = Status::done;    ///< the gravest, as the program exits
  std::size_t runs = 0;            ///< of the whole campaign
  std::size_t finished = 0;        ///< of them, those that are in the store
  std::size_t made = 0;            ///< of them, those that this command ran, or shared with one it ran
  int interrupted_by = 0;          ///< a signal
};

/// The one of two statuses by which the program exits.
Status graver(Status a, Status b);

/// "57 of 200 runs are done".
std::string progress_of(const CampaignResult& result);

/// "results in out, 3 of 8 runs were there already".
std::string place_of_results(const CampaignResult& result, const std::filesystem::path& folder);
/// The runs that failed; of those that failed for the same reason the first, and how many more.
void print_failures(const CampaignResult& result, std::ostream& out);
/// When a signal interrupted the campaign, says so and ends the program by that signal.
void end_if_interrupted(const CampaignResult& result);

/// Reads the scenarios of a request, or makes the one that compares. Throws InputError.
std::vector<Scenario> read_scenarios(const CampaignRequest& request, const Library& library);

/// Runs the cells of the scenarios that the folder does not hold yet, each in a process of its own; with
/// records into <folder>/<scenario>/<run>/<parameters>/seed=<n>. A whole campaign that was not interrupted
/// also writes runs.csv and verdicts.csv, or differences.csv of a comparison. Throws InputError before
/// anything runs; CannotWrite at any time: what has finished stays.
CampaignResult run_campaign(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                            const Library& library, const CampaignOptions& options);

/// A request, as the store of an output folder keeps it. Throws InputError when the folder has none.
CampaignRequest request_in(const std::filesystem::path& folder);

/// Merges parts of one campaign into `folder`, and writes its runs.csv and verdicts.csv when no run is
/// missing. Throws InputError when they are parts of different campaigns, or were made by different builds.
CampaignResult collect_campaign(const std::vector<std::filesystem::path>& parts,
                                const std::vector<Scenario>& scenarios, const std::filesystem::path& folder);

} // namespace malha
