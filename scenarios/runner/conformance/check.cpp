// SPDX-License-Identifier: MIT
#include "check.hpp"

#include "drawn_sequences.hpp"
#include "opened_plugin.hpp"
#include "policies/sdk/errors.hpp"
#include "policy_check.hpp"

#include <algorithm>
#include <array>

namespace malha::conformance {
namespace {

namespace fs = std::filesystem;

constexpr int settings_of_a_policy = 10;

constexpr std::array rows_of_views{"rules", "ends", "repeats", "addresses", "state", "memory"};

template <class Rows>
void skip_rows(PluginReport& report, const Rows& rows, const std::string& why) {
  for (const auto* row : rows)
    report.not_looked_at[row] = why;
}

/// Begins a report with the description of the plugin, `settings` of its settings, and the errors in them.
PluginReport begun(const fs::path& plugin, int settings, const CheckOptions& options) {
  PluginReport report;
  report.file = plugin;
  report.described = describe(plugin, options.settings, settings, options.seed, options.limits);
  const auto& described = report.described;
  for (const auto& found : described.found)
    report.findings.push_back({found.row, found.sentence, nullptr});
  if (!described.refused.empty())
    report.findings.push_back({"opened", described.refused, nullptr});
  if (!described.not_looked_at.empty())
    report.not_looked_at["described"] = described.not_looked_at;
  if (described.names.empty()) {
    const std::string why = "it could not be read to its end";
    skip_rows(report, std::array{"described", "output"}, why);
    skip_rows(report, rows_of_views, why);
  }
  return report;
}

/// What a policy in a process of its own writes is its own affair, and its memory is out of sight.
CheckOptions options_for(const fs::path& plugin, CheckOptions options) {
  if (is_elsewhere(plugin))
    options.uses_valgrind = options.limits.captures_output = false;
  return options;
}

void skip_what_is_elsewhere(PluginReport& report) {
  if (is_elsewhere(report.file))
    skip_rows(report, std::array{"output", "addresses", "memory"}, "it runs in a process of its own");
}

} // namespace

PluginReport check_plugin(const fs::path& plugin, const CheckOptions& given) {
  const auto options = options_for(plugin, given);
  auto report = begun(plugin, settings_of_a_policy, options);
  if (report.described.names.empty())
    return report;
  if (!report.described.is_policy)
    skip_rows(report, rows_of_views, "random views are for policies");
  else if (const auto* views = views_of(report.described.question))
    PolicyCheck(report, options).check(*views);
  else
    skip_rows(
        report, rows_of_views,
        "no views of the question '" + report.described.question +
            "' are known; malha_add_views builds a plugin with them (docs/checking.md, Questions of your "
            "own), and --plugin-path names its folder");
  skip_what_is_elsewhere(report);
  return report;
}

std::optional<Seconds> time_of_calls(const fs::path& plugin, const CheckOptions& given) {
  const auto options = options_for(plugin, given);
  const auto described = describe(plugin, {}, 1, options.seed, options.limits);
  const auto* views = views_of(described.question);
  if (views == nullptr || described.settings.empty())
    return std::nullopt;
  std::vector<Settings> all(settings_of_a_policy);
  all.front() = described.settings.front();
  const Session session{
      plugin, {drawn_sequences(*views, all, options.views, options.seed).front()}, options.seed};
  std::optional<Seconds> least;
  for (const auto& result : run_sessions({session, session}, options.limits))
    if (const auto time = result.time / static_cast<double>(std::max<std::int64_t>(1, result.calls));
        !result.found && (!least || time < *least))
      least = time;
  return least;
}

PluginReport check_example(const fs::path& plugin, const Json& example, const CheckOptions& given) {
  const auto options = options_for(plugin, given);
  auto report = begun(plugin, 0, options);
  const auto& described = report.described;
  if (!described.refused.empty())
    throw InputError(described.refused);
  if (described.names.empty())
    return report;
  if (!described.is_policy || views_of(described.question) == nullptr)
    throw InputError("no views of " + listed(described.names) +
                     " are known, so that none can be asked again");
  try {
    auto policy = described.name;
    Part(example).read("policy", policy);
    if (policy != described.name)
      throw InputError("the example is of policy '" + policy + "', and " + words_for(plugin) + " has '" +
                       described.name + "'");
    PolicyCheck(report, options).check(example);
  } catch (const NoView& none) {
    throw InputError(std::string("the example is none of ") + described.question + ": " + none.what());
  }
  skip_what_is_elsewhere(report);
  return report;
}

} // namespace malha::conformance
