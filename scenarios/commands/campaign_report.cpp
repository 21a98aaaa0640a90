// SPDX-License-Identifier: MIT
#include "campaign_report.hpp"

#include "report_pages.hpp"
#include "results/reference.hpp"
#include "results/table.hpp"
#include "scenarios/verdicts/measures.hpp"
#include "scenarios/verdicts/rejections.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <set>

namespace malha {

namespace fs = std::filesystem;

std::filesystem::path reference_file(const Library& library, const std::string& scenario) {
  return library.data() / "results" / "reference" / (scenario + ".csv");
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
  const auto reference = reference_file(library, scenario.name);
  if (!fs::exists(reference)) {
    if (const auto shipped = library.scenarios();
        std::find(shipped.begin(), shipped.end(), scenario.name) != shipped.end())
      std::cout << "  reference: none accepted yet\n";
    return;
  }
  const auto comparison = compare_with_reference(rows_of(result, scenario.name), reference);
  std::cout << wrapped("reference: " + std::to_string(comparison.unchanged) + " values unchanged, " +
                           std::to_string(comparison.changes.size()) + " changed" + comparison.text_of_new(),
                       "  ");
  for (std::size_t i = 0; i < comparison.changes.size() && i < most; ++i)
    std::cout << "    " << comparison.changes[i] << '\n';
}

/// How many verdicts of each kind, and the mean error of the published times.
std::string summary_of(const std::vector<Verdict>& verdicts) {
  std::map<std::string, int> number;
  double error = 0;
  int times = 0;
  for (const auto& verdict : verdicts) {
    ++number[verdict.verdict];
    if (verdict.relative_error && verdict.unit == "s") {
      error += std::abs(*verdict.relative_error);
      ++times;
    }
  }
  std::string text;
  for (const auto* kind : {"agrees", "deviates", "missed", "unchecked"})
    text += (text.empty() ? "" : ", ") + std::string(kind) + " " + std::to_string(number[kind]);
  if (times == 0)
    return text;
  char mean[64];
  std::snprintf(mean, sizeof mean, "; mean error %.1f %% over %d time value%s", 100 * error / times, times,
                times == 1 ? "" : "s");
  return text + mean;
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
  if (scenario.published.empty())
    print_measures(scenario, result.cells, std::cout);
  if (!verdicts.empty()) {
    print_verdicts(verdicts, std::cout);
    std::cout << wrapped(summary_of(verdicts), "  ");
  }
  std::vector<CellResult> cells;
  for (const auto& cell : result.cells)
    if (cell.scenario == scenario.name)
      cells.push_back(cell);
  print_rejections(cells, "  ", std::cout);
  if (!scenario.altered)
    print_reference(scenario, result, library);
}

} // namespace

int report(const std::vector<Scenario>& scenarios, const CampaignResult& result, const Library& library,
           const fs::path& folder, bool with_page) {
  if (!result.verdicts.empty() || result.finished > 0) {
    for (const auto& scenario : scenarios)
      print_scenario(scenario, result, library);
    std::cout << '\n';
    if (scenarios.size() > 1) {
      std::cout << wrapped("all: " + summary_of(result.verdicts), "");
    }
    std::cout << place_of_results(result, folder) << '\n';
    offer_page(folder, with_page && result.finished > 0, library);
  }
  print_failures(result, std::cerr);
  return static_cast<int>(result.status);
}

/// A task that is started again may find that the node on which it was lost still works on its folder.
constexpr Seconds for_lost_nodes = 300;

int run_scenarios(const std::vector<std::string>& names, const Options& options, const Library& library) {
  const CampaignRequest request{
      names, options.settings_given(), options.simgrid_options(), options.seeds_asked(), {}};
  const auto [shard, shards] = options.shard();
  CampaignOptions campaign{options.text("output"),
                           {options.worker_count(), options.time_limit()},
                           shard,
                           shards,
                           options.records(),
                           options.command()};
  if (options.has("costs"))
    campaign.costs = options.text("costs");
  campaign.keeps_journal = options.has("shard");
  if (options.is_array_task())
    campaign.patience = for_lost_nodes;
  auto starters = campaign_starters(library, campaign);
  const auto scenarios = read_scenarios(request, library);
  const auto result = run_campaign(request, scenarios, library, campaign, std::move(starters));
  end_if_interrupted(result);
  if (shards == 1)
    return report(scenarios, result, library, campaign.folder, options.has("report"));
  std::cout << "shard " << shard << " of " << shards << ": " << progress_of(result) << " in "
            << campaign.folder.string() << "; malha collect merges the shards\n";
  print_failures(result, std::cerr);
  return static_cast<int>(result.status);
}

} // namespace malha
