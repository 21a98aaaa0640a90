// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// What one shard of a submission has to do.
struct PlannedShard {
  std::size_t runs = 0;
  Seconds time = 0; ///< that it will take, about
};

/// One array of tasks that was submitted, and the job that collects when it is over.
struct SubmittedArray {
  std::string job;
  std::vector<int> shards; ///< from 1
  std::string collect;     ///< "": none
};

/// How the tasks of a submission are to be run.
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

/// A campaign that was submitted in shards, as submit.json of its folder says it. Shard i has the folder
/// shards/<i>, and what is collected is in collected/.
struct Submission {
  CampaignRequest request; ///< with `whole`
  TaskOptions tasks;
  std::vector<PlannedShard> shards;
  std::vector<SubmittedArray> arrays; ///< in the order in which they were submitted

  /// The array that had the shard last; null: none had it.
  const SubmittedArray* array_of(int shard) const;
};

std::filesystem::path shard_folder(const std::filesystem::path& folder, int shard);
std::filesystem::path collected_folder(const std::filesystem::path& folder);
std::filesystem::path log_folder(const std::filesystem::path& folder);
std::filesystem::path costs_file(const std::filesystem::path& folder);

/// Whether the folder is one that a campaign was submitted into.
bool holds_submission(const std::filesystem::path& folder);
/// Throws InputError where there is none, or it is damaged.
Submission submission_in(const std::filesystem::path& folder);
/// Throws CannotWrite.
void write_submission(const Submission& submission, const std::filesystem::path& folder);
/// Those folders of shards that hold something.
std::vector<std::filesystem::path> shard_folders_in(const std::filesystem::path& folder);

/// The folders of plugins that a submission kept, and those that were given beside it, each once.
std::vector<std::string> joined_plugins(std::vector<std::string> kept,
                                        const std::vector<std::filesystem::path>& given);

/// What each of so many shards has to do.
std::vector<PlannedShard> planned_shards(const std::vector<PlannedRun>& runs, const Costs& costs, int shards,
                                         int workers);

/// Number of runs in a folder's store that it describes, and of those that have finished. Throws InputError
/// when somebody is at work in the folder.
std::pair<std::size_t, std::size_t> runs_and_finished_in(const std::filesystem::path& folder);

} // namespace malha
