// SPDX-License-Identifier: MIT
#include "batch_report.hpp"
#include "outcome_report.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/explain/balance.hpp"
#include "results/explain/dag_task.hpp"
#include "results/explain/explanation.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "scenarios/runner/processes/simgrid_options.hpp"
#include "scenarios/runner/runs/energy_asked.hpp"
#include "scenarios/runner/runs/headlines.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/input_check.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <algorithm>
#include <iostream>
#include <map>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The settings of the command line, to which a cut belongs.
Settings settings_of(const Options& options) {
  auto settings = options.settings_given();
  if (options.has("cut") && !settings.emplace("max_time", options.text("cut")).second)
    throw InputError("simulate: --cut " + options.text("cut") + " ends the run, and so does --set max_time=" +
                     settings["max_time"] + "; valid: one of the two");
  return settings;
}

/// The folder of the results, which is there then. What is wrong with the inputs is said before what is wrong
/// with the folder.
fs::path folder_for(const Options& options, const SimulationPlan& plan, const Identity& identity) {
  const auto folder = options.output_folder();
  if (options.overwrites())
    refuse_bad_inputs({plan});
  if (folder.empty())
    return make_new_folder(output_name("simulate", {options.text("deployment"), options.text("workload")}));
  if (!options.overwrites())
    try {
      check_run_folder(folder, identity.manifest);
    } catch (const InputError&) {
      refuse_bad_inputs({plan});
      throw;
    }
  make_folder(folder);
  return folder;
}

/// What the decision log says of a job at a date.
void print_state(const fs::path& folder, std::int64_t job, Seconds date) {
  const std::map<std::string, std::string> phrases{
      {"start", "has started"}, {"wait", "waits"}, {"drop", "was dropped"}};
  CsvReader rows(folder / "decisions.csv");
  std::string said = "is not known yet", since;
  bool known = false;
  while (rows.next()) {
    if (rows.text("job_id") != std::to_string(job))
      continue;
    known = true;
    if (rows.real("time") > date)
      break;
    const auto said_as = phrases.find(rows.text("decision"));
    if (said_as == phrases.end()) // of its reservation
      continue;
    said = said_as->second + " (" + rows.text("reason") +
           (rows.text("promised_start").empty() ? "" : ", start promised at " + rows.text("promised_start")) +
           ")";
    since = " since t=" + rows.text("time") + " s";
  }
  std::cout << wrapped("job " + std::to_string(job) + " at t=" + shortest(date) +
                           " s: " + (known ? said + since : without_decisions(folder, job)),
                       "");
}

/// Where each job has a row and this one has none, that it does not exist; otherwise "".
std::string said_of_unknown(const fs::path& folder, std::int64_t job, const Outcome& outcome) {
  if (outcome.tasks_unfinished != 0)
    return "";
  std::optional<std::int64_t> first, last;
  for (CsvReader rows(folder / "jobs.csv"); rows.next();) {
    const auto number = rows.integer("job_id");
    if (number == job)
      return "";
    first = std::min(first.value_or(number), number);
    last = std::max(last.value_or(number), number);
  }
  return "there is no job " + std::to_string(job) +
         (first ? " (" + std::to_string(*first) + " to " + std::to_string(*last) + ")" : "");
}

void print_explanation(const fs::path& folder, const ExplainedJob& asked, const Outcome& outcome) {
  const auto in_dag = asked.date ? "" : explanation_in_dag(folder, asked.job);
  std::cout << in_dag;
  if (!in_dag.empty() && !is_written(folder / "decisions.csv"))
    return;
  if (is_written(folder / "balance.csv"))
    std::cout << balance_at(folder, asked.date.value_or(0));
  else if (!is_written(folder / "decisions.csv"))
    std::cout << wrapped("--explain: no reasons are known here; those who give reasons are the policies of "
                         "cluster/scheduler, and managers of EasyGrid that ask for tasks",
                         "");
  else if (const auto unknown = said_of_unknown(folder, asked.job, outcome); !unknown.empty())
    std::cout << wrapped(unknown, "");
  else if (asked.date)
    print_state(folder, asked.job, *asked.date);
  else
    std::cout << explanation_of(folder, asked.job);
}

[[noreturn]] void refuse_without_rows(const std::string& what) {
  throw InputError("simulate: " + what +
                   " needs rows, and --records metrics keeps none; valid: one of the two");
}

/// What options say alone. Nothing that is about rows has an effect without them.
void check_options(const Options& options) {
  for (const auto& option : options.simgrid_options())
    check_simgrid_option(option);
  options.gzips();
  const bool keeps_rows = options.records().value_or(true);
  for (const std::string option : {"batches", "cut", "explain"})
    if (options.has(option) && !keeps_rows)
      refuse_without_rows("--" + option);
}

void check_asked(const Options& options, const SimulationPlan& plan) {
  check_supports(plan);
  for (const std::string setting : {"explain", "series"})
    if (plan.run.text(setting) == "on" && !options.records().value_or(true))
      refuse_without_rows("--set " + setting + "=on");
  check_energy_asked(options.metrics(), plan);
}

std::optional<std::size_t> batches_asked(const Options& options) {
  if (!options.has("batches"))
    return std::nullopt;
  const auto number = parse_number<std::size_t>(options.text("batches"));
  if (!number || *number < 2 || *number > 1000)
    throw InputError("simulate: --batches cannot be " + options.text("batches") +
                     "; valid: from 2 to 1000, such as 20");
  return number;
}

int simulate_command(const std::vector<std::string>& words) {
  const Options options(
      "simulate", words, Options::simulation | Options::settings | Options::output | Options::simgrid, "",
      {{"batches", "N", "confidence intervals of one long run by N batch means; see docs/confidence.md"},
       {"cut", "DATE", "end at this date, and leave a snapshot; malha continue goes on from there"},
       {"gzip", "", "write files of rows as gzip (jobs.csv.gz); all commands read them"},
       {"records", "jobs|metrics", "keep the rows of the run, or its metrics only (default: jobs)"}});
  if (options.help())
    return 0;
  check_options(options);
  const auto batches = batches_asked(options);
  const Library library(options.plugin_paths());
  const RunRequest request{
      options.text("platform"), options.text("deployment"), options.text("workload"), settings_of(options),
      options.seed(),           options.simgrid_options(),  options.environment()};
  const auto asked = options.explained();
  check_metric_names("simulate", options.metrics(), library.catalog());
  auto plan = library.plan(request);
  plan.continuation.leaves_snapshot = options.has("cut");
  check_asked(options, plan);
  const auto identity = Identifier(library).identity(plan, request);
  const auto before = existing_part(options.has("output") ? options.output_folder() : default_outputs);
  const auto folder = folder_for(options, plan, identity);
  const FolderLock lock(folder);
  if (options.overwrites())
    remove_old_results(folder);
  const CommandInfo command{options.line(), 1, getpid(), options.gzips(), options.records().value_or(true)};
  const auto simulate = [&] { return run_into(folder, plan, identity, command); };
  Outcome outcome;
  int interrupted_by = 0;
  {
    Progress progress({0}, 0, 1, "simulations");
    interrupted_by = run_workers(
        {{"simulation", simulate}}, {}, [&](std::size_t, const Outcome& ended) { outcome = ended; },
        [&](const auto& running) { progress.look_at(running); });
  }
  discard_partial(folder, before);
  if (interrupted_by != 0) {
    std::cerr << complaint("interrupted: nothing is kept of this simulation");
    end_by_signal(interrupted_by);
  }
  if (outcome.status == Status::done || outcome.status == Status::not_ended)
    print_outcome(outcome, plan, folder, options.metrics(), std::cout);
  if (batches && outcome.status == Status::done)
    print_batch_means(folder, plan.run, *batches, std::cout);
  if (asked && (outcome.status == Status::done || outcome.status == Status::not_ended))
    print_explanation(folder, *asked, outcome);
  if (outcome.status == Status::done || outcome.status == Status::not_ended)
    std::cout << "results in " << folder.string() << '\n';
  if (options.has("cut") && is_cut(outcome)) {
    std::cout << wrapped("cut at t=" + shortest(plan.run.real("max_time")) + " s; malha continue " +
                             folder.string() + " goes on from there",
                         "");
    return 0;
  }
  if (outcome.status != Status::done)
    std::cerr << complaint((outcome.status == Status::died ? "simulation: " : "") + outcome.message);
  return static_cast<int>(outcome.status);
}

} // namespace

MALHA_COMMAND("simulate", "simulate -p P -d D -w W", "one simulation of your own", simulate_command, 50,
              "Simulates one deployment on one platform under one workload, prints its metrics, and writes a "
              "row for every job into the folder. With --explain=JOB it explains why that job waited.",
              "simulate -p star --set platform.hosts=16 -d cluster.easy_backfill -w lublin --set "
              "workload.jobs=200 --set transport=instant --explain=17 -o malha-out/batch")

} // namespace malha
