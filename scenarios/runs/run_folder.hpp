// SPDX-License-Identifier: MIT
#pragma once
#include "identity.hpp"

namespace malha {

/// What a run says of the command it belongs to, in machine.json.
struct CommandInfo {
  std::string line;
  int workers = 1;
};

/// Keeps other commands out of an output folder while it lives. A kill takes the lock away too.
class FolderLock {
public:
  /// Throws InputError when another command has it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

private:
  int file_;
};

/// Throws InputError unless `folder` can take the results of one simulation: it must be new, empty, or hold
/// results of the same.
void check_run_folder(const std::filesystem::path& folder, const nlohmann::json& manifest);

/// Simulates and fills the folder: files appear in it only when the run is over. To be called in a process of
/// its own.
Outcome run_into(const std::filesystem::path& folder, const SimulationPlan& plan, const Identity& identity,
                 const CommandInfo& command);
/// Simulates; rows go into the folder, or nowhere when it is "". To be called in a process of its own.
Outcome run_only(const SimulationPlan& plan, const std::filesystem::path& records);

/// Whether the folder holds the results of that run.
bool holds_run(const std::filesystem::path& folder, const std::string& hash);
/// Removes results, so that they do not pass for those of a run that fails.
void remove_results(const std::filesystem::path& folder);
/// Copies results into another folder. Throws CannotWrite.
void copy_run(const std::filesystem::path& from, const std::filesystem::path& to);

/// The longest part of the path that exists.
std::filesystem::path existing_part(std::filesystem::path folder);

/// Removes what a run that did not end left in the folder, and folders that are empty then, up to `keep`.
void discard_partial(const std::filesystem::path& folder, const std::filesystem::path& keep);

} // namespace malha
