// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// The state of a command that runs a shard or a whole campaign. It writes this into shard.json or
/// progress.json of its folder, which other commands read while the store is in use.
struct ShardState {
  /// `ended` of a command that was not interrupted.
  static constexpr const char* all_tried = "every run was tried";

  std::int64_t beat = 0; ///< number of times that the file was written: it grows while the command works
  std::size_t runs = 0;  ///< number of runs of the shard or campaign
  std::size_t done = 0;  ///< number of those that have results, also from earlier commands
  std::size_t failed = 0;
  std::vector<std::string> reasons; ///< why runs failed; the first three
  std::optional<Seconds> left;      ///< expected real time until all runs are done; nothing: unknown
  std::string ended;                ///< how the command ended; "": it still works, or was killed
  std::string campaign;             ///< hash of the whole campaign
  std::string host;
  std::string task; ///< task of a Slurm array, "412_3"; "": none
};

/// Reads shard.json; nothing if it is missing or damaged.
std::optional<ShardState> shard_state_in(const std::filesystem::path& folder);
/// Reads progress.json, which a command that runs a whole campaign keeps while it works.
std::optional<ShardState> progress_in(const std::filesystem::path& folder);

/// Keeps shard.json up to date or, for a whole campaign, progress.json, which the destructor removes. Ignores
/// errors of writing: the store has all that matters.
class ShardJournal {
public:
  /// Whether the file is that of a shard, or that of a whole campaign.
  enum class Of { shard, whole };
  /// The least time between two writes, in real time: a thousand shards then write a hundred small files a
  /// second.
  static constexpr Seconds between_beats = 10, between_beats_of_whole = 1;

  /// Writes the file. `done` is the number of runs that were done before.
  ShardJournal(std::filesystem::path folder, Of of, std::size_t runs, std::size_t done, std::string campaign);
  ~ShardJournal();
  ShardJournal(const ShardJournal&) = delete;
  ShardJournal& operator=(const ShardJournal&) = delete;

  /// Counts this number of ended runs. `failure` is the reason why they failed; "": they did not fail.
  void count(std::size_t runs, const std::string& failure);
  /// Writes the file, unless it was just written.
  void beat(std::optional<Seconds> left);
  /// Writes the file for the last time. `how` becomes `ended`. Unless it is `all_tried`, no run counts as
  /// failed, since the signal that ended the command may have ended that run.
  void end(const std::string& how);

private:
  void write();

  std::filesystem::path file_;
  Of of_;
  ShardState state_;
  Seconds written_ = 0; ///< real time of the last write
};

} // namespace malha
