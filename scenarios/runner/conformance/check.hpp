// SPDX-License-Identifier: MIT
#pragma once
#include "described.hpp"

namespace malha::conformance {

/// Options of a check.
struct CheckOptions {
  int views = 1000; ///< random views that each policy is asked
  std::uint64_t seed = 0;
  Settings settings; ///< parameters that the policy has in all of them
  bool uses_valgrind = true;
  SessionLimits limits;
};

/// A finding: something that is wrong with a plugin.
struct Finding {
  /// "opened", "rules", "ends", "output", "repeats", "addresses", "state", "memory" or "described".
  std::string row;
  std::string sentence;
  /// The smallest example found: the parameters, the views that are asked, and under `before` those that
  /// another instance is asked first. Null if nothing is asked.
  Json example;
};

/// What was checked in one plugin, and the findings.
struct PluginReport {
  std::filesystem::path file;
  Described described;
  std::size_t settings = 0;
  std::int64_t views = 0, calls = 0;
  bool are_runs = false;       ///< each view is a run of many decisions
  std::size_t longest_run = 0; ///< most jobs of such a run
  std::vector<Finding> findings;
  std::map<std::string, std::string> not_looked_at; ///< why, by row
  std::optional<Seconds> time;                      ///< of a call under the defaults, in real time
};

/// Checks a plugin, whose code runs in other processes only. The report of a file that is no plugin says why
/// in `described.refused`. Throws InputError if a policy does not take the settings.
PluginReport check_plugin(const std::filesystem::path& plugin, const CheckOptions& options);

/// The mean time of a call of a policy under its defaults, on the views of `check_plugin`; nothing if it
/// cannot be measured.
std::optional<Seconds> time_of_calls(const std::filesystem::path& plugin, const CheckOptions& options);

/// Asks the policy of a plugin the views of an example, and reports as `check_plugin` does. Throws InputError
/// if the file is no plugin, or if the example is not valid or of another policy.
PluginReport check_example(const std::filesystem::path& plugin, const Json& example,
                           const CheckOptions& options);

} // namespace malha::conformance
