// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/submission.hpp"

namespace malha {

/// Writes shards as Slurm writes the tasks of an array: "1-4,7".
std::string array_numbers(const std::vector<int>& shards);

/// The command that runs a shard. `shard` and `number` are words of a shell: for --shard, and for the name of
/// the folder.
std::string shard_command(const SubmittedCampaign& submission, const std::filesystem::path& folder,
                          const std::string& shard, const std::string& number);

/// The script of an array in which each task runs one of these shards.
std::string array_script(const SubmittedCampaign& submission, const std::filesystem::path& folder,
                         const std::vector<int>& shards);

/// The script that collects the results of the shards.
std::string collect_script(const SubmittedCampaign& submission, const std::filesystem::path& folder);

/// Throws InputError if a script cannot name the folder.
void check_script_folder(const std::filesystem::path& folder);

} // namespace malha
