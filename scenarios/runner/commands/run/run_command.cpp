// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/runs/output_place.hpp"

namespace malha {
namespace {

int run_command(const std::vector<std::string>& words) {
  const Options options("run", words, campaign_groups, "SCENARIO…");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths(), options.file_folders());
  if (options.positional().empty())
    throw InputError("run: missing scenario; valid: a name that malha list scenarios shows, or a path");
  const auto& names = options.positional();
  const auto more = names.size() - 1;
  return run_scenarios(names, options, library, Detail::full,
                       output_name("run", {names.front()}) +
                           (more > 0 ? "-and-" + std::to_string(more) + "-more" : ""));
}

} // namespace

MALHA_COMMAND(
    "run", "run SCENARIO…", "run scenarios, our numbers beside the published ones", run_command, 30,
    "Runs every simulation of the scenarios, prints our numbers beside the published ones, and checks each "
    "claim. If the folder has results of the same campaign, only the missing runs are run.",
    "run easygrid-benefit-static -o malha-out/benefit")

} // namespace malha
