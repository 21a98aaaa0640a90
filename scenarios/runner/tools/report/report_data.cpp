// SPDX-License-Identifier: MIT
#include "report_data.hpp"

#include "policies/sdk/numbers.hpp"
#include "report_provenance.hpp"
#include "results/files/files.hpp"
#include "results/report/data/bibliography.hpp"
#include "results/report/data/user_values.hpp"
#include "scenarios/runner/campaign/campaign_runs.hpp"
#include "scenarios/runner/campaign/shard_state.hpp"
#include "scenarios/runner/language/path_names.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// What the store of a folder holds, and the scenarios as they are today.
struct Stored {
  std::optional<CampaignRequest> request;
  std::vector<CampaignRun> runs;
  std::vector<Scenario> scenarios; ///< none where they cannot be read
  CampaignResult result;           ///< of no cells where the scenarios are others today
};

void read_store(const fs::path& folder, Stored& stored, std::vector<std::string>& notes,
                const Library& library) {
  const Store store(folder, Store::Access::read);
  stored.request = request_of(store);
  stored.runs = store.runs();
  const auto finished = store.finished();
  stored.result.runs = stored.runs.size();
  stored.result.finished = static_cast<std::size_t>(std::count_if(
      stored.runs.begin(), stored.runs.end(), [&](const auto& run) { return finished.count(run.hash) > 0; }));
  if (!stored.request)
    return;
  try {
    stored.scenarios = read_scenarios(*stored.request, library);
    stored.result = collect(pair_runs(stored.runs, stored.scenarios), {}, store);
    stored.result.verdicts = verdicts_of(stored.scenarios, stored.result.cells);
  } catch (const InputError& error) {
    notes.push_back(
        std::string("the scenarios are not what was run, so that questions and reasons may be missing: ") +
        error.what());
  }
}

Stored stored_in(const fs::path& folder, std::vector<std::string>& notes, const Library& library) {
  Stored stored;
  if (!is_there(folder / Store::file_name)) {
    notes.push_back(std::string(Store::file_name) +
                    " is missing: questions, reasons and commands are not known, nor whether seeds resample "
                    "a trace, which makes intervals wider");
    return stored;
  }
  try {
    read_store(folder, stored, notes, library);
  } catch (const InputError& error) {
    notes.push_back(error.what());
  }
  if (stored.result.finished < stored.result.runs)
    notes.push_back("unfinished: " + progress_of(stored.result) + "; the same command goes on from there");
  if (shard_state_in(folder))
    notes.push_back(
        "one shard of a campaign: the runs of the others are not here; malha collect merges the shards");
  return stored;
}

std::size_t runs_in(const page::CampaignData& data) {
  std::size_t runs = 0;
  for (const auto& cell : data.cells) {
    std::set<std::uint64_t> seeds;
    for (const auto& [metric, values] : cell.metrics)
      for (const auto& [seed, value] : values)
        seeds.insert(seed);
    runs += seeds.size();
  }
  return runs;
}

void take_from_store(const Stored& stored, page::CampaignData& data) {
  data.cells.clear();
  for (const auto& cell : stored.result.cells) {
    auto& taken = data.cells.emplace_back(page::CellData{cell.scenario, cell.run, cell.parameters()});
    for (const auto& [seed, metrics] : cell.runs)
      for (const auto& metric : metrics) {
        taken.metrics[metric.name][seed] = {shortest(metric.value), metric.value};
        data.units.emplace(metric.name, metric.unit);
      }
  }
}

/// Says of each cell whether its seeds resample a trace: as the store knows, otherwise by what was asked for.
void mark_resamples(const Stored& stored, page::CampaignData& data) {
  std::map<std::tuple<std::string, std::string, std::string>, bool> known;
  for (const auto& cell : stored.result.cells)
    known[{cell.scenario, cell.run, cell.parameters()}] = cell.resamples;
  for (auto& cell : data.cells) {
    auto settings = stored.request ? stored.request->settings : Settings();
    if (const auto varied = cell.parameter("workload.resample"); !varied.empty())
      settings["workload.resample"] = varied;
    const auto found = known.find({cell.scenario, cell.run, cell.parameters});
    cell.resamples = found == known.end() ? resamples(settings) : found->second;
  }
}

/// The numbers of runs.csv; of the store, where the file is missing, damaged or older.
void add_values(const fs::path& folder, const Stored& stored, page::CampaignData& data) {
  const auto file = folder / "runs.csv";
  try {
    if (is_there(file))
      read_values(file, data);
  } catch (const InputError& error) {
    data.notes.push_back(error.what());
  }
  const auto in_file = runs_in(data);
  if (!stored.result.cells.empty() && in_file != stored.result.finished) {
    take_from_store(stored, data);
    data.notes.push_back("runs.csv has " + std::to_string(in_file) + " of the " +
                         std::to_string(stored.result.finished) +
                         " runs that are done; all numbers are from " + Store::file_name);
  }
  if (runs_in(data) == 0)
    throw InputError(folder.string() +
                     ": holds no finished run; valid: a folder in which run, reproduce or compare "
                     "has finished one");
}

std::string text_of(const std::optional<double>& value) { return value ? shortest(*value) : ""; }

page::VerdictRow row_of(const Verdict& verdict) {
  page::VerdictRow row{verdict.scenario,
                       verdict.run,
                       verdict.parameters,
                       verdict.metric,
                       text_of(verdict.published),
                       text_of(verdict.ours),
                       text_of(verdict.ci_low),
                       text_of(verdict.ci_high),
                       verdict.unit,
                       text_of(verdict.relative_error),
                       verdict.marked(),
                       verdict.source,
                       verdict.called,
                       verdict.tolerance,
                       verdict.numbers,
                       verdict.reason,
                       verdict.claim_metric,
                       verdict.claim_unit};
  row.claim_low = text_of(verdict.claim_low);
  row.claim_high = text_of(verdict.claim_high);
  const auto word = [](const NullModel& model) { return model.agrees ? "agrees" : "misses"; };
  if (verdict.constant) {
    row.constant = shortest(verdict.constant->value);
    row.constant_verdict = word(*verdict.constant);
  }
  if (verdict.baseline) {
    row.baseline_run = verdict.baseline->name;
    row.baseline = shortest(verdict.baseline->value);
    row.baseline_verdict = word(*verdict.baseline);
  }
  row.hypothesis = verdict.hypothesis;
  row.seen = verdict.hypothesis.empty() ? "" : verdict.is_seen ? "yes" : "no";
  row.value = verdict.claim_value;
  row.low_end = verdict.claim_low;
  row.high_end = verdict.claim_high;
  row.reference = verdict.claim_reference;
  row.seeds = verdict.claim_seeds;
  return row;
}

/// Whether a row of the file says of the same value what is judged today.
bool is_same(const page::VerdictRow& a, const page::VerdictRow& b) {
  return std::tie(a.scenario, a.run, a.parameters, a.metric, a.published, a.ours, a.verdict) ==
         std::tie(b.scenario, b.run, b.parameters, b.metric, b.published, b.ours, b.verdict);
}

/// The rows of verdicts.csv, and beside them what the scenarios say today where that fits.
void add_verdicts(const fs::path& folder, const Stored& stored, page::CampaignData& data) {
  std::vector<page::VerdictRow> judged;
  for (const auto& verdict : stored.result.verdicts)
    judged.push_back(row_of(verdict));
  const auto file = folder / "verdicts.csv";
  try {
    if (is_there(file))
      data.verdicts = page::read_verdicts(file);
  } catch (const InputError& error) {
    data.notes.push_back(error.what());
  }
  const bool fits = data.verdicts.size() == judged.size() &&
                    std::equal(judged.begin(), judged.end(), data.verdicts.begin(), is_same);
  if (data.verdicts.empty()) {
    data.verdicts = std::move(judged);
  } else if (fits) {
    for (std::size_t i = 0; i < judged.size(); ++i) {
      auto& row = data.verdicts[i]; // the numbers of the file stay as they are
      row.called = judged[i].called;
      row.tolerance = judged[i].tolerance;
      row.numbers = judged[i].numbers;
      row.reason = judged[i].reason;
      row.value = judged[i].value;
      row.low_end = judged[i].low_end;
      row.high_end = judged[i].high_end;
      row.reference = judged[i].reference;
      row.seeds = judged[i].seeds;
    }
  } else if (!judged.empty()) {
    data.notes.push_back(
        "verdicts.csv is not what the scenarios say today of these runs, so that reasons are "
        "missing; the command that made it writes it again");
  }
}

void add_differences(const fs::path& folder, page::CampaignData& data) {
  const auto file = folder / "differences.csv";
  if (!is_there(file)) {
    data.notes.push_back("differences.csv is missing: the command that compares writes it at its end");
    return;
  }
  try {
    data.differences = page::read_rows(file);
  } catch (const InputError& error) {
    data.notes.push_back(error.what());
  }
}

/// The metrics that are compared; by default those by user, too, with each user's name, but
/// not where seeds have other users.
std::vector<std::string> compared_names(const page::CampaignData& data, const Comparison& comparison) {
  std::set<std::string> there;
  for (const auto& cell : data.cells)
    for (const auto& [metric, values] : cell.metrics)
      there.insert(metric);
  const bool same_users =
      std::none_of(data.cells.begin(), data.cells.end(), [](const auto& cell) { return cell.resamples; });
  const bool all = comparison.metrics == std::vector<std::string>{Comparison::all_metrics};
  auto wanted = comparison.metrics.empty() ? comparison.headlines : comparison.metrics;
  for (const auto& metric : linked_parts<Metric>())
    if (comparison.metrics.empty() && metric.is_headline &&
        (metric.is_by_user || comparison.headlines.empty()))
      wanted.push_back(metric.name);
  std::vector<std::string> names;
  if (all)
    std::copy_if(there.begin(), there.end(), std::back_inserter(names),
                 [](const auto& name) { return name.find('.') == std::string::npos; });
  for (const auto& one : wanted)
    for (const auto& name : there)
      if (name == one || (same_users && name.rfind(one + ".", 0) == 0)) // of a user
        names.push_back(name);
  return names;
}

page::ScenarioData describe(const Scenario& scenario) {
  page::ScenarioData data{scenario.name, scenario.question, scenario.seed_varies, {}, {}};
  for (const auto& measure : scenario.measures) {
    data.measures.push_back(measure.metric);
    data.averaged.insert(measure.folded.begin(), measure.folded.end());
  }
  data.averaged.insert(scenario.averaged.begin(), scenario.averaged.end());
  return data;
}

void add_scenarios(const Stored& stored, page::CampaignData& data) {
  for (const auto& scenario : stored.scenarios) {
    data.scenarios.push_back(describe(scenario));
    for (const auto& hypothesis : scenario.hypotheses)
      data.hypotheses.emplace(hypothesis.name, hypothesis.text);
  }
  for (const auto& cell : data.cells)
    if (std::none_of(data.scenarios.begin(), data.scenarios.end(),
                     [&](const auto& scenario) { return scenario.name == cell.scenario; }))
      data.scenarios.push_back({cell.scenario});
}

/// Where the rows of runs are, as far as they were kept.
void add_run_folders(page::CampaignData& data) {
  for (std::size_t i = 0; i < data.cells.size(); ++i) {
    const auto& cell = data.cells[i];
    std::set<std::uint64_t> seeds;
    for (const auto& [metric, values] : cell.metrics)
      for (const auto& [seed, value] : values)
        seeds.insert(seed);
    for (const auto seed : seeds)
      if (const auto folder = folder_of({cell.scenario, cell.run, cell.parameters, seed, ""}, data.folder);
          is_written(folder / "jobs.csv"))
        data.run_folders.push_back({i, seed, folder});
  }
}

} // namespace

bool holds_campaign(const fs::path& folder) {
  return is_there(folder / Store::file_name) || is_there(folder / "runs.csv");
}

page::CampaignData campaign_data(const fs::path& folder, const Library& library) {
  page::CampaignData data{folder};
  const auto stored = stored_in(folder, data.notes, library);
  data.compares =
      stored.request ? stored.request->comparison.has_value() : is_there(folder / "differences.csv");
  if (stored.request)
    data.subject =
        stored.request->comparison ? subject_of(*stored.request) : "scenarios " + subject_of(*stored.request);
  add_values(folder, stored, data);
  mark_resamples(stored, data);
  add_scenarios(stored, data);
  const auto comparison =
      stored.request && stored.request->comparison ? *stored.request->comparison : Comparison();
  data.compared = compared_names(data, comparison);
  data.asked_metric = comparison.metrics.empty() ? "" : comparison.metrics.front();
  for (const auto& metric : linked_parts<Metric>())
    data.better[metric.name] = metric.better;
  if (data.compares)
    add_differences(folder, data);
  else
    add_verdicts(folder, stored, data);
  add_run_folders(data);
  page::read_user_values(data);
  data.sources = page::bibliography(sources_file(library));
  data.provenance = provenance_of(data, stored.request, stored.runs);
  return data;
}

} // namespace malha
