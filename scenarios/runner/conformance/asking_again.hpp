// SPDX-License-Identifier: MIT
#pragma once
#include "trial.hpp"

namespace malha::conformance {

/// Asks one policy an example as often as it takes to see what is wrong. Each time is a process of its own.
class AskingAgain {
public:
  /// `seed` is that of the policy's draws where an example says none.
  AskingAgain(std::filesystem::path plugin, std::uint64_t seed, const TrialLimits& limits)
      : plugin_(std::move(plugin)), seed_(seed), limits_(limits) {}

  /// What is asked for an example. Throws NoView.
  Trial trial(const Json& example) const;
  /// What came of it; nothing where the example is none.
  std::optional<Tried> tried(const Json& example, const TrialLimits& limits) const;

  /// Whether the same views are answered differently: "repeats", in another process; "addresses", where
  /// memory lies elsewhere; "state", when another instance was asked before. Throws NoView.
  bool differs(const std::string& row, const Json& example) const;
  /// What is wrong with a policy whose answers differ so.
  static std::string sentence(const std::string& row);

private:
  bool repeats_differ(const Json& example) const;
  bool addresses_differ(const Json& example) const;
  bool state_differs(const Json& example) const;
  bool differ(const std::vector<Trial>& trials) const;

  std::filesystem::path plugin_;
  std::uint64_t seed_;
  TrialLimits limits_;
};

} // namespace malha::conformance
