// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/errors.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// What the programs of Slurm say. They are found in PATH, as a user finds them.
namespace slurm {

/// A job that is in Slurm's queue.
struct QueuedJob {
  std::string state; ///< as Slurm calls it: "RUNNING"
  std::string node;  ///< "": none yet
  std::string reason;
};

/// The most tasks that the centre allows in an array; nothing where nobody answers.
std::optional<int> most_tasks();

/// sbatch gave no answer that tells whether it submitted something.
struct UnknownAnswer : InputError {
  using InputError::InputError;
};

/// Submits a script with more words for sbatch. Returns the number of the job. Throws InputError, which has
/// what sbatch says, where it is not there or refuses. Throws UnknownAnswer where it answers something else
/// than a number, was killed, or waited in vain for Slurm.
std::string submit(const std::filesystem::path& script, const std::vector<std::string>& words);

/// The tasks of an array that are in the queue, by their number in it. Nothing where Slurm does not answer.
std::optional<std::map<int, QueuedJob>> tasks_in_queue(const std::string& array);

} // namespace slurm

} // namespace malha
