// SPDX-License-Identifier: MIT
#pragma once
#include "trial.hpp"

namespace malha::conformance {

/// What a plugin says of itself.
struct Described {
  bool is_policy = false;
  std::string what;           ///< "a policy", "actors", "a workload", "a platform", "a metric", …
  std::string name, question; ///< of a policy
  /// Settings under which the policy can be made: its defaults, then random ones.
  std::vector<Settings> settings;
  std::vector<std::string> names; ///< of all that is in it
  std::vector<Found> found;
  /// Why it cannot be checked: it is no plugin, or has a parameter of which nobody gave the value. "": it
  /// can.
  std::string refused;
  std::string not_looked_at; ///< which parts say things of themselves that are not checked; "": none
};

/// So many settings under which a policy can be made: `given`, then the same with random values of its other
/// parameters. Its constructor is called in this process.
std::vector<Settings> drawn_settings(const PolicyDescriptor& policy, const Settings& given, int number,
                                     std::uint64_t seed);

/// Opens a plugin in a process of its own, and draws so many settings; 0: it is only read. `given` has
/// parameters that all settings have. Throws InputError when the policy does not take them.
Described describe(const std::filesystem::path& plugin, const Settings& given, int settings,
                   std::uint64_t seed, const TrialLimits& limits);

} // namespace malha::conformance
