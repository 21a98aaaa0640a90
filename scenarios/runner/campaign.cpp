// SPDX-License-Identifier: MIT
#include "campaign.hpp"

#include "results/statistics.hpp"
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

/// Marks a folder as one that holds results of scenarios, and says of which.
constexpr const char* mark = ".malha-campaign";

std::string names_of(const std::vector<Scenario>& scenarios) {
  std::vector<std::string> names;
  for (const auto& scenario : scenarios)
    names.push_back(scenario.name);
  return listed(names);
}

void check_campaign_folder(const fs::path& folder, const std::string& names) {
  std::error_code error;
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw InputError("output folder " + folder.string() + ": is a file");
  const bool used = fs::exists(folder) && !fs::is_empty(folder, error);
  if (used && !error && !fs::exists(folder / mark))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than results of scenarios; valid: another folder, or remove it");
  std::string marked;
  std::ifstream mark_file(folder / mark);
  std::getline(mark_file, marked);
  if (!marked.empty() && marked != names)
    throw InputError("output folder " + folder.string() + ": holds results of " + marked +
                     "; valid: another folder, the same scenarios, or remove it");
  fs::create_directories(folder, error);
  if (error)
    throw InputError("output folder " + folder.string() + ": cannot be written: " + error.message());
}

/// A part of a path: a value such as easygrid/no_balance stays one folder.
std::string folder_part(std::string text) {
  for (auto at = text.find('/'); at != std::string::npos; at = text.find('/', at))
    text.replace(at, 1, "%2F");
  return text;
}

std::vector<PlannedRun> planned(const std::vector<Scenario>& scenarios, const Library& library,
                                const CampaignOptions& options) {
  std::vector<PlannedRun> runs;
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells)
      for (int seed = 0; seed < options.seeds; ++seed) {
        auto request = cell.request;
        request.seed = static_cast<std::uint64_t>(seed);
        auto plan = library.plan(request);
        auto manifest = manifest_of(plan, request, library);
        manifest["scenario"] = scenario.name;
        const auto parameters = cell.varied.empty() ? "all" : cell.parameters(",");
        const std::string seed_name = "seed=" + std::to_string(seed);
        runs.push_back(
            {&scenario, &cell, std::move(plan), std::move(manifest),
             options.folder / scenario.name / folder_part(cell.run) / folder_part(parameters) / seed_name,
             scenario.name + ", run '" + cell.run + "'" + (cell.varied.empty() ? "" : " ") +
                 cell.parameters(", ") + (options.seeds > 1 ? ", " + seed_name : "")});
      }
  return runs;
}

Settings settings_in(const std::string& parameters) {
  Settings varied;
  for (std::size_t begin = 0; begin < parameters.size();) {
    const auto end = std::min(parameters.find(';', begin), parameters.size());
    const auto equals = parameters.find('=', begin);
    varied[parameters.substr(begin, equals - begin)] = parameters.substr(equals + 1, end - equals - 1);
    begin = end + 1;
  }
  return varied;
}

/// Our values of a metric in a cell, one a seed.
struct CellValues {
  std::string run, parameters;
  std::map<std::uint64_t, double> by_seed;

  std::vector<double> values() const {
    std::vector<double> all;
    for (const auto& [seed, value] : by_seed)
      all.push_back(value);
    return all;
  }
};

CellValues values_of(const std::vector<RunValue>& rows, const CellFilter& cell, const std::string& metric) {
  CellValues found;
  for (const auto& row : rows)
    if (row.metric == metric && cell.matches(row.scenario, row.run, settings_in(row.parameters))) {
      found.run = row.run;
      found.parameters = row.parameters;
      found.by_seed[row.seed] = row.value;
    }
  return found;
}

void judge(Verdict& verdict, bool holds, const MissNotes& notes) {
  verdict.verdict = holds ? "agrees" : notes.deviation.empty() ? "missed" : "deviates";
  verdict.reason = holds ? "" : notes.deviation.empty() ? notes.evidence : notes.deviation;
}

Verdict verdict_of(const Scenario& scenario, const PublishedValue& published,
                   const std::vector<RunValue>& rows) {
  Verdict verdict;
  verdict.scenario = scenario.name;
  verdict.metric = published.metric;
  verdict.called = published.called;
  verdict.published = published.value;
  verdict.unit = published.unit;
  verdict.source = published.source;
  const auto ours = values_of(rows, published.cell, published.metric);
  if (ours.by_seed.empty()) {
    verdict.run = published.cell.run;
    for (const auto& [key, value] : published.cell.parameters)
      verdict.parameters += (verdict.parameters.empty() ? "" : ";") + key + "=" + value;
    verdict.reason = "there is no run of ours";
    return verdict;
  }
  verdict.run = ours.run;
  verdict.parameters = ours.parameters;
  const auto mean = mean_with_interval(ours.values());
  verdict.ours = mean.mean;
  verdict.ci_low = mean.low;
  verdict.ci_high = mean.high;
  verdict.relative_error = mean.mean / published.value - 1;
  verdict.tolerance = published.tolerance;
  judge(verdict, std::abs(mean.mean - published.value) <= published.tolerance * std::abs(published.value),
        published.notes);
  return verdict;
}

/// Less in one cell than in the other: with several seeds, when the paired 95 % interval of the difference
/// lies below 0. Both have the same seeds.
bool is_less(const CellValues& a, const CellValues& b) {
  std::vector<double> differences;
  for (const auto& [seed, value] : a.by_seed)
    differences.push_back(value - b.by_seed.at(seed));
  const auto difference = mean_with_interval(differences);
  return difference.high.value_or(difference.mean) < 0;
}

bool same_seeds(const CellValues& a, const CellValues& b) {
  return a.by_seed.size() == b.by_seed.size() &&
         std::equal(a.by_seed.begin(), a.by_seed.end(), b.by_seed.begin(),
                    [](const auto& one, const auto& other) { return one.first == other.first; });
}

Verdict verdict_of(const Scenario& scenario, const Claim& claim, const std::vector<RunValue>& rows) {
  Verdict verdict;
  verdict.scenario = scenario.name;
  verdict.metric = verdict.called = claim.text;
  verdict.source = claim.source;
  const auto ours = values_of(rows, claim.cell, claim.metric);
  const auto other = claim.than ? values_of(rows, *claim.than, claim.metric) : ours;
  if (ours.by_seed.empty() || !same_seeds(ours, other)) {
    const auto& missing = ours.by_seed.empty() ? claim.cell : *claim.than;
    verdict.reason = "needs all runs of " + missing.scenario + " in the same command";
    return verdict;
  }
  const double mean = mean_with_interval(ours.values()).mean;
  verdict.ours = mean;
  judge(verdict,
        claim.than ? is_less(ours, other)
                   : mean >= claim.at_least.value_or(mean) && mean <= claim.at_most.value_or(mean),
        claim.notes);
  return verdict;
}

/// Runs them all; what came of each, in their order.
std::vector<Outcome> run_all(const std::vector<PlannedRun>& runs, const CampaignOptions& options) {
  const fs::path keep = existing_part(options.folder);
  std::vector<WorkItem> items;
  for (const auto& run : runs)
    items.push_back({run.name, [&run, &options] {
                       return run_into(run.folder, run.plan, run.manifest, options.command);
                     }});
  std::vector<Outcome> outcomes(runs.size());
  Progress progress(items.size());
  run_workers(items, options.workers, [&](std::size_t item, const Outcome& outcome) {
    outcomes[item] = outcome;
    discard_partial(runs[item].folder, keep);
    progress.done();
  });
  return outcomes;
}

} // namespace

void write_file(const fs::path& file, const std::function<void(std::ostream&)>& write) {
  const fs::path temporary = file.string() + ".partial";
  auto out = open_for_writing(temporary);
  write(out);
  out.close();
  if (!out)
    throw std::runtime_error(file.string() + " could not be written: is the disk full?");
  fs::rename(temporary, file);
}

std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<RunValue>& values) {
  std::vector<Verdict> verdicts;
  for (const auto& scenario : scenarios) {
    const auto first = verdicts.size();
    for (const auto& published : scenario.published)
      verdicts.push_back(verdict_of(scenario, published, values));
    for (const auto& claim : scenario.claims)
      verdicts.push_back(verdict_of(scenario, claim, values));
    for (auto i = first; scenario.altered && i < verdicts.size(); ++i) {
      verdicts[i].verdict = "unchecked";
      verdicts[i].reason = "settings of the command line change the published set-up";
    }
  }
  return verdicts;
}

CampaignResult run_campaign(const std::vector<Scenario>& scenarios, const Library& library,
                            const CampaignOptions& options) {
  const fs::path before = existing_part(options.folder);
  const auto runs = planned(scenarios, library, options);
  const std::string names = names_of(scenarios);
  check_campaign_folder(options.folder, names);
  for (const auto& run : runs)
    check_run_folder(run.folder, run.manifest);
  const bool marked = fs::exists(options.folder / mark);
  if (!marked)
    open_for_writing(options.folder / mark) << names << '\n';
  for (const auto& run : runs)
    remove_stale(run.folder, run.manifest);
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
  if (result.values.empty()) { // nothing ran: leave everything as it was
    if (!marked)
      fs::remove(options.folder / mark);
    discard_partial(options.folder, before);
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
