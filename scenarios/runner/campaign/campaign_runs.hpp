// SPDX-License-Identifier: MIT
#pragma once
#include "campaign.hpp"
#include "scenarios/runner/language/campaign_run.hpp"
#include "stamped_file.hpp"
#include "store.hpp"

namespace malha {

class Identifier;

/// The plan of a cell, shared by all its runs.
struct PlannedCell {
  std::string hash;                                       ///< of all that determines a run, except its seed
  std::vector<std::shared_ptr<const StampedFile>> inputs; ///< the files that are in this hash
  std::shared_ptr<const std::string> binaries;            ///< `Identity::binaries` as text
  /// Identifies the platform and the SimGrid options, which a process may prepare for several runs. Runs of
  /// equal `ground` share them if `is_drawn` is false, or if they have the same seed.
  std::string ground;
  bool is_drawn = false; ///< whether the platform may depend on the seed

  /// Whether no input can have changed since the hash was made.
  bool is_unchanged() const;
};

/// One run of a campaign, with its cell and its scenario. A command has many of them, so it does not keep the
/// result of `run`, whose texts take memory.
struct PlannedRun {
  const Scenario* scenario;
  const Cell* cell;
  std::uint64_t seed;
  std::string hash;
  std::shared_ptr<const PlannedCell> planned = nullptr; ///< null if the run is only read from a store
  bool is_earlier = false; ///< whether only an earlier command asked for its seed

  /// The run as a store describes it.
  CampaignRun run() const;
  /// The name of the run in messages.
  std::string name() const;
  RunRequest request() const;
};

/// All runs of a campaign, in the order of its scenarios, with the hash of each. Scenarios without the files
/// that they need have none. Throws InputError.
std::vector<PlannedRun> planned_runs(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                                     const Library& library, Identifier& identifier);
/// The runs as a store describes them.
std::vector<CampaignRun> describe(const std::vector<PlannedRun>& planned);

/// The outcomes of runs that failed, by hash.
using Failures = std::map<std::string, Outcome>;

/// The subject of a request, for messages: the names of its scenarios as "a, b", without their paths, or its
/// comparison.
std::string subject_of(const CampaignRequest& request);

/// Writes a request as the text that a store keeps. Throws InputError if a text is not UTF-8.
std::string text_of(const CampaignRequest& request);
/// Reads the text of a request. Throws InputError, which says what is wrong with the text.
CampaignRequest request_from(const std::string& text);
/// The request that a store keeps; nothing in a new store. Throws InputError if the text is damaged.
std::optional<CampaignRequest> request_of(const Store& store);

/// Throws InputError if the store of the folder is of other scenarios, or of another comparison. The message
/// offers `instead`, such as "--overwrite"; "": nothing.
void check_same_scenarios(const Store& store, const CampaignRequest& request,
                          const std::filesystem::path& folder, const std::string& instead);

/// Throws InputError unless the folder is new, empty, or holds a campaign.
void check_campaign_folder(const std::filesystem::path& folder);

/// Pairs the runs that a store describes with their cells in the scenarios as they are now. Throws InputError
/// if they do not fit.
std::vector<PlannedRun> pair_runs(const std::vector<CampaignRun>& runs,
                                  const std::vector<Scenario>& scenarios);

/// The runs and, for each of their cells, the finished runs of other seeds that the store holds from earlier
/// commands. Of the latter, those whose inputs have changed since are left out.
std::vector<PlannedRun> with_earlier_seeds(const std::vector<PlannedRun>& runs, const Store& store);

/// Whether each seed of a run with these settings resamples the same trace.
bool resamples(const Settings& settings);

/// Whether a run was cut at max_time.
bool was_cut(const std::vector<MetricValue>& metrics);

/// Collects the results of the runs from the store. A run that was cut at max_time counts as failed, unless
/// its scenario expects that.
CampaignResult collect(const std::vector<PlannedRun>& runs, const Failures& failures, const Store& store);

/// Judges the result and writes runs.csv, summary.csv and verdicts.csv. Throws CannotWrite.
void export_results(const std::vector<Scenario>& scenarios, const std::filesystem::path& folder,
                    CampaignResult& result);
/// Writes runs.csv, summary.csv and differences.csv. Throws CannotWrite.
void export_comparison(const Comparison& comparison, const std::filesystem::path& folder,
                       const CampaignResult& result);

} // namespace malha
