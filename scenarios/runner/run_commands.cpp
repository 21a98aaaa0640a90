// SPDX-License-Identifier: MIT
#include "campaign.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "results/reference.hpp"
#include "results/statistics.hpp"
#include "results/table.hpp"
#include "simgrid_options.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

std::string line_of(const std::string& verb, const std::vector<std::string>& words) {
  std::string line = "malha " + verb;
  for (const auto& word : words)
    line += " " + word;
  return line;
}

fs::path reference_file(const Library& library, const std::string& scenario) {
  return library.data() / "results" / "reference" / (scenario + ".csv");
}

std::vector<RunValue> values_of(const CampaignResult& result, const std::string& scenario) {
  std::vector<RunValue> values;
  for (const auto& value : result.values)
    if (value.scenario == scenario)
      values.push_back(value);
  return values;
}

/// What a scenario without published values shows: its measures, cell by cell, with their 95 % intervals
/// where there are several seeds.
void print_measures(const Scenario& scenario, const CampaignResult& result) {
  Table table({"run", "case", "metric", "unit", "ours", "95 %"}, {false, false, false, false, true, true});
  for (const auto& cell : scenario.cells)
    for (const auto& metric : scenario.metrics) {
      std::vector<double> values;
      std::string unit;
      for (const auto& value : result.values)
        if (value.scenario == scenario.name && value.run == cell.run &&
            value.parameters == cell.parameters(";") && value.metric == metric) {
          values.push_back(value.value);
          unit = value.unit;
        }
      if (values.empty())
        continue;
      const auto mean = mean_with_interval(values);
      char number[32], interval[32] = "";
      std::snprintf(number, sizeof number, "%.5g", mean.mean);
      if (mean.high)
        std::snprintf(interval, sizeof interval, "+-%.3g", *mean.high - mean.mean);
      table.add({cell.run, cell.parameters(" "), metric, unit, number, interval});
    }
  table.print(std::cout);
}

void print_reference(const Scenario& scenario, const CampaignResult& result, const Library& library) {
  constexpr std::size_t most = 5;
  const auto comparison =
      compare_with_reference(values_of(result, scenario.name), reference_file(library, scenario.name));
  if (!comparison.accepted) {
    std::cout << "  reference: none accepted yet\n";
    return;
  }
  std::cout << "  reference: " << comparison.unchanged << " values unchanged, " << comparison.changes.size()
            << " changed\n";
  for (std::size_t i = 0; i < comparison.changes.size() && i < most; ++i)
    std::cout << "    " << comparison.changes[i] << '\n';
}

/// How many verdicts of each kind, and the mean error of the published times.
void print_summary(const std::vector<Verdict>& verdicts) {
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
  for (const auto* kind : {"agrees", "deviates", "missed", "unchecked"})
    std::cout << kind << ' ' << number[kind] << (std::string(kind) == "unchecked" ? "" : ", ");
  if (times > 0)
    std::printf("; mean error %.1f %% over %d times", 100 * error / times, times);
  std::cout << std::endl;
}

void print_scenario(const Scenario& scenario, const CampaignResult& result, const Library& library) {
  std::cout << '\n' << scenario.name << '\n' << wrapped(scenario.question, "  ");
  std::vector<Verdict> verdicts;
  for (const auto& verdict : result.verdicts)
    if (verdict.scenario == scenario.name)
      verdicts.push_back(verdict);
  if (verdicts.empty()) {
    print_measures(scenario, result);
  } else {
    print_verdicts(verdicts, std::cout);
    std::cout << "  ";
    print_summary(verdicts);
  }
  if (!scenario.altered)
    print_reference(scenario, result, library);
}

int report(const std::vector<Scenario>& scenarios, const CampaignResult& result, const Library& library,
           const fs::path& folder) {
  if (!result.values.empty()) {
    for (const auto& scenario : scenarios)
      print_scenario(scenario, result, library);
    std::cout << "\nall: ";
    print_summary(result.verdicts);
    std::cout << "results in " << folder.string() << '\n';
  }
  for (const auto& failure : result.failures)
    std::cerr << "malha: " << failure << '\n';
  return static_cast<int>(result.status);
}

std::vector<Scenario> read_scenarios(const std::vector<std::string>& names, const Options& options,
                                     const Library& library) {
  for (const auto& option : options.simgrid_options())
    check_simgrid_option(option);
  std::vector<Scenario> scenarios;
  std::set<std::string> read;
  for (const auto& name : names) {
    scenarios.push_back(read_scenario(library.scenario_file(name), options.settings_given(),
                                      options.simgrid_options(), library));
    if (!read.insert(scenarios.back().name).second)
      throw InputError("run: scenario '" + scenarios.back().name + "' is given twice");
    if (scenarios.back().seed_varies.empty() && options.seeds_asked() != 1)
      throw InputError("--seeds " + std::to_string(options.seeds_asked()) +
                       ": a seed varies nothing in scenario '" + scenarios.back().name + "'; valid: 1");
  }
  return scenarios;
}

constexpr unsigned campaign_groups =
    Options::settings | Options::workers | Options::output | Options::seeds | Options::simgrid;

int run_scenarios(const std::vector<std::string>& names, const Options& options, const Library& library,
                  const std::string& line) {
  const auto scenarios = read_scenarios(names, options, library);
  const CampaignOptions campaign{
      options.text("output"), options.worker_count(), options.seeds_asked(), {line, options.worker_count()}};
  return report(scenarios, run_campaign(scenarios, library, campaign), library, campaign.folder);
}

} // namespace

int run_command(const std::vector<std::string>& words) {
  const Options options("run", words, campaign_groups, "SCENARIO…");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  if (options.positional().empty())
    throw InputError("run: which scenario? valid: " + listed(library.scenarios()) + ", or a path");
  return run_scenarios(options.positional(), options, library, line_of("run", words));
}

int reproduce_command(const std::vector<std::string>& words) {
  const Options options("reproduce", words, campaign_groups, "STUDY|all");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto& study = options.one();
  return run_scenarios(study == "all" ? library.scenarios() : library.scenarios_of(study), options, library,
                       line_of("reproduce", words));
}

int accept_command(const std::vector<std::string>& words) {
  const Options options("accept", words, Options::workers | Options::output, "SCENARIO");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto names = library.scenarios();
  if (std::find(names.begin(), names.end(), options.one()) == names.end())
    throw InputError("unknown scenario '" + options.one() + "'; valid: " + listed(names));
  const auto scenario = read_scenario(library.scenario_file(options.one()), {}, {}, library);
  const CampaignOptions campaign{
      options.text("output"), options.worker_count(), 1, {line_of("accept", words), options.worker_count()}};
  const auto result = run_campaign({scenario}, library, campaign);
  for (const auto& failure : result.failures)
    std::cerr << "malha: " << failure << '\n';
  if (!result.failures.empty())
    return static_cast<int>(result.status);
  const auto file = reference_file(library, scenario.name);
  const auto comparison = compare_with_reference(result.values, file);
  for (const auto& change : comparison.changes)
    std::cout << change << '\n';
  fs::create_directories(file.parent_path());
  write_file(file, [&](std::ostream& out) { write_runs(result.values, out); });
  std::cout << "accepted " << result.values.size() << " values of " << scenario.name << ", "
            << comparison.unchanged << " of them unchanged\n";
  return 0;
}

} // namespace malha
