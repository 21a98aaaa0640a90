// SPDX-License-Identifier: MIT
#include "batch_report.hpp"
#include "platforms/plans/write_xml.hpp"
#include "policies/sdk/numbers.hpp"
#include "rejected_jobs.hpp"
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
#include "scenarios/runner/runs/headlines.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/input_check.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/runs/run_folder.hpp"
#include "scenarios/runner/verdicts/rejections.hpp"
#include "workload_notes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Which jobs are in the means, when not all are.
void print_window(const Outcome& outcome, const SimulationPlan& plan) {
  std::map<std::string, double> values;
  for (const auto& metric : outcome.metrics)
    values[metric.name] = metric.value;
  if (values["jobs_counted"] < values["jobs_finished"])
    std::cout << wrapped("means and maxima over " + shortest(values["jobs_counted"]) + " of " +
                             shortest(values["jobs_finished"]) + " jobs: warm_up=" +
                             plan.run.text("warm_up") + ", cool_down=" + plan.run.text("cool_down"),
                         "");
}

/// That a trace runs on another machine than it was recorded on.
void print_recorded_nodes(const Outcome& outcome, const SimulationPlan& plan) {
  for (const auto& metric : outcome.metrics)
    if (metric.name == "recorded_nodes")
      std::cout << wrapped(plan.workload.name + " was recorded on " + shortest(metric.value) +
                               " nodes; this platform has another number",
                           "");
}

bool has_rejections(const std::vector<MetricValue>& metrics) {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const auto& metric) { return metric.name == "jobs_rejected" && metric.value > 0; });
}

/// Where a job would run alone: " at 1e9 flop/s".
std::string alone_at(const Outcome& outcome) {
  for (const auto& metric : outcome.metrics)
    if (metric.name == "slowdown_speed")
      return " at " + shortest(metric.value) + " flop/s";
  return "";
}

/// The metrics that were asked for, or else the headlines of the architecture.
void print_metrics_of(const Outcome& outcome, const SimulationPlan& plan,
                      const std::vector<std::string>& asked) {
  const bool all = asked == std::vector<std::string>{"all"};
  const auto wanted = asked.empty() ? headlines_of(plan.deployment.actors) : asked;
  const auto is_wanted = [&](const std::string& name) {
    const bool is_of_user = name.find('.') != std::string::npos;
    return (all && !is_of_user) || std::any_of(wanted.begin(), wanted.end(), [&](const auto& one) {
             return name == one || (is_of_user && name.rfind(one + ".", 0) == 0);
           });
  };
  Table table({"metric", "value", "unit"}, {false, true, false});
  std::size_t left_out = 0;
  std::int64_t users = 0;
  for (const auto& metric : outcome.metrics) {
    users += metric.name.rfind("user_satisfaction.", 0) == 0 ? 1 : 0;
    if (is_wanted(metric.name))
      table.add({metric.name, shown(metric.value, 5), metric.unit});
    else
      left_out += metric.name.find('.') == std::string::npos ? 1 : 0;
  }
  table.print(std::cout);
  if (users > 0)
    std::cout << counted(users, "user") << ": users.csv\n";
  if (asked.empty() && left_out > 0)
    std::cout << left_out << " more metrics: --metrics all\n";
}

void print_outcome(const Outcome& outcome, const SimulationPlan& plan, const fs::path& folder,
                   const std::vector<std::string>& asked) {
  print_metrics_of(outcome, plan, asked);
  if (!plan.platform.note.empty())
    std::cout << plan.platform.note << '\n';
  print_recorded_nodes(outcome, plan);
  print_workload_notes(folder, "", std::cout);
  print_window(outcome, plan);
  for (const auto& note : outcome.notes)
    std::cout << wrapped(note, "");
  print_rejections({{"", "", {}, {{plan.seed, outcome.metrics}}}}, "", std::cout);
  if (has_rejections(outcome.metrics))
    print_rejected_jobs(folder, plan.platform, std::cout);
  std::cout << wrapped("bounded slowdown: the turnaround over the run time alone" + alone_at(outcome) +
                           ", which counts as slowdown_threshold=" + plan.run.text("slowdown_threshold") +
                           " s where it is less",
                       "");
  std::ifstream file(folder / "machine.json");
  const auto machine = nlohmann::json::parse(file, nullptr, false);
  if (machine.is_object())
    std::printf("wall time %.3f s, peak memory %.1f MiB\n", machine["wall_seconds"].get<double>(),
                machine["peak_memory_bytes"].get<double>() / 1048576);
  std::cout << std::flush;
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
       {"gzip", "", "write files of rows as gzip (jobs.csv.gz); all commands read them"}});
  if (options.help())
    return 0;
  const auto batches = batches_asked(options);
  const Library library(options.plugin_paths());
  const RunRequest request{options.text("platform"), options.text("deployment"),
                           options.text("workload"), options.settings_given(),
                           options.seed(),           options.simgrid_options(),
                           options.environment()};
  const auto asked = options.explained();
  check_metric_names("simulate", options.metrics(), library.catalog());
  for (const auto& option : request.simgrid_options)
    check_simgrid_option(option);
  const auto plan = library.plan(request);
  const auto identity = Identifier(library).identity(plan, request);
  const auto before = existing_part(options.has("output") ? options.output_folder() : default_outputs);
  const auto folder = folder_for(options, plan, identity);
  const FolderLock lock(folder);
  if (options.overwrites())
    remove_old_results(folder);
  const CommandInfo command{options.line(), 1, getpid(), options.gzips()};
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
    print_outcome(outcome, plan, folder, options.metrics());
  if (batches && outcome.status == Status::done)
    print_batch_means(folder, plan.run, *batches, std::cout);
  if (asked && (outcome.status == Status::done || outcome.status == Status::not_ended))
    print_explanation(folder, *asked, outcome);
  if (outcome.status == Status::done || outcome.status == Status::not_ended)
    std::cout << "results in " << folder.string() << '\n';
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
