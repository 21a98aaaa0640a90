// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/run_folder.hpp"
#include "scenarios/runner/verdicts/comparison.hpp"

namespace malha {

/// Identifies a whole campaign, also where a store has only a part of it.
struct WholeCampaign {
  std::size_t runs; ///< number of them
  std::string hash; ///< of all runs
};

/// The input of a campaign. The store keeps it, so that results can be collected on another machine.
struct CampaignRequest {
  std::vector<std::string> scenarios; ///< shipped names or paths; none in a comparison
  Settings settings;                  ///< of the command line
  std::vector<std::string> simgrid_options;
  /// Number of seeds of every cell, from 0; nothing: the number of each scenario.
  std::optional<int> seeds;
  std::optional<Comparison> comparison; ///< it replaces the scenarios
  /// The campaign of which the store has a part; nothing if it has the whole campaign.
  std::optional<WholeCampaign> whole = {};
  bool judges_anyway = false; ///< gives verdicts although settings of the command line alter the scenarios
};

struct CampaignOptions {
  std::filesystem::path folder; ///< of the results; "": see `run_campaign`
  WorkLimits limits;
  int shard = 1;               ///< number of the part that runs, from 1
  int shards = 1;              ///< number of parts into which the campaign is split
  std::optional<bool> records; ///< whether rows are kept, or metrics only; nothing: as each scenario says
  CommandInfo command;
  /// File of run costs used to balance shards; "": the shipped measurements.
  std::filesystem::path costs = "";
  bool keeps_journal = false; ///< whether shard.json is kept up to date, instead of progress.json
  /// The longest real time to wait for a folder that another command uses.
  Seconds patience = FolderLock::short_while;
  std::string what = "";   ///< the name of a new folder, after its number
  bool overwrites = false; ///< whether results in `folder` are removed first
};

/// A run that failed.
struct FailedRun {
  std::string name; ///< the name of the run in messages
  std::string reason;
};

struct CampaignResult {
  std::filesystem::path folder;    ///< of the results
  std::vector<CellResult> cells;   ///< in the order of the scenarios
  std::vector<Verdict> verdicts;   ///< in the order of the scenarios
  std::vector<FailedRun> failures; ///< in the order of the scenarios
  Status status = Status::done;    ///< the most severe status, with which the program exits
  std::size_t runs = 0;            ///< number of runs of the whole campaign
  std::size_t finished = 0;        ///< number of those runs that are in the store
  /// Number of runs that this command made, with those that are the same simulation as one that it made.
  std::size_t made = 0;
  /// Number of finished runs with seeds that this command did not ask for.
  std::size_t earlier = 0;
  int interrupted_by = 0; ///< signal; 0: none
};

/// The more severe of two statuses.
Status graver(Status a, Status b);

/// The progress of the campaign: "57 of 200 runs are done".
std::string progress_of(const CampaignResult& result);

/// Where the results are: "results in out, 3 of 8 runs were there already".
std::string place_of_results(const CampaignResult& result);
/// Prints the runs that failed. If several failed for the same reason, it prints the first, and the number of
/// the others.
void print_failures(const CampaignResult& result, std::ostream& out);
/// If a signal interrupted the campaign, says so and ends the program by that signal.
void end_if_interrupted(const CampaignResult& result);

/// Reads the scenarios of a request, or makes the scenario of a comparison. Throws InputError.
std::vector<Scenario> read_scenarios(const CampaignRequest& request, const Library& library);

/// Forks the fork servers of a campaign. Call it before scenarios are read, since these take memory. The
/// library must outlive the fork servers.
ForkServers campaign_fork_servers(const Library& library, const CampaignOptions& options);

/// Makes those runs of the campaign, or of its shard, that the folder does not hold yet, each in a process of
/// its own. If the options name no folder, a campaign that was begun before continues in its folder, unless
/// another command works there; any other campaign gets a new folder, malha-out/<number>-<what>.
///
/// Records that are kept go to <folder>/<scenario>/<run>/<parameters>/seed=<n>. A whole campaign that was not
/// interrupted also writes runs.csv, summary.csv, and verdicts.csv or, for a comparison, differences.csv.
/// These files have all seeds of the cells that the store holds, also those of earlier commands.
///
/// The fork servers hold the lock of the folder as well; so they end with the campaign. Throws InputError
/// before anything runs. Throws CannotWrite at any time; finished runs are kept.
CampaignResult run_campaign(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                            const Library& library, const CampaignOptions& options, ForkServers fork_servers);

/// The request that the store of an output folder keeps. Throws InputError if there is none.
CampaignRequest request_in(const std::filesystem::path& folder);

/// The hash of the whole campaign of an output folder. Throws InputError if the folder has no store.
std::string campaign_in(const std::filesystem::path& folder);

/// Merges parts of one campaign, each an output folder, into `folder`. If no run is missing, writes runs.csv,
/// summary.csv and verdicts.csv. Throws InputError if the parts are of different campaigns, or were made by
/// different builds.
CampaignResult collect_campaign(const std::vector<std::filesystem::path>& parts,
                                const std::vector<Scenario>& scenarios, const std::filesystem::path& folder);

} // namespace malha
