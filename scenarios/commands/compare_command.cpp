// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"
#include "report_pages.hpp"
#include "results/table.hpp"
#include "scenarios/campaign/campaign.hpp"
#include "scenarios/verdicts/rejections.hpp"

#include <iostream>

namespace malha {
namespace {

CampaignRequest request_of(const Options& options) {
  CampaignRequest request{
      {}, options.settings_given(), options.simgrid_options(), options.seeds_asked().value_or(1), {}};
  request.comparison = {options.text("platform"), options.text("workload"), options.deployments(),
                        options.environment()};
  if (const auto number = request.comparison->deployments.size(); number < 2)
    throw InputError("compare: takes at least two deployments, not " + std::to_string(number) +
                     "; valid: a -d for each");
  return request;
}

/// Settings that not all deployments take.
void print_partial_settings(const CampaignRequest& request, const std::vector<Cell>& cells) {
  for (const auto& [key, value] : request.settings) {
    std::vector<std::string> ignoring;
    for (const auto& cell : cells)
      if (cell.varied.count(key) == 0)
        ignoring.push_back(cell.run);
    if (!ignoring.empty())
      std::cout << wrapped(key + "=" + value + ": ignored by " + listed(ignoring), "");
  }
}

/// Builds every simulation and runs none, so that a deployment that cannot bear the environment on this
/// platform is refused before another one has run.
void check_start(const std::vector<Cell>& cells, const Library& library) {
  std::vector<WorkItem> items;
  for (const auto& cell : cells)
    items.push_back({cell.run, [&] {
                       const auto plan = library.plan(cell.request);
                       new Simulation(plan, ""); // an engine cannot be taken down while plugins are there
                       return Outcome{};
                     }});
  const auto check = [](std::size_t, const Outcome& outcome) {
    if (outcome.status == Status::bad_input)
      throw InputError(outcome.message);
  };
  if (const int signal = run_workers(items, {}, check); signal != 0)
    end_by_signal(signal);
}

/// Means of deployments that run different jobs do not compare.
void print_unequal_jobs(const std::vector<CellResult>& cells) {
  std::vector<Competitor> jobs;
  for (const auto& cell : cells)
    jobs.push_back({cell.run, cell.values("jobs_finished")});
  const auto finished = compared("jobs_finished", "count", Better::neither, jobs);
  std::string text;
  bool differ = false;
  for (const auto& one : finished.means) {
    differ = differ || (one.difference && one.word != "the same");
    text += (text.empty() ? "" : ", ") + one.name + " " + shown(one.mean);
  }
  if (differ)
    std::cout << wrapped(
        "not the same jobs ran, so that their means do not compare: jobs_finished of " + text, "");
}

/// That a trace runs on another machine than it was recorded on.
void print_recorded_nodes(const std::vector<CellResult>& cells) {
  for (const auto& cell : cells) {
    const auto recorded = cell.values("recorded_nodes");
    if (recorded.empty())
      continue;
    std::cout << wrapped("the workload was recorded on " + shortest(recorded.begin()->second) +
                             " nodes; this platform has another number",
                         "");
    return;
  }
}

int compare_command(const std::vector<std::string>& words) {
  const Options options("compare", words,
                        Options::comparison | Options::settings | Options::workers | Options::output |
                            Options::campaign | Options::simgrid,
                        "");
  if (options.help())
    return 0;
  const auto request = request_of(options);
  const Library library(options.plugin_paths());
  const auto scenarios = read_scenarios(request, library);
  if (!request.comparison->environment.empty())
    check_start(scenarios.front().cells, library);
  const CampaignOptions campaign{options.text("output"), {options.worker_count(), options.time_limit()}, 1, 1,
                                 options.records(),      {options.line(), options.worker_count()}};
  const auto result = run_campaign(request, scenarios, library, campaign);
  end_if_interrupted(result);
  if (result.finished > 0) {
    const auto text = request.comparison->text();
    std::cout << wrapped(text + (*request.seeds == 1 ? "" : ", " + std::to_string(*request.seeds) + " seeds"),
                         "");
    print_partial_settings(request, scenarios.front().cells);
    std::cout << '\n';
    print_comparison(compared_metrics(result.cells), std::cout);
    print_rejections(result.cells, "", std::cout);
    print_unequal_jobs(result.cells);
    print_recorded_nodes(result.cells);
    std::cout << '\n' << place_of_results(result, campaign.folder) << '\n';
    offer_page(campaign.folder, options.has("report"), library);
  }
  print_failures(result, std::cerr);
  return static_cast<int>(result.status);
}

} // namespace

MALHA_COMMAND(
    "compare", "compare -p P -w W -d D…", "deployments on one platform under one workload", compare_command,
    60,
    "Runs several deployments on the same platform, under the same workload and the same random streams, and "
    "prints the mean of each metric with its 95 % interval and the differences from the first deployment.",
    "compare -p star --set platform.hosts=16 -w rigid_jobs -d cluster.fcfs -d cluster.easy_backfill --seeds "
    "10 -o malha-out/compared")

} // namespace malha
