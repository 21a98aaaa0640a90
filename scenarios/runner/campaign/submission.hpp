// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// The work of one shard of a submission.
struct PlannedShard {
  std::size_t runs = 0;
  Seconds time = 0; ///< expected
};

/// An array of tasks that was submitted, and the job that collects its results.
struct SubmittedArray {
  std::string job;
  std::vector<int> shards; ///< from 1
  std::string collect;     ///< "": none
};

/// How the tasks of a submission run.
struct TaskOptions {
  int workers = 1;                   ///< runs at once in a task
  std::optional<bool> records;       ///< as in CampaignOptions
  bool gzips = false;                ///< as in CommandInfo
  std::optional<Seconds> time_limit; ///< of a run
  std::string time;                  ///< of a task, as Slurm writes it
  std::string partition;             ///< "": the centre's default
  std::vector<std::string> more;     ///< words for sbatch
  std::vector<std::string> plugins;  ///< folders of more plugins
};

/// A campaign that was submitted in shards; submit.json of its folder describes it. Shard i has the folder
/// shards/<i>, and the collected results are in collected/.
struct Submission {
  CampaignRequest request; ///< with `whole`
  TaskOptions tasks;
  std::vector<PlannedShard> shards;
  std::vector<SubmittedArray> arrays; ///< in the order in which they were submitted

  /// The last array that had the shard; null: none had it.
  const SubmittedArray* array_of(int shard) const;
};

std::filesystem::path shard_folder(const std::filesystem::path& folder, int shard);
std::filesystem::path collected_folder(const std::filesystem::path& folder);
std::filesystem::path log_folder(const std::filesystem::path& folder);
std::filesystem::path costs_file(const std::filesystem::path& folder);

/// Whether the folder has a submission.
bool holds_submission(const std::filesystem::path& folder);
/// Reads the submission of a folder. Throws InputError if there is none, or if it is damaged.
Submission submission_in(const std::filesystem::path& folder);
/// Throws CannotWrite.
void write_submission(const Submission& submission, const std::filesystem::path& folder);
/// The folders of shards that are not empty.
std::vector<std::filesystem::path> shard_folders_in(const std::filesystem::path& folder);

/// Joins the folders of plugins of a submission and those of the command line, each once.
std::vector<std::string> joined_plugins(std::vector<std::string> kept,
                                        const std::vector<std::filesystem::path>& given);

/// Plans the work of each shard.
std::vector<PlannedShard> planned_shards(const std::vector<PlannedRun>& runs, const Costs& costs, int shards,
                                         int workers);

/// The number of runs of a folder's store, and the number of those that have finished. Throws InputError if a
/// command works in the folder.
std::pair<std::size_t, std::size_t> runs_and_finished_in(const std::filesystem::path& folder);

} // namespace malha
