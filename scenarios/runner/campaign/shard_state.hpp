// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// The state of a command that runs a shard, which it writes into shard.json of its folder from time to time.
/// Other commands read the file while the store is in use.
struct ShardState {
  static constexpr const char* all_tried = "every run was tried"; ///< an end without an interruption

  std::int64_t beat = 0; ///< number of times that the file was written: it grows while the command works
  std::size_t runs = 0;  ///< of the shard
  std::size_t done = 0;
  std::size_t failed = 0;
  std::vector<std::string> reasons; ///< why runs failed, the first few
  std::optional<Seconds> left;      ///< expected time until all runs are done; nothing: unknown
  std::string ended;                ///< how the command ended; "": it works, or was killed
  std::string campaign;             ///< hash of the whole campaign
  std::string host;
  std::string task; ///< of the array, "412_3"; "": none
};

/// Reads shard.json; nothing if it is missing or damaged.
std::optional<ShardState> shard_state_in(const std::filesystem::path& folder);
/// Reads progress.json, which a command that runs a whole campaign keeps while it works.
std::optional<ShardState> progress_in(const std::filesystem::path& folder);

/// Keeps shard.json up to date or, for a whole campaign, progress.json, which the destructor removes. Errors
/// of writing are ignored: the store has all that matters.
class ShardJournal {
public:
  /// Whether the journal is of a shard, or of the whole campaign.
  enum class Of { shard, whole };
  /// Seconds between two beats: a thousand shards then write a hundred small files a second.
  static constexpr Seconds between_beats = 10, between_beats_of_whole = 1;

  ShardJournal(std::filesystem::path folder, Of of, std::size_t runs, std::size_t done, std::string campaign);
  ~ShardJournal();
  ShardJournal(const ShardJournal&) = delete;
  ShardJournal& operator=(const ShardJournal&) = delete;

  /// Counts runs that have ended. `failure` is the reason why they failed; "": they did not fail.
  void count(std::size_t runs, const std::string& failure);
  /// Writes the file if it is time to.
  void beat(std::optional<Seconds> left);
  /// Writes the file for the last time. If the command did not start all runs, its failed runs count as
  /// missing, since the signal that ended the command may have ended them.
  void end(const std::string& how);

private:
  void write();

  std::filesystem::path file_;
  Of of_;
  ShardState state_;
  Seconds written_ = 0;
};

} // namespace malha
