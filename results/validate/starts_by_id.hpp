// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace malha {

/// The ids of jobs, with the start of each that has one. Ids are texts. Most are numbers without gaps, of
/// which each takes some 13 B; any other takes a node of a hash table.
class StartsById {
public:
  /// Adds a job, unless it is there. Returns whether it was not.
  bool add(const std::string& id);
  /// Sets the start of a job, which replaces one that it has.
  void set_start(const std::string& id, Seconds start);

  bool has(const std::string& id) const;
  /// The start of a job; nothing if it has none, or is not there.
  std::optional<Seconds> start_of(const std::string& id) const;
  /// The number of jobs, and of those that have a start.
  std::int64_t jobs() const { return jobs_; }
  std::int64_t starts() const { return starts_; }

private:
  static constexpr std::int64_t in_block = 8;
  enum State : std::uint8_t { absent, added, started };
  struct Job {
    State state = absent;
    Seconds start = 0;
  };
  /// Jobs with consecutive numbers.
  struct Block {
    std::array<Seconds, in_block> starts{};
    std::array<State, in_block> states{};
  };

  Job job(const std::string& id) const;
  /// Changes a job by `change(state, start)`.
  template <class Change>
  void change(const std::string& id, Change&& change);

  std::unordered_map<std::int64_t, Block> blocks_; ///< of ids that are numbers, by the number of the block
  std::unordered_map<std::string, Job> others_;    ///< by id
  std::int64_t jobs_ = 0, starts_ = 0;
};

} // namespace malha
