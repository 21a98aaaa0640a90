// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/shard_state.hpp"
#include "scenarios/runner/campaign/submission.hpp"

namespace malha {

/// How one shard stands.
struct ShardStanding {
  enum class State { done, running, waiting, failed, missing, outdated };

  State state = State::missing;
  std::string label; ///< its number, or its folder
  std::size_t runs = 0, done = 0, failed = 0;
  std::optional<Seconds> left;      ///< for a task that does nothing else; nothing where nobody knows
  std::string task;                 ///< of an array, "412_3"; "": none
  std::string node;                 ///< on which it runs, or ran last
  std::vector<std::string> remarks; ///< why it is as it is

  std::size_t missing() const { return runs - std::min(runs, done + failed); }
};

/// For how many seconds to wait for a sign of life, where Slurm does not answer: whoever is at work gives one
/// more often.
inline constexpr Seconds longest_silence = 1.5 * ShardJournal::between_beats;

/// Looks at all shards of a submission. `said` gets what whoever looks should know beside it, such as that
/// Slurm does not answer. `patience` is for shards of which only beats can say whether somebody is at work.
std::vector<ShardStanding> standing_of(const Submission& submission, const std::filesystem::path& folder,
                                       std::vector<std::string>& said, Seconds patience = longest_silence);

/// Looks at folders of shards, or of whole campaigns, that were started without malha submit. Throws
/// InputError where a folder is none of them.
std::vector<ShardStanding> standing_of(const std::vector<std::filesystem::path>& folders,
                                       Seconds patience = longest_silence);

/// "running"
std::string text_of(ShardStanding::State state);

} // namespace malha
