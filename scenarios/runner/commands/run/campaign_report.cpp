// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"

#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "results/compare/reference.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/tools.hpp"
#include "scenarios/runner/verdicts/measures.hpp"
#include "scenarios/runner/verdicts/rejections.hpp"
#include "study_summary.hpp"
#include "workload_notes.hpp"

#include <algorithm>
#include <iostream>
#include <set>

namespace malha {

namespace fs = std::filesystem;

std::vector<std::filesystem::path> ReferenceFiles::all() const {
  return of_version ? std::vector{common, *of_version} : std::vector{common};
}

ReferenceFiles reference_files(const Library& library, const std::string& scenario) {
  const auto folder = library.data() / "results" / "reference";
  ReferenceFiles files{folder / (scenario + ".csv"), std::nullopt};
  if (const auto other = simgrid_of_other_results(); !other.empty())
    files.of_version = folder / (scenario + "." + other + ".csv");
  return files;
}

std::vector<RunValue> rows_of(const CampaignResult& result, const std::string& scenario) {
  std::vector<RunValue> all;
  for (const auto& cell : result.cells)
    if (cell.scenario == scenario)
      for (auto& row : cell.rows())
        all.push_back(std::move(row));
  return all;
}

namespace {

void print_reference(const Scenario& scenario, const CampaignResult& result, const Library& library) {
  constexpr std::size_t most = 5;
  const auto comparison = reference_of(scenario, result, library);
  if (!comparison) {
    if (const auto shipped = library.scenarios();
        std::find(shipped.begin(), shipped.end(), scenario.name) != shipped.end())
      std::cout << "  reference: none accepted yet\n";
    return;
  }
  std::cout << wrapped("reference: " + std::to_string(comparison->unchanged) + " values unchanged, " +
                           std::to_string(comparison->changes.size()) + " changed" +
                           comparison->text_of_new(),
                       "  ");
  for (std::size_t i = 0; i < comparison->changes.size() && i < most; ++i)
    std::cout << "    " << comparison->changes[i] << '\n';
}

/// How many runs are behind each number, and what ± is.
void print_seeds(const std::vector<CellResult>& cells, const Scenario& scenario) {
  std::set<std::size_t> numbers;
  for (const auto& cell : cells)
    if (cell.scenario == scenario.name && !cell.runs.empty())
      numbers.insert(cell.runs.size());
  if (numbers.empty() || *numbers.rbegin() < 2)
    return;
  const auto fewest = *numbers.begin(), most = *numbers.rbegin();
  std::cout << wrapped("means of " + (fewest == most ? "" : std::to_string(fewest) + " to ") +
                           std::to_string(most) + " seeds; ±: half the 95 % interval (Student's t)",
                       "  ");
}

void print_scenario(const Scenario& scenario, const CampaignResult& result, const Library& library) {
  std::cout << '\n' << scenario.name << '\n' << wrapped(scenario.question, "  ");
  print_seeds(result.cells, scenario);
  std::vector<Verdict> verdicts;
  for (const auto& verdict : result.verdicts)
    if (verdict.scenario == scenario.name)
      verdicts.push_back(verdict);
  const bool lacks = lacks_runs(scenario, result.cells);
  if (verdicts.empty() && lacks)
    std::cout << wrapped("no runs: " + scenario.missing(), "  ");
  else if (scenario.published.empty())
    print_measures(scenario, result.cells, std::cout);
  if (!verdicts.empty()) {
    print_verdicts(verdicts, std::cout);
    std::cout << wrapped(summary_of(verdicts), "  ");
  }
  std::vector<CellResult> cells;
  for (const auto& cell : result.cells)
    if (cell.scenario == scenario.name)
      cells.push_back(cell);
  print_workload_notes(cells, result.folder, "  ", std::cout);
  print_rejections(cells, "  ", std::cout);
  if (!scenario.altered && !lacks)
    print_reference(scenario, result, library);
}

} // namespace

std::optional<ReferenceComparison> reference_of(const Scenario& scenario, const CampaignResult& result,
                                                const Library& library) {
  const auto files = reference_files(library, scenario.name);
  if (scenario.altered || !fs::exists(files.common) || lacks_runs(scenario, result.cells))
    return std::nullopt;
  return compare_with_reference(rows_of(result, scenario.name), files.all());
}

int report(const std::vector<Scenario>& scenarios, const CampaignResult& result, const Library& library,
           Detail detail, bool with_page) {
  if (!result.verdicts.empty() || result.finished > 0) {
    if (detail == Detail::full)
      for (const auto& scenario : scenarios)
        print_scenario(scenario, result, library);
    if (scenarios.size() > 1 || detail == Detail::brief)
      print_summary(scenarios, result, library);
    std::cout << '\n';
    offer_page(result.folder, with_page && result.finished > 0, library);
    std::cout << place_of_results(result) << '\n';
  }
  print_failures(result, std::cerr);
  return static_cast<int>(result.status);
}

/// A task that is started again may find that the node on which it was lost still works on its folder.
constexpr Seconds for_lost_nodes = 300;

int run_scenarios(const std::vector<std::string>& names, const Options& options, const Library& library,
                  Detail detail, const std::string& what) {
  CampaignRequest request{
      names, options.settings_given(), options.simgrid_options(), options.seeds_asked(), {}};
  request.judges_anyway = options.has("judge-anyway");
  const auto [shard, shards] = options.shard();
  CampaignOptions campaign{options.output_folder(),
                           {options.worker_count(), options.time_limit()},
                           shard,
                           shards,
                           options.records(),
                           options.command()};
  campaign.what = shards == 1 ? what : what + "-" + std::to_string(shard) + "-of-" + std::to_string(shards);
  campaign.overwrites = options.overwrites();
  if (options.has("costs"))
    campaign.costs = options.text("costs");
  campaign.keeps_journal = options.has("shard");
  if (options.is_array_task())
    campaign.patience = for_lost_nodes;
  auto fork_servers = campaign_fork_servers(library, campaign);
  const auto scenarios = read_scenarios(request, library);
  const auto result = run_campaign(request, scenarios, library, campaign, std::move(fork_servers));
  end_if_interrupted(result);
  if (shards == 1)
    return report(scenarios, result, library, detail, options.has("report"));
  std::cout << "shard " << shard << " of " << shards << ": " << progress_of(result) << " in "
            << result.folder.string() << "; malha collect merges the shards\n";
  print_failures(result, std::cerr);
  return static_cast<int>(result.status);
}

} // namespace malha
