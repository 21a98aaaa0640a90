// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// Calls the programs of Slurm, which are found in PATH.
namespace slurm {

/// A job in the queue of Slurm.
struct QueuedJob {
  std::string state; ///< as Slurm calls it: "RUNNING"
  std::string node;  ///< "": none yet
  std::string reason;
};

/// The largest array that the centre allows; nothing if Slurm does not answer.
std::optional<int> most_tasks();

/// Thrown if the answer of sbatch does not say whether a job was submitted.
struct UnknownAnswer : InputError {
  using InputError::InputError;
};

/// Submits a script with more words for sbatch. Returns the number of the job. Throws InputError with the
/// message of sbatch if sbatch is missing or refuses the script. Throws UnknownAnswer if sbatch answers
/// something else than a number, was killed, or got no answer of Slurm.
std::string submit(const std::filesystem::path& script, const std::vector<std::string>& words);

/// The tasks of an array that are in the queue, by their number in the array; nothing if Slurm does not
/// answer.
std::optional<std::map<int, QueuedJob>> tasks_in_queue(const std::string& array);

} // namespace slurm

} // namespace malha
