// SPDX-License-Identifier: MIT
#pragma once
#include "watched_asking.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace malha::conformance {

/// Parameters of a policy, by name.
using Settings = std::map<std::string, std::string>;

/// Views that are put to one instance of a policy, one after the other.
struct Sequence {
  Settings parameters; ///< others have their defaults
  std::vector<Json> views;
};

/// The work of one process, which opens a plugin, and asks an instance of its policy for each sequence.
struct Session {
  std::filesystem::path plugin;
  std::vector<Sequence> sequences;
  std::uint64_t seed = 0; ///< of the streams that the policy draws from
  /// Whether a second process with the same memory answers, too. Only its number and the time differ.
  bool has_twin = false;
  /// Above 0: blocks of memory have other addresses, in another order and with other content, than in a new
  /// process; each number stands for another order.
  std::uint64_t shuffle = 0;
  const PolicyDescriptor* policy = nullptr; ///< null: that of the plugin
};

/// A finding of a session.
struct Found {
  std::string row; ///< of the report
  std::string sentence;
  std::size_t sequence = 0, view = 0; ///< what was asked
};

/// The result of a session.
struct SessionResult {
  std::vector<std::vector<Json>> answers; ///< by sequence and view, up to the finding
  std::optional<Found> found;
  std::int64_t calls = 0;   ///< of the policy
  Seconds time = 0;         ///< of those calls, in real time
  bool is_like_twin = true; ///< whether the twin, if there is one, gave the same answers
};

/// No views of a policy's question are known.
struct UnknownQuestion : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs a session in this process, without a twin and without another memory. Throws std::runtime_error if
/// the plugin cannot be opened, and UnknownQuestion.
SessionResult ask(const Session& session, const Watch& watch);
/// Runs a session without a limit of time, and with the output of the policy: for debuggers, and for tools
/// that check the use of memory.
SessionResult ask(const Session& session);

/// The session of an example, which is an object of `parameters`, a `seed`, `views`, and under `before` the
/// parameters and views of instances that are asked first. Throws NoView.
Session session_of(const std::filesystem::path& plugin, const Json& example);

} // namespace malha::conformance
