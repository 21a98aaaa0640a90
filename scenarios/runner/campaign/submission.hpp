// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// The expected work of one shard of a submission.
struct PlannedShard {
  std::size_t runs = 0; ///< number of them
  Seconds time = 0;     ///< for all runs by all workers of the task
};

/// A Slurm array that was submitted, and the Slurm job that collects its results.
struct SubmittedArray {
  std::string job;         ///< id of the array
  std::vector<int> shards; ///< that it runs, from 1
  std::string collect;     ///< id of the collecting job; "": none
};

/// How the tasks of a submission run.
struct TaskOptions {
  int workers = 1;                   ///< number of runs at once in a task
  std::optional<bool> records;       ///< as in CampaignOptions
  bool gzips = false;                ///< as in CommandInfo
  std::optional<Seconds> time_limit; ///< of a run, in real time
  std::string time;                  ///< limit of a task, as Slurm writes it
  std::string partition;             ///< "": the centre's default
  std::vector<std::string> more;     ///< more words for sbatch
  std::vector<std::string> plugins;  ///< folders of more plugins
};

/// A campaign that was submitted in shards; submit.json of its folder describes it. Shard i has the folder
/// shards/<i>, and the collected results are in collected/.
struct SubmittedCampaign {
  CampaignRequest request; ///< with `whole`
  TaskOptions tasks;
  std::vector<PlannedShard> shards;
  std::vector<SubmittedArray> arrays; ///< in the order in which they were submitted

  /// The last array that ran the shard; null: none did.
  const SubmittedArray* array_of(int shard) const;
};

std::filesystem::path shard_folder(const std::filesystem::path& folder, int shard);
std::filesystem::path collected_folder(const std::filesystem::path& folder);
std::filesystem::path log_folder(const std::filesystem::path& folder);
std::filesystem::path costs_file(const std::filesystem::path& folder);

/// Whether the folder has submit.json.
bool holds_submission(const std::filesystem::path& folder);
/// Reads the submission of a folder. Throws InputError if there is none, or if it is damaged.
SubmittedCampaign submission_in(const std::filesystem::path& folder);
/// Writes submit.json. Throws CannotWrite.
void write_submission(const SubmittedCampaign& submission, const std::filesystem::path& folder);
/// The folders of those shards that have a store.
std::vector<std::filesystem::path> shard_folders_in(const std::filesystem::path& folder);

/// Joins the plugin folders of a submission and those that the command line gives, each once.
std::vector<std::string> joined_plugins(std::vector<std::string> kept,
                                        const std::vector<std::filesystem::path>& given);

/// The expected work of each shard.
std::vector<PlannedShard> planned_shards(const std::vector<PlannedRun>& runs, const Costs& costs, int shards,
                                         int workers);

/// The number of runs of a folder's store, and the number of those that have finished. Throws InputError if a
/// command works in the folder.
std::pair<std::size_t, std::size_t> runs_and_finished_in(const std::filesystem::path& folder);

} // namespace malha
