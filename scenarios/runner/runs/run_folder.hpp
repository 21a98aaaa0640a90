// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"
#include "results/files/row_file.hpp"

#include <nlohmann/json_fwd.hpp>
#include <unistd.h>

#include <functional>

namespace malha {

struct Identity;

/// The command that made a run, as machine.json of the run describes it.
struct CommandInfo {
  std::string line;
  int workers = 1;
  /// The process of the command, which forks the runs: make this object there, and not in a run.
  pid_t process = getpid();
  bool gzips = false; ///< whether the files that grow with the jobs become gzip
};

/// Reads a JSON file; null if it does not exist, "discarded" if it is no JSON.
nlohmann::json read_json(const std::filesystem::path& file);
/// Writes a JSON file. Throws CannotWrite.
void write_json(const std::filesystem::path& file, const nlohmann::json& content);

/// Locks an output folder against other commands. The lock ends with this object and with all processes that
/// have its file.
class FolderLock {
public:
  /// How long workers of a killed command may keep its lock.
  static constexpr Seconds short_while = 1;

  /// Waits for the lock for at most this time. Throws InputError if another command has it then.
  explicit FolderLock(const std::filesystem::path& folder, Seconds at_most = short_while);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// A process that was forked since, or was given this file, holds the lock, too. -1: there is no lock.
  int file() const { return file_; }

private:
  int file_;
};

/// Throws InputError unless `folder` can take the results of one simulation. It must be new or empty, or hold
/// results of the same simulation.
void check_run_folder(const std::filesystem::path& folder, const nlohmann::json& manifest);

/// Called with a simulation that has been built, before it runs.
using Prepare = std::function<void(const Simulation&)>;

/// Simulates, and fills the folder. Files appear in it only when the run is over. The caller must be a
/// process of its own.
Outcome run_into(const std::filesystem::path& folder, const SimulationPlan& plan, const Identity& identity,
                 const CommandInfo& command, const Prepare& prepare = {});
/// Simulates. Rows go into `records`. The caller must be a process of its own.
Outcome run_only(const SimulationPlan& plan, const RowFolder& records, const Prepare& prepare = {});

/// Whether the folder holds the results of the run with that hash.
bool holds_run(const std::filesystem::path& folder, const std::string& hash);
/// Removes results, so that they are not taken for those of a run that fails.
void remove_results(const std::filesystem::path& folder);
/// Copies the results of a run into another folder. Throws CannotWrite.
void copy_run(const std::filesystem::path& from, const std::filesystem::path& to);

/// The longest part of the path that exists.
std::filesystem::path existing_part(std::filesystem::path folder);

/// Removes what a run that did not end left in the folder. Also removes folders that are empty then, up to
/// `keep`.
void discard_partial(const std::filesystem::path& folder, const std::filesystem::path& keep);

} // namespace malha
