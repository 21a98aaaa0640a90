// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"
#include "commands.hpp"
#include "results/table.hpp"

#include <iostream>

namespace malha {
namespace {

int collect_command(const std::vector<std::string>& words) {
  const Options options("collect", words, Options::output, "DIR…");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  if (options.positional().empty())
    throw InputError("collect: which folders? valid: output folders of run --shard or reproduce --shard");
  const std::vector<std::filesystem::path> parts(options.positional().begin(), options.positional().end());
  const auto scenarios = read_scenarios(request_in(parts.front()), library);
  const std::filesystem::path folder = options.text("output");
  const auto result = collect_campaign(parts, scenarios, folder);
  if (result.failures.empty() && result.finished < result.runs) {
    std::cerr << complaint("collect: " + progress_of(result) +
                           "; run the shards that are missing, then collect again");
    return static_cast<int>(Status::bad_input);
  }
  return report(scenarios, result, library, folder, false);
}

} // namespace

MALHA_COMMAND("collect", "collect DIR… -o DIR", "merge the shards of a campaign", collect_command, 100,
              "Merges the folders of the shards of a campaign into one, and prints the results as if one "
              "machine had run it all.",
              "collect malha-out/part1 malha-out/part2 -o malha-out/whole")

} // namespace malha
