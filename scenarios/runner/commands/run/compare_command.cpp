// SPDX-License-Identifier: MIT
#include "policies/sdk/near_names.hpp"
#include "rejected_jobs.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/campaign/campaign.hpp"
#include "scenarios/runner/campaign/comparison_file.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/tools.hpp"
#include "scenarios/runner/runs/headlines.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/verdicts/rejections.hpp"
#include "workload_notes.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <utility>

namespace malha {
namespace {

/// The deployments, first the one from which differences are.
std::vector<ComparedDeployment> deployments_of(const Options& options) {
  std::vector<ComparedDeployment> deployments;
  for (const auto& text : options.deployments())
    deployments.push_back(read_deployment_option(text));
  const auto names = names_of(deployments);
  if (!options.has("against"))
    return deployments;
  const auto found = std::find(names.begin(), names.end(), options.text("against"));
  if (found == names.end())
    throw InputError("compare: --against " + options.text("against") +
                     ": no deployment has this name; valid: " + listed(names));
  const auto chosen = deployments.begin() + (found - names.begin());
  std::rotate(deployments.begin(), chosen, std::next(chosen));
  return deployments;
}

CampaignRequest request_of(const Options& options) {
  CampaignRequest request{
      {}, options.settings_given(), options.simgrid_options(), options.seeds_asked().value_or(1), {}};
  request.comparison = {
      options.text("platform"), options.text("workload"), deployments_of(options), options.environment(), {},
      options.metrics()};
  for (const auto& text : options.sweeps()) {
    auto axis = read_sweep(text);
    for (const auto& other : request.comparison->sweeps)
      if (other.key == axis.key)
        throw InputError("--sweep " + text + ": sweeps " + axis.key +
                         " a second time; valid: all its values in one --sweep");
    request.comparison->sweeps.push_back(std::move(axis));
  }
  const auto number = request.comparison->deployments.size();
  if (number < 2 && request.comparison->sweeps.empty())
    throw InputError("compare: takes at least two deployments, not " + std::to_string(number) +
                     "; valid: one -d for each");
  return request;
}

/// Settings that not all deployments take, and values that are swept for some.
void print_partial_settings(const CampaignRequest& request, const std::vector<Cell>& cells) {
  auto given = request.settings;
  for (const auto& axis : request.comparison->sweeps)
    for (const auto& value : axis.values)
      given[axis.key] += (given[axis.key].empty() ? "" : ",") + value;
  for (const auto& [key, value] : given) {
    std::vector<std::string> ignoring;
    for (const auto& cell : cells)
      if (cell.request.settings.count(key) == 0 && (ignoring.empty() || ignoring.back() != cell.run))
        ignoring.push_back(cell.run);
    if (!ignoring.empty())
      std::cout << wrapped(key + "=" + value + ": ignored by " + listed(ignoring), "");
  }
}

/// Builds every simulation and runs none, so that a deployment that cannot support the environment on this
/// platform is refused before another one has run.
void check_start(const std::vector<Cell>& cells, const Library& library) {
  std::vector<WorkItem> items;
  for (const auto& cell : cells)
    items.push_back({cell.run, [&] {
                       const auto plan = library.plan(cell.request);
                       new Simulation(plan, {}); // an engine cannot be taken down while plugins are there
                       return Outcome{};
                     }});
  const auto check = [](std::size_t, const Outcome& outcome) {
    if (outcome.status == Status::bad_input)
      throw InputError(outcome.message);
  };
  if (const int signal = run_workers(items, {}, check); signal != 0)
    end_by_signal(signal);
}

/// Means of deployments that run different jobs do not compare. `where` are the settings of a sweep.
void print_unequal_jobs(const std::vector<CellResult>& cells, const std::string& where) {
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
        (where.empty() ? "" : where + ": ") +
            "the deployments ran different jobs, so that their means cannot be compared: jobs_finished of " +
            text,
        "");
}

/// Slowdowns that are measured by different speeds do not compare.
void print_slowdown_speeds(const std::vector<CellResult>& cells) {
  std::set<double> speeds;
  for (const auto& cell : cells)
    for (const auto& [seed, speed] : cell.values("slowdown_speed"))
      speeds.insert(speed);
  if (speeds.size() > 1)
    std::cout << wrapped("bounded slowdowns take jobs to run alone at different speeds, from " +
                             shortest(*speeds.begin()) + " to " + shortest(*speeds.rbegin()) +
                             " flop/s; --set slowdown_speed=" + shortest(*speeds.rbegin()) +
                             " measures all by one",
                         "");
}

/// How many users there are, where their numbers are, and how more metrics are shown.
void print_users(const std::vector<CellResult>& cells, bool keeps_rows, bool has_more) {
  std::string text;
  std::set<std::string> users;
  const std::string metric = "user_satisfaction.";
  for (const auto& cell : cells)
    for (const auto& [seed, values] : cell.runs)
      for (const auto& value : values)
        if (value.name.rfind(metric, 0) == 0)
          users.insert(value.name.substr(metric.size()));
  if (!users.empty())
    text = counted(static_cast<std::int64_t>(users.size()), "user") + ": users.csv " +
           (keeps_rows ? "in the folder of each run" : "with --records jobs");
  if (has_more)
    text += std::string(text.empty() ? "" : "; ") + "more metrics: --metrics all";
  if (!text.empty())
    std::cout << wrapped(text, "");
}

/// The headlines of all deployments.
std::vector<std::string> headlines_of(const Scenario& scenario, const Library& library) {
  std::vector<PlacedActor> actors;
  std::string last;
  for (const auto& cell : scenario.cells)
    if (std::exchange(last, cell.run) != cell.run)
      for (const auto& actor : library.plan_again(cell.request).deployment.actors)
        actors.push_back(actor);
  return headlines_of(actors);
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

/// Whether the workload is a trace whose users could be resampled, and are not.
bool could_be_resampled(const CampaignRequest& request, const Library& library) {
  const auto& parameters = library.workload(request.comparison->workload).parameters;
  return request.settings.count("workload.resample") == 0 &&
         std::any_of(parameters.begin(), parameters.end(),
                     [](const auto& one) { return one.name == "resample"; });
}

/// The tables, and below them what a reader should know of them.
void print_results(const CampaignRequest& request, const Library& library, const CampaignResult& result,
                   bool keeps_rows) {
  const auto& comparison = *request.comparison;
  const bool from_trace = could_be_resampled(request, library);
  const auto metrics = compared_metrics(comparison, result.cells);
  std::vector<std::string> keys;
  for (const auto& axis : comparison.sweeps)
    keys.push_back(axis.key);
  if (keys.empty())
    print_comparison(metrics, std::cout, from_trace);
  else
    print_sweep(metrics, keys, std::cout, from_trace);
  print_rejections(result.cells, "", std::cout);
  for (const auto& point : combinations(comparison.sweeps))
    print_unequal_jobs(cells_at(point, result.cells), joined(point, " "));
  print_slowdown_speeds(result.cells);
  print_users(result.cells, keeps_rows, comparison.metrics.empty());
  print_recorded_nodes(result.cells);
}

int compare_command(const std::vector<std::string>& words) {
  const Options options("compare", words,
                        Options::comparison | Options::settings | Options::workers | Options::output |
                            Options::campaign | Options::simgrid,
                        "");
  if (options.help())
    return 0;
  auto request = request_of(options);
  const Library library(options.plugin_paths());
  check_metric_names("compare", request.comparison->metrics, library.catalog());
  CampaignOptions campaign{
      options.output_folder(), {options.worker_count(), options.time_limit()}, 1, 1, options.records(),
      options.command()};
  campaign.overwrites = options.overwrites();
  std::vector<std::string> inputs;
  for (const auto& one : request.comparison->deployments)
    inputs.push_back(one.label.empty() ? one.deployment : one.label);
  inputs.push_back(options.text("workload"));
  campaign.what = output_name("compare", inputs);
  auto fork_servers = campaign_fork_servers(library, campaign);
  const auto scenarios = read_scenarios(request, library);
  request.comparison->headlines = headlines_of(scenarios.front(), library);
  if (!request.comparison->environment.empty())
    check_start(scenarios.front().cells, library);
  if (options.has("save"))
    save_as_scenario(request, library, options.text("save"));
  const auto result = run_campaign(request, scenarios, library, campaign, std::move(fork_servers));
  end_if_interrupted(result);
  if (result.finished > 0) {
    const auto text = request.comparison->text();
    std::cout << wrapped(text + (*request.seeds == 1 ? "" : ", " + std::to_string(*request.seeds) + " seeds"),
                         "");
    print_partial_settings(request, scenarios.front().cells);
    std::cout << '\n';
    print_results(request, library, result, options.records().value_or(true));
    print_workload_notes(result.cells, result.folder, "", std::cout);
    print_rejected_jobs(scenarios, result, library, std::cout);
    std::cout << '\n';
    offer_page(result.folder, options.has("report"), library);
    std::cout << place_of_results(result) << '\n';
  }
  print_failures(result, std::cerr);
  return static_cast<int>(result.status);
}

} // namespace

MALHA_COMMAND(
    "compare", "compare -p P -w W -d D…", "deployments on one platform under one workload", compare_command,
    60,
    "Runs several deployments on the same platform, under the same workload and the same random streams, and "
    "prints the mean of each metric with its 95 % interval and the differences from the first deployment. "
    "LABEL=DEPLOYMENT,KEY=VALUE gives a deployment a name and settings of its own, so that settings of one "
    "policy are compared, too.",
    "compare -p star --set platform.hosts=16 -w rigid_jobs -d cluster.fcfs -d cluster.easy_backfill --seeds "
    "10 -o malha-out/compared")

} // namespace malha
