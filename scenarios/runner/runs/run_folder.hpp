// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"
#include "results/files/row_file.hpp"

#include <nlohmann/json_fwd.hpp>
#include <unistd.h>

#include <functional>

namespace malha {

struct Identity;

/// The command that makes a run, as machine.json of the run describes it.
struct CommandInfo {
  std::string line;
  int workers = 1;
  /// The process of the command, which forks those of the runs. Make this object in it, not in a run.
  pid_t process = getpid();
  bool gzips = false;     ///< whether the files that grow with the jobs are written as gzip
  bool keeps_rows = true; ///< otherwise metrics alone
};

/// Reads a JSON file. Returns null if it cannot be opened or is no regular file, and a discarded value if it
/// is not JSON.
nlohmann::json read_json(const std::filesystem::path& file);
/// Writes a JSON file. Throws CannotWrite.
void write_json(const std::filesystem::path& file, const nlohmann::json& content);

/// Locks an output folder against other commands. The folder is locked until this object and all processes
/// that hold its file open have ended. Does nothing if the folder cannot be opened, or on a file system
/// without locks.
class FolderLock {
public:
  /// The default wait. The processes of a killed command, which hold its lock, end in this time.
  static constexpr Seconds short_while = 1;

  /// Waits for the lock for at most this real time. Throws InputError if another command still has it then.
  explicit FolderLock(const std::filesystem::path& folder, Seconds at_most = short_while);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// The open folder; -1: it could not be opened. A process that is forked, or is given this file, holds the
  /// lock as well.
  int file() const { return file_; }

private:
  int file_;
};

/// Throws InputError unless `folder` can take the results of one simulation. It must be new or empty, or hold
/// results of the same simulation.
void check_run_folder(const std::filesystem::path& folder, const nlohmann::json& manifest);

/// A function that is called with a simulation after it is built and before it runs.
using Prepare = std::function<void(const Simulation&)>;

/// Simulates, and writes the results into the folder. They appear there when the run is over, and only if its
/// status is `done` or `not_ended`. The caller must be a process of its own.
Outcome run_into(const std::filesystem::path& folder, const SimulationPlan& plan, const Identity& identity,
                 const CommandInfo& command, const Prepare& prepare = {});
/// Simulates. Writes rows, and nothing else, into `records`. The caller must be a process of its own.
Outcome run_only(const SimulationPlan& plan, const RowFolder& records, const Prepare& prepare = {});

/// Whether the folder holds the results of the run with that hash.
bool holds_run(const std::filesystem::path& folder, const std::string& hash);
/// Removes the results of a run, so that they are not taken for those of another run, which may fail.
void remove_results(const std::filesystem::path& folder);
/// Copies the results of a run into another folder. Throws CannotWrite.
void copy_run(const std::filesystem::path& from, const std::filesystem::path& to);

/// The longest part of the path that exists.
std::filesystem::path existing_part(std::filesystem::path folder);

/// Removes from the folder what a run that did not end left there. Then removes the folder and the folders
/// above it that are empty, but not `keep`.
void discard_partial(const std::filesystem::path& folder, const std::filesystem::path& keep);

} // namespace malha
