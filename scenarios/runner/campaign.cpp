// SPDX-License-Identifier: MIT
#include "campaign.hpp"

#include "workers.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

namespace fs = std::filesystem;

struct PlannedRun {
  const Scenario* scenario;
  const Cell* cell;
  SimulationPlan plan;
  nlohmann::json manifest;
  fs::path folder;
  std::string name;
};

/// The order in which statuses decide the program's exit (design: the first that applies).
Status graver(Status a, Status b) {
  for (const auto status :
       {Status::bad_input, Status::rule_broken, Status::died, Status::not_ended, Status::missed})
    if (a == status || b == status)
      return status;
  return Status::done;
}

void check_campaign_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file");
  const bool used = fs::exists(folder) && !fs::is_empty(folder, error);
  if (used && !error && !fs::exists(folder / "runs.csv") && !fs::exists(folder / ".malha-campaign"))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than results of scenarios; valid: another folder, or remove it");
  fs::create_directories(folder, error);
  if (error)
    throw InputError("output folder " + folder.string() + ": cannot be written: " + error.message());
  open_for_writing(folder / ".malha-campaign") << "results of scenarios; see runs.csv\n";
}

std::vector<PlannedRun> planned(const std::vector<Scenario>& scenarios, const Library& library,
                                const CampaignOptions& options) {
  std::vector<PlannedRun> runs;
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells) {
      auto plan = library.plan(cell.request);
      auto manifest = manifest_of(plan, cell.request, library);
      manifest["scenario"] = scenario.name;
      const auto parameters = cell.varied.empty() ? "all" : cell.parameters(",");
      runs.push_back(
          {&scenario, &cell, std::move(plan), std::move(manifest),
           options.folder / scenario.name / cell.run / parameters / ("seed=" + std::to_string(plan.seed)),
           scenario.name + ", run '" + cell.run + "' " + cell.parameters(", ")});
    }
  return runs;
}

void write_file(const fs::path& file, const std::function<void(std::ostream&)>& write) {
  const fs::path temporary = file.string() + ".partial";
  auto out = open_for_writing(temporary);
  write(out);
  out.close();
  if (!out)
    throw std::runtime_error(file.string() + " could not be written: is the disk full?");
  fs::rename(temporary, file);
}

std::optional<double> value_of(const std::vector<RunValue>& values, const CellFilter& cell,
                               const std::string& metric, RunValue* found = nullptr) {
  std::optional<double> value;
  for (const auto& row : values) {
    Settings varied;
    for (std::size_t begin = 0; begin < row.parameters.size();) {
      const auto end = std::min(row.parameters.find(';', begin), row.parameters.size());
      const auto equals = row.parameters.find('=', begin);
      varied[row.parameters.substr(begin, equals - begin)] =
          row.parameters.substr(equals + 1, end - equals - 1);
      begin = end + 1;
    }
    if (row.metric != metric || !cell.matches(row.scenario, row.run, varied))
      continue;
    value = row.value;
    if (found)
      *found = row;
  }
  return value;
}

void judge(Verdict& verdict, bool holds, const MissNotes& notes) {
  verdict.verdict = holds ? "agrees" : notes.deviation.empty() ? "missed" : "deviates";
  verdict.reason = holds ? "" : notes.deviation.empty() ? notes.evidence : notes.deviation;
}

Verdict verdict_of(const Scenario& scenario, const PublishedValue& published,
                   const std::vector<RunValue>& values) {
  RunValue row;
  const auto ours = value_of(values, published.cell, published.metric, &row);
  Verdict verdict{scenario.name,
                  row.run,
                  row.parameters,
                  published.metric,
                  published.called,
                  published.value,
                  ours,
                  published.unit,
                  {},
                  "unchecked",
                  published.source,
                  "there is no run of ours"};
  if (ours) {
    verdict.relative_error = *ours / published.value - 1;
    judge(verdict, std::abs(*ours - published.value) <= published.tolerance * std::abs(published.value),
          published.notes);
  } else {
    verdict.run = published.cell.run;
    for (const auto& [key, value] : published.cell.parameters)
      verdict.parameters += (verdict.parameters.empty() ? "" : ";") + key + "=" + value;
  }
  return verdict;
}

Verdict verdict_of(const Scenario& scenario, const Claim& claim, const std::vector<RunValue>& values) {
  Verdict verdict{scenario.name, "",           "", claim.text, claim.text, {}, {}, "", {},
                  "unchecked",   claim.source, ""};
  verdict.ours = value_of(values, claim.cell, claim.metric);
  const auto other = claim.than ? value_of(values, *claim.than, claim.metric) : verdict.ours;
  if (!verdict.ours || !other) {
    verdict.reason = "needs a run of " + (verdict.ours ? claim.than->scenario : claim.cell.scenario);
    return verdict;
  }
  judge(verdict,
        claim.than ? *verdict.ours < *other
                   : *verdict.ours >= claim.at_least.value_or(*verdict.ours) &&
                         *verdict.ours <= claim.at_most.value_or(*verdict.ours),
        claim.notes);
  return verdict;
}

/// Runs them all; what came of each, in their order.
std::vector<Outcome> run_all(const std::vector<PlannedRun>& runs, const CampaignOptions& options) {
  std::vector<WorkItem> items;
  for (const auto& run : runs)
    items.push_back({run.name, [&run, &options] {
                       return run_into(run.folder, run.plan, run.manifest, options.command);
                     }});
  std::vector<Outcome> outcomes(runs.size());
  Progress progress(items.size());
  run_workers(items, options.workers, [&](std::size_t item, const Outcome& outcome) {
    outcomes[item] = outcome;
    discard_partial(runs[item].folder);
    progress.done();
  });
  return outcomes;
}

} // namespace

std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<RunValue>& values) {
  std::vector<Verdict> verdicts;
  for (const auto& scenario : scenarios) {
    for (const auto& published : scenario.published)
      verdicts.push_back(verdict_of(scenario, published, values));
    for (const auto& claim : scenario.claims)
      verdicts.push_back(verdict_of(scenario, claim, values));
  }
  return verdicts;
}

CampaignResult run_campaign(const std::vector<Scenario>& scenarios, const Library& library,
                            const CampaignOptions& options) {
  const bool folder_is_new = !fs::exists(options.folder);
  const auto runs = planned(scenarios, library, options);
  check_campaign_folder(options.folder);
  for (const auto& run : runs)
    check_run_folder(run.folder, run.manifest);
  const auto outcomes = run_all(runs, options);
  CampaignResult result;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (outcomes[i].status != Status::done) {
      result.failures.push_back(runs[i].name + ": " + outcomes[i].message);
      result.status = graver(result.status, outcomes[i].status);
      continue;
    }
    for (const auto& metric : outcomes[i].metrics)
      result.values.push_back({runs[i].scenario->name, runs[i].cell->run, runs[i].cell->parameters(";"),
                               runs[i].plan.seed, metric.name, metric.value, metric.unit});
  }
  if (result.values.empty() && folder_is_new) { // nothing ran: leave nothing behind
    fs::remove_all(options.folder);
    return result;
  }
  result.verdicts = verdicts_of(scenarios, result.values);
  for (const auto& verdict : result.verdicts)
    if (verdict.verdict == "missed")
      result.status = graver(result.status, Status::missed);
  write_file(options.folder / "runs.csv", [&](std::ostream& out) { write_runs(result.values, out); });
  write_file(options.folder / "verdicts.csv",
             [&](std::ostream& out) { write_verdicts(result.verdicts, out); });
  return result;
}

} // namespace malha
