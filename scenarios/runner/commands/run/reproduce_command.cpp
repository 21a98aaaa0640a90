// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/runs/output_place.hpp"

namespace malha {
namespace {

int reproduce_command(const std::vector<std::string>& words) {
  const Options options("reproduce", words, campaign_groups, "STUDY|all",
                        {{"full", "", "print the tables of every scenario, as malha run does"}});
  if (options.help())
    return 0;
  const Library library(options.plugin_paths(), options.file_folders());
  const auto& study = options.one();
  return run_scenarios(study == "all" ? library.scenarios() : library.scenarios_of(study), options, library,
                       options.has("full") ? Detail::full : Detail::brief, output_name("reproduce", {study}));
}

} // namespace

MALHA_COMMAND(
    "reproduce", "reproduce STUDY|all", "every scenario of a study", reproduce_command, 40,
    "Runs all scenarios of a study, and prints a line for each: how many published values and claims "
    "agree, deviate for a known reason, or are missed. Lists the misses; the exit status is 1 if a miss "
    "is new. All numbers are in verdicts.csv and, with --report, on a page.",
    "reproduce easygrid -o malha-out/easygrid")

} // namespace malha
