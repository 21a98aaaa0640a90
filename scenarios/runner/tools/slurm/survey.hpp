// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/shard_state.hpp"
#include "scenarios/runner/campaign/submission.hpp"

namespace malha {

/// The state of one shard.
struct ShardStanding {
  enum class State { done, running, waiting, failed, missing, outdated };

  State state = State::missing;
  std::string label; ///< its number, or its folder
  std::size_t runs = 0, done = 0, failed = 0;
  std::optional<Seconds> left;      ///< expected for a task of this shard alone; nothing: unknown
  std::string task;                 ///< of an array, "412_3"; "": none
  std::string node;                 ///< on which it runs, or ran last
  std::vector<std::string> remarks; ///< reasons of the state

  std::size_t missing() const { return runs - std::min(runs, done + failed); }
};

/// The time to wait for a sign of life if Slurm does not answer: a command that works writes one more often.
inline constexpr Seconds longest_silence = 1.5 * ShardJournal::between_beats;

/// Finds the state of all shards of a submission. Adds notes for the user to `said`, such as that Slurm does
/// not answer. `patience` is the time to wait for shards whose beats alone say whether a command works.
std::vector<ShardStanding> standing_of(const SubmittedCampaign& submission,
                                       const std::filesystem::path& folder, std::vector<std::string>& said,
                                       Seconds patience = longest_silence);

/// Finds the state of folders of shards, or of whole campaigns, that were started without malha submit.
/// Throws InputError if a folder is neither.
std::vector<ShardStanding> standing_of(const std::vector<std::filesystem::path>& folders,
                                       Seconds patience = longest_silence);

/// "running"
std::string text_of(ShardStanding::State state);

} // namespace malha
