// SPDX-License-Identifier: MIT
#include "campaign_runs.hpp"

#include "actors/runtime/plan/former_names.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/readable.hpp"
#include "scenarios/runner/runs/run_request.hpp"
#include "summary.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Writes runs.csv and summary.csv.
void write_runs_of(const CampaignResult& result, const fs::path& folder) {
  write_file(folder / "runs.csv", [&](std::ostream& out) {
    out << header_of("runs.csv") << '\n';
    for (const auto& cell : result.cells)
      for (const auto& row : cell.rows())
        out << csv_line(row) << '\n';
  });
  write_file(folder / "summary.csv", [&](std::ostream& out) { write_summary(result.cells, out); });
}

} // namespace

Status graver(Status a, Status b) {
  for (const auto status :
       {Status::bad_input, Status::rule_broken, Status::died, Status::not_ended, Status::missed})
    if (a == status || b == status)
      return status;
  return Status::done;
}

bool PlannedCell::is_unchanged() const {
  return std::all_of(inputs.begin(), inputs.end(), [](const auto& input) { return input->is_unchanged(); });
}

CampaignRun PlannedRun::run() const { return {scenario->name, cell->run, cell->parameters(";"), seed, hash}; }

std::string PlannedRun::name() const {
  return scenario->name + ", run '" + cell->run + "'" + (cell->varied.empty() ? "" : " ") +
         cell->parameters(", ") + (scenario->seed_varies.empty() ? "" : ", seed=" + std::to_string(seed));
}

RunRequest PlannedRun::request() const {
  auto request = cell->request;
  request.seed = seed;
  return request;
}

std::string subject_of(const CampaignRequest& request) {
  if (request.comparison)
    return request.comparison->text();
  std::vector<std::string> names;
  for (const auto& scenario : request.scenarios)
    names.push_back(fs::path(scenario).stem().string());
  return listed(names);
}

std::string text_of(const CampaignRequest& request) {
  auto scenarios = request.scenarios;
  for (auto& scenario : scenarios)
    scenario = placed(scenario);
  nlohmann::json seeds;
  if (request.seeds)
    seeds = *request.seeds;
  nlohmann::json text{{"scenarios", scenarios},
                      {"settings", request.settings},
                      {"simgrid_options", request.simgrid_options},
                      {"seeds", seeds}};
  if (request.whole)
    text["whole"] = {{"runs", request.whole->runs}, {"hash", request.whole->hash}};
  if (request.judges_anyway)
    text["judge_anyway"] = true;
  if (request.comparison) {
    const auto& compared = *request.comparison;
    std::vector<std::string> deployments;
    for (auto deployment : compared.deployments) {
      deployment.deployment = placed(deployment.deployment);
      deployments.push_back(deployment.text());
    }
    text["comparison"] = {{"platform", placed(compared.platform)},
                          {"workload", placed_workload(compared.workload)},
                          {"deployments", deployments},
                          {"environment", compared.environment},
                          {"metrics", compared.metrics},
                          {"headlines", compared.headlines}};
    for (const auto& axis : compared.sweeps)
      text["comparison"]["sweeps"].push_back({{"key", axis.key}, {"values", axis.values}});
  }
  try {
    return text.dump();
  } catch (const nlohmann::json::type_error&) {
    throw InputError("a path or a setting of " + subject_of(request) +
                     " is not UTF-8, in which a campaign keeps them; valid: another name for the file");
  }
}

CampaignRequest request_from(const std::string& text) {
  try {
    const auto said = nlohmann::json::parse(text);
    CampaignRequest request{said.at("scenarios"), said.at("settings"), said.at("simgrid_options"), {}, {}};
    if (const auto& seeds = said.at("seeds"); !seeds.is_null()) {
      if (!seeds.is_number_integer() || seeds < 1 || seeds > std::numeric_limits<int>::max())
        throw InputError("it has no number of seeds");
      request.seeds = seeds.get<int>();
    }
    if (said.contains("whole"))
      request.whole = {said["whole"].at("runs"), said["whole"].at("hash")};
    request.judges_anyway = said.value("judge_anyway", false);
    if (said.contains("comparison")) {
      const auto& compared = said["comparison"];
      request.comparison = {compared.at("platform"),
                            compared.at("workload"),
                            {},
                            current_names(compared.value("environment", std::vector<std::string>())),
                            {},
                            compared.value("metrics", std::vector<std::string>()),
                            compared.value("headlines", std::vector<std::string>())};
      for (const auto& deployment : compared.at("deployments"))
        request.comparison->deployments.push_back(read_deployment_option(deployment));
      for (const auto& axis : compared.value("sweeps", nlohmann::json::array()))
        request.comparison->sweeps.push_back({axis.at("key"), axis.at("values")});
    }
    return request;
  } catch (const nlohmann::json::exception&) {
    throw InputError("it does not say what was asked for");
  }
}

std::optional<CampaignRequest> request_of(const Store& store) {
  const auto text = store.request();
  if (text.empty())
    return std::nullopt;
  try {
    return request_from(text);
  } catch (const InputError& error) {
    store.damaged(error.what());
  }
}

void check_campaign_folder(const fs::path& folder) {
  std::error_code error;
  if (is_there(folder) && !fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file");
  const bool used = is_there(folder) && !fs::is_empty(folder, error);
  if (used && !error && !fs::exists(folder / Store::file_name))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than results of scenarios; valid: another folder (-o)");
}

std::vector<PlannedRun> with_earlier_seeds(const std::vector<PlannedRun>& runs, const Store& store) {
  using Names = std::tuple<std::string, std::string, std::string>; // of a cell: scenario, run, parameters
  std::map<Names, std::map<std::uint64_t, PlannedRun>> seeds;
  std::vector<Names> order;
  const auto cell_of = [](const CampaignRun& run) { return Names(run.scenario, run.run, run.parameters); };
  for (const auto& run : runs) {
    const auto names = cell_of(run.run());
    if (order.empty() || order.back() != names)
      order.push_back(names);
    seeds[names].emplace(run.seed, run);
  }
  const auto finished = store.finished();
  for (const auto& run : store.runs()) {
    const auto cell = seeds.find(cell_of(run));
    if (cell == seeds.end() || finished.count(run.hash) == 0)
      continue;
    auto earlier = cell->second.begin()->second;
    earlier.seed = run.seed;
    earlier.hash = run_hash(earlier.planned->hash, run.seed);
    earlier.is_earlier = true;
    if (earlier.hash == run.hash) // else something that determines it has changed since
      cell->second.emplace(run.seed, earlier);
  }
  std::vector<PlannedRun> all;
  for (const auto& names : order)
    for (const auto& [seed, run] : seeds.at(names))
      all.push_back(run);
  return all;
}

std::vector<PlannedRun> pair_runs(const std::vector<CampaignRun>& runs,
                                  const std::vector<Scenario>& scenarios) {
  std::vector<PlannedRun> planned;
  auto run = runs.begin();
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells)
      for (; run != runs.end() && run->scenario == scenario.name && run->run == cell.run &&
             run->parameters == cell.parameters(";");
           ++run)
        planned.push_back({&scenario, &cell, run->seed, run->hash});
  if (run != runs.end())
    throw InputError("scenario '" + run->scenario +
                     "' has changed since its runs were made; valid: run it again");
  return planned;
}

bool was_cut(const std::vector<MetricValue>& metrics) {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const auto& metric) { return metric.name == "cut" && metric.value > 0; });
}

bool resamples(const Settings& settings) {
  const auto found = settings.find("workload.resample");
  return found != settings.end() && found->second != "off";
}

CampaignResult collect(const std::vector<PlannedRun>& runs, const Failures& failures, const Store& store) {
  CampaignResult result;
  result.runs = runs.size();
  const Cell* last = nullptr;
  for (const auto& planned : runs) {
    if (planned.cell != last)
      result.cells.push_back({planned.scenario->name,
                              planned.cell->run,
                              planned.cell->varied,
                              {},
                              resamples(planned.cell->request.settings)});
    last = planned.cell;
    auto metrics = store.metrics(planned.hash);
    if (const auto failed = failures.find(planned.hash); failed != failures.end()) {
      result.failures.push_back({planned.name(), failed->second.message});
      result.status = graver(result.status, failed->second.status);
    } else if (metrics && was_cut(*metrics) && !planned.scenario->cut_expected) {
      result.failures.push_back(
          {planned.name(), planned.scenario->compares
                               ? "was cut at max_time"
                               : "was cut at max_time, which its scenario does not expect"});
      result.status = graver(result.status, Status::not_ended);
    } else if (metrics) {
      ++result.finished;
      result.earlier += planned.is_earlier;
      result.cells.back().runs[planned.seed] = std::move(*metrics);
    }
  }
  return result;
}

void export_results(const std::vector<Scenario>& scenarios, const fs::path& folder, CampaignResult& result) {
  result.verdicts = verdicts_of(scenarios, result.cells);
  for (const auto& verdict : result.verdicts)
    if (verdict.is_new_miss())
      result.status = graver(result.status, Status::missed);
  write_runs_of(result, folder);
  write_file(folder / "verdicts.csv", [&](std::ostream& out) { write_verdicts(result.verdicts, out); });
}

void export_comparison(const Comparison& comparison, const fs::path& folder, const CampaignResult& result) {
  write_runs_of(result, folder);
  write_file(folder / "differences.csv",
             [&](std::ostream& out) { write_differences(compared_metrics(comparison, result.cells), out); });
}

} // namespace malha
