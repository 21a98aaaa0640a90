// SPDX-License-Identifier: MIT
#pragma once
#include "campaign.hpp"
#include "scenarios/runner/language/campaign_run.hpp"
#include "stamped_file.hpp"
#include "store.hpp"

namespace malha {

class Identifier;

/// What planning a cell has shown, for all its runs.
struct PlannedCell {
  std::string hash;                                       ///< of all that determines a run but its seed
  std::vector<std::shared_ptr<const StampedFile>> inputs; ///< the files that are in this hash
  std::shared_ptr<const std::string> binaries;            ///< that are in this hash, as JSON
  /// The platform and the options of SimGrid. Runs whose `ground` is equal have the same, if they have the
  /// same seed or `is_drawn` is false.
  std::string ground;
  bool is_drawn = false; ///< the platform is generated, and may depend on the seed

  /// Whether certainly no input has changed since the hash was made.
  bool is_unchanged() const;
};

/// One run of a campaign, with the cell and the scenario from which it comes. A command has many of them, so
/// what `run` says is not kept.
struct PlannedRun {
  const Scenario* scenario;
  const Cell* cell;
  std::uint64_t seed;
  std::string hash;
  std::shared_ptr<const PlannedCell> planned = nullptr; ///< null where it is only read from a store
  bool is_earlier = false; ///< this command did not ask for its seed; an earlier one ran it

  /// As a store describes it.
  CampaignRun run() const;
  /// The name that messages have for the run.
  std::string name() const;
  RunRequest request() const;
};

/// All runs of a campaign, in the order of its scenarios, with the hash of each. Throws InputError.
std::vector<PlannedRun> planned_runs(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                                     const Library& library, Identifier& identifier);
/// The runs as a store describes them.
std::vector<CampaignRun> described(const std::vector<PlannedRun>& planned);

/// Runs that did not end, by hash.
using Failures = std::map<std::string, Outcome>;

/// What a request is about, in messages: the names of its scenarios as "a, b", without their paths, or what
/// it compares.
std::string subject_of(const CampaignRequest& request);

/// A request as the text that a store keeps. Throws InputError where a text is not UTF-8.
std::string text_of(const CampaignRequest& request);
/// The request that a text says. Throws InputError, which says what is wrong with the text.
CampaignRequest request_from(const std::string& text);
/// The request that a store keeps; nothing in a new store. Throws InputError when it is damaged.
std::optional<CampaignRequest> request_of(const Store& store);

/// Throws InputError when the store of the folder holds another campaign. The message says what the command
/// may do instead, such as "--overwrite"; "" where there is nothing.
void check_same_scenarios(const Store& store, const CampaignRequest& request,
                          const std::filesystem::path& folder, const std::string& instead);

/// Throws InputError unless the folder is new, empty, or holds a campaign.
void check_campaign_folder(const std::filesystem::path& folder);

/// The runs that a store describes, each with its cell in the scenarios as they are now. Throws InputError
/// when they do not fit.
std::vector<PlannedRun> paired(const std::vector<CampaignRun>& runs, const std::vector<Scenario>& scenarios);

/// The runs and, for each of their cells, the finished runs of other seeds that the store has of an earlier
/// command. A run of which an input has changed since is not among them.
std::vector<PlannedRun> with_earlier_seeds(const std::vector<PlannedRun>& runs, const Store& store);

/// Whether each seed of a run with these settings resamples the same trace.
bool resamples(const Settings& settings);

/// Whether a run was cut at max_time.
bool was_cut(const std::vector<MetricValue>& metrics);

/// What the store has of the runs. The result names runs that failed, and runs whose result their scenario
/// does not expect.
CampaignResult gathered(const std::vector<PlannedRun>& runs, const Failures& failures, const Store& store);

/// Judges the result and writes runs.csv, summary.csv and verdicts.csv. Throws CannotWrite.
void export_results(const std::vector<Scenario>& scenarios, const std::filesystem::path& folder,
                    CampaignResult& result);
/// Writes runs.csv, summary.csv and differences.csv. Throws CannotWrite.
void export_comparison(const Comparison& comparison, const std::filesystem::path& folder,
                       const CampaignResult& result);

} // namespace malha
