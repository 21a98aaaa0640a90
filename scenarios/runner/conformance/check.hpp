// SPDX-License-Identifier: MIT
#pragma once
#include "described.hpp"

namespace malha::conformance {

/// How plugins are checked.
struct CheckOptions {
  int views = 1000; ///< random views that each policy is asked
  std::uint64_t seed = 0;
  Settings settings; ///< parameters that the policy has in all of them
  bool uses_valgrind = true;
  TrialLimits limits;
};

/// Something that is wrong with a plugin.
struct Finding {
  /// "opened", "rules", "ends", "output", "repeats", "addresses", "state", "memory" or "described".
  std::string row;
  std::string sentence;
  /// What shows it, as small as it was found: the parameters, the views that are asked, and under `before`
  /// those that another instance is asked first. Null where nothing is asked.
  Json example;
};

/// What was looked at in one plugin, and what was found.
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

/// Checks a plugin. Its code runs in other processes only. A file that is no plugin has a report, too: its
/// `described.refused` says why. Throws InputError when a policy does not take the settings.
PluginReport check_plugin(const std::filesystem::path& plugin, const CheckOptions& options);

/// The mean time of a call of a policy under its defaults, on the views of `check_plugin`; nothing where it
/// cannot be told.
std::optional<Seconds> time_of_calls(const std::filesystem::path& plugin, const CheckOptions& options);

/// Asks the policy of a plugin what an example says, and reports as `check_plugin` does. Throws InputError
/// when the plugin is none, or the example is none or of another policy.
PluginReport check_example(const std::filesystem::path& plugin, const Json& example,
                           const CheckOptions& options);

} // namespace malha::conformance
