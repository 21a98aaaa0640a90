// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"
#include "commands.hpp"

namespace malha {
namespace {

int reproduce_command(const std::vector<std::string>& words) {
  const Options options("reproduce", words, campaign_groups, "STUDY|all");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto& study = options.one();
  return run_scenarios(study == "all" ? library.scenarios() : library.scenarios_of(study), options, library);
}

} // namespace

MALHA_COMMAND("reproduce", "reproduce STUDY|all", "every scenario of a study", reproduce_command, 40,
              "Runs all scenarios of a study, as malha run does, and adds up their verdicts. malha list "
              "scenarios names the studies.",
              "reproduce easygrid -o malha-out/easygrid")

} // namespace malha
