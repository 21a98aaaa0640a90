// SPDX-License-Identifier: MIT
#pragma once
#include "watched_asking.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace malha::conformance {

/// Parameters of a policy, by name.
using Settings = std::map<std::string, std::string>;

/// Views that one instance of a policy is asked one after the other.
struct Sequence {
  Settings parameters; ///< others have their defaults
  std::vector<Json> views;
};

/// What one process does: it opens a plugin, and asks an instance of its policy for each sequence.
struct Trial {
  std::filesystem::path plugin;
  std::vector<Sequence> sequences;
  std::uint64_t seed = 0; ///< of the streams that the policy draws from
  /// Whether a second process answers, too, whose memory is the same: what differs is its number and the
  /// time.
  bool has_twin = false;
  /// Whether blocks of memory lie elsewhere, in another order and with other content, than in a process that
  /// has just begun. Above 0: a number, each of which stands for another order.
  std::uint64_t shuffle = 0;
};

/// Something that was found in a trial.
struct Found {
  std::string row; ///< of the report
  std::string sentence;
  std::size_t sequence = 0, view = 0; ///< what was asked then
};

/// What came of a trial.
struct Tried {
  std::vector<std::vector<Json>> answers; ///< by sequence and view, until something was found
  std::optional<Found> found;
  std::int64_t calls = 0;   ///< of the policy
  Seconds time = 0;         ///< of those calls, in real time
  bool is_like_twin = true; ///< whether the twin, if there is one, gave the same answers
};

/// No views of a policy's question are known.
struct UnknownQuestion : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes a trial in this process. A twin and another memory are its caller's business. Throws
/// std::runtime_error when the plugin cannot be opened, and UnknownQuestion.
Tried ask(const Trial& trial, const Watch& watch);
/// The same with no limit of time, and without taking output: for debuggers, and for tools that look at
/// memory.
Tried ask(const Trial& trial);

/// The trial of an example, which is an object of `parameters`, a `seed`, `views`, and under `before` the
/// parameters and views of instances that are asked first. Throws NoView.
Trial trial_of(const std::filesystem::path& plugin, const Json& example);

} // namespace malha::conformance
