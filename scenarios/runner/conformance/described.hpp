// SPDX-License-Identifier: MIT
#pragma once
#include "session.hpp"

namespace malha::conformance {

/// The description that a plugin gives of itself.
struct Described {
  bool is_policy = false;
  std::string what;           ///< "a policy", "actors", "a workload", "a platform", "a metric", …
  std::string name, question; ///< of a policy
  /// Settings under which the policy can be made: its defaults, then random ones.
  std::vector<Settings> settings;
  std::vector<std::string> names; ///< of all its parts
  std::vector<Found> found;
  /// Why the plugin cannot be checked: the file is no plugin, or a parameter without a default has no value.
  /// "": it can be checked.
  std::string refused;
  std::string not_looked_at; ///< which parts have descriptions that are not checked; "": none
};

/// Settings under which a policy can be made: `given`, then the same with random values of its other
/// parameters. The constructor of the policy is called in this process.
std::vector<Settings> drawn_settings(const PolicyDescriptor& policy, const Settings& given, int number,
                                     std::uint64_t seed);

/// Opens a plugin in a process of its own, and draws this number of settings; 0: none. `given` are parameters
/// of all settings. Throws InputError if the policy does not take them.
Described describe(const std::filesystem::path& plugin, const Settings& given, int settings,
                   std::uint64_t seed, const SessionLimits& limits);

} // namespace malha::conformance
