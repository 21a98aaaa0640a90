// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// What a command that runs a shard says of itself in shard.json of its folder, now and then. Others read it
/// while the store is in use.
struct ShardState {
  static constexpr const char* all_tried = "every run was tried"; ///< an end without an interruption

  std::int64_t beat = 0; ///< counts how often the file was written: it grows as long as somebody is at work
  std::size_t runs = 0;  ///< of the shard
  std::size_t done = 0;
  std::size_t failed = 0;
  std::vector<std::string> reasons; ///< why runs failed, the first few
  std::optional<Seconds> left;      ///< until all are done; nothing where nobody knows
  std::string ended;                ///< how the command ended; "": it is at work, or was killed
  std::string campaign;             ///< hash of the whole campaign
  std::string host;
  std::string task; ///< of the array, "412_3"; "": none
};

/// Nothing where the folder has no such file, or it is damaged.
std::optional<ShardState> shard_state_in(const std::filesystem::path& folder);
/// The same of a command that runs a whole campaign. It keeps progress.json while it is at work.
std::optional<ShardState> progress_in(const std::filesystem::path& folder);

/// Keeps shard.json up to date or, of a whole campaign, progress.json, which goes with it. What cannot be
/// written is left out: the store says all that matters.
class ShardJournal {
public:
  /// Of a shard or of the whole campaign.
  enum class Of { shard, whole };
  /// Seconds between two beats: a thousand shards then write a hundred small files a second.
  static constexpr Seconds between_beats = 10, between_beats_of_whole = 1;

  ShardJournal(std::filesystem::path folder, Of of, std::size_t runs, std::size_t done, std::string campaign);
  ~ShardJournal();
  ShardJournal(const ShardJournal&) = delete;
  ShardJournal& operator=(const ShardJournal&) = delete;

  /// So many runs have ended; `failure` says why they failed, "": they did not.
  void count(std::size_t runs, const std::string& failure);
  /// Writes the file if it is time to.
  void beat(std::optional<Seconds> left);
  /// Writes the file for the last time. Runs that failed in a command that did not try them all, be it since
  /// the signal that ended it ended them, count as missing.
  void end(const std::string& how);

private:
  void write();

  std::filesystem::path file_;
  Of of_;
  ShardState state_;
  Seconds written_ = 0;
};

} // namespace malha
