// SPDX-License-Identifier: MIT
#pragma once
#include "session.hpp"

namespace malha::conformance {

/// Asks one policy an example several times, to see what is wrong. Each session is a process of its own.
class AskingAgain {
public:
  /// `seed` is the seed of the policy's streams for examples without one.
  AskingAgain(std::filesystem::path plugin, std::uint64_t seed, const SessionLimits& limits)
      : plugin_(std::move(plugin)), seed_(seed), limits_(limits) {}

  /// The session of an example. Throws NoView.
  Session session(const Json& example) const;
  /// The result of an example; nothing if it is not valid.
  std::optional<SessionResult> result(const Json& example, const SessionLimits& limits) const;

  /// Whether the same views are answered differently: "repeats", in another process; "addresses", at other
  /// memory addresses; "state", after another instance was asked. Throws NoView.
  bool differs(const std::string& row, const Json& example) const;
  /// The sentence of the report for a policy whose answers differ in this row.
  static std::string sentence(const std::string& row);

private:
  bool repeats_differ(const Json& example) const;
  bool addresses_differ(const Json& example) const;
  bool state_differs(const Json& example) const;
  bool differ(const std::vector<Session>& sessions) const;

  std::filesystem::path plugin_;
  std::uint64_t seed_;
  SessionLimits limits_;
};

} // namespace malha::conformance
