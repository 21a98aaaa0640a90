// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"
#include "policies/sdk/near_names.hpp"
#include "results/compare/reference.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/runs/output_place.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

/// The folder may hold more seeds than the scenario says, of earlier commands.
std::vector<RunValue> rows_of_own_seeds(const Scenario& scenario, const CampaignResult& result) {
  auto rows = rows_of(result, scenario.name);
  const auto first = static_cast<std::uint64_t>(scenario.first_seed);
  const auto end = first + static_cast<std::uint64_t>(scenario.seeds);
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [&](const auto& row) { return row.seed < first || row.seed >= end; }),
             rows.end());
  return rows;
}

/// Under another version of SimGrid only what differs there is written.
void accept(const std::vector<RunValue>& values, const ReferenceFiles& files) {
  make_folder(files.common.parent_path());
  if (!files.of_version || !is_there(files.common)) {
    write_file(files.common, [&](std::ostream& out) { write_runs(values, out); });
    return;
  }
  std::filesystem::remove(*files.of_version);
  if (const auto changed = changed_values(values, files.common); !changed.empty())
    write_file(*files.of_version, [&](std::ostream& out) { write_runs(changed, out); });
}

int accept_command(const std::vector<std::string>& words) {
  const Options options("accept", words, Options::workers | Options::output | Options::files, "SCENARIO");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths(), options.file_folders());
  const auto names = library.scenarios();
  if (std::find(names.begin(), names.end(), options.one()) == names.end())
    throw InputError("unknown scenario '" + options.one() + "'" +
                     instead_of(options.one(), names, "malha list scenarios"));
  if (is_there(library.data() / "commit")) // what is installed belongs to a package
    throw InputError("accept: an installed Malha keeps its references; valid: ./malha accept in its sources");
  const CampaignRequest request{{options.one()}, {}, {}, {}, {}};
  CampaignOptions campaign{
      options.output_folder(), {options.worker_count()}, 1, 1, {}, {options.line(), options.worker_count()}};
  campaign.what = output_name("accept", {options.one()});
  auto fork_servers = campaign_fork_servers(library, campaign);
  const auto scenarios = read_scenarios(request, library);
  if (const auto& scenario = scenarios.front(); !scenario.can_run())
    throw InputError("accept: scenario '" + scenario.name + "' " + scenario.missing());
  const auto result = run_campaign(request, scenarios, library, campaign, std::move(fork_servers));
  end_if_interrupted(result);
  print_failures(result, std::cerr);
  if (!result.failures.empty())
    return static_cast<int>(result.status);
  const auto& scenario = scenarios.front();
  const auto values = rows_of_own_seeds(scenario, result);
  const auto files = reference_files(library, scenario.name);
  const auto comparison = compare_with_reference(values, files.all());
  for (const auto& change : comparison.changes)
    std::cout << change << '\n';
  accept(values, files);
  std::cout << "accepted " << values.size() << " values of " << scenario.name << ", " << comparison.unchanged
            << " of them unchanged" << comparison.text_of_new() << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND("accept", "accept SCENARIO", "make today's numbers the reference", accept_command, 120,
              "Runs a scenario that ships with Malha and makes its numbers the reference, against which "
              "later runs are compared. It is for those who change Malha itself.",
              "accept easygrid-benefit-static")

} // namespace malha
