// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/campaign/submission.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/runs/output_place.hpp"

#include <iostream>

namespace malha {
namespace {

/// A folder that a campaign was submitted into stands for those of its shards.
std::vector<std::filesystem::path> parts_in(const std::vector<std::string>& folders) {
  std::vector<std::filesystem::path> parts;
  for (const auto& folder : folders) {
    if (!holds_submission(folder)) {
      parts.emplace_back(folder);
      continue;
    }
    const auto shards = shard_folders_in(folder);
    if (shards.empty())
      throw InputError("collect: " + folder + ": no shard has started; malha status " + folder +
                       " shows what to do");
    parts.insert(parts.end(), shards.begin(), shards.end());
  }
  return parts;
}

/// The folders of plugins that the submissions among the folders were made with, and those of this command.
std::vector<std::filesystem::path> plugins_for(const Options& options) {
  std::vector<std::string> kept;
  for (const auto& folder : options.positional())
    if (holds_submission(folder)) {
      const auto more = submission_in(folder).tasks.plugins;
      kept = joined_plugins(kept, {more.begin(), more.end()});
    }
  kept = joined_plugins(kept, options.plugin_paths());
  return {kept.begin(), kept.end()};
}

/// Removes what was collected of a submission before Malha was built again, or an input was changed: all
/// of it came from shards that have been made again since.
void remove_outdated(const std::filesystem::path& folder, const Options& options,
                     const std::filesystem::path& part) {
  namespace fs = std::filesystem;
  const auto& submissions = options.positional();
  if (submissions.size() != 1 || !holds_submission(submissions.front()) ||
      !is_there(folder / Store::file_name) ||
      fs::weakly_canonical(folder) != fs::weakly_canonical(collected_folder(submissions.front())) ||
      campaign_in(folder) == campaign_in(part))
    return;
  std::cerr << complaint("collect: " + folder.string() +
                         " has results of another build of Malha, or of other inputs; it is made again");
  fs::remove_all(folder);
}

int collect_command(const std::vector<std::string>& words) {
  const Options options("collect", words, Options::output, "DIR…");
  if (options.help())
    return 0;
  const Library library(plugins_for(options));
  if (options.positional().empty())
    throw InputError("collect: missing folders; valid: output folders of run --shard or reproduce --shard");
  const auto parts = parts_in(options.positional());
  const auto scenarios = read_scenarios(request_in(parts.front()), library);
  const auto folder =
      options.has("output") ? options.output_folder() : make_new_folder(output_name("collect", {}));
  remove_outdated(folder, options, parts.front());
  const auto result = collect_campaign(parts, scenarios, folder);
  if (result.failures.empty() && result.finished < result.runs) {
    std::cerr << complaint("collect: " + progress_of(result) +
                           "; run the shards that are missing, then collect again");
    return static_cast<int>(Status::bad_input);
  }
  return report(scenarios, result, library, Detail::full, false);
}

} // namespace

MALHA_COMMAND("collect", "collect DIR… -o DIR", "merge the shards of a campaign", collect_command, 100,
              "Merges the folders of the shards of a campaign into one, and prints the results as if one "
              "machine had run all of them. A folder of malha submit stands for the folders of its shards.",
              "collect malha-out/part1 malha-out/part2 -o malha-out/whole")

} // namespace malha
