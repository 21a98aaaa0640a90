// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"
#include "platforms/plans/write_xml.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/csv_reader.hpp"
#include "results/files.hpp"
#include "results/metrics.hpp"
#include "results/table.hpp"
#include "results/validator.hpp"
#include "scenarios/processes/simgrid_options.hpp"
#include "scenarios/processes/workers.hpp"
#include "scenarios/runs/run_folder.hpp"
#include "scenarios/verdicts/rejections.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// What was done to the jobs of the workload while they were read, and which jobs count.
void print_notes(const fs::path& folder) {
  std::ifstream file(folder / "manifest.json");
  const auto manifest = nlohmann::json::parse(file, nullptr, false);
  if (!manifest.is_object())
    return;
  const auto notes = manifest.value("workload_notes", nlohmann::json::object());
  for (const auto& [what, jobs] : notes.items())
    std::cout << "workload: " << jobs << (jobs == 1 ? " job, " : " jobs, ") << what << '\n';
}

/// Which jobs are in the means, when not all are.
void print_window(const Outcome& outcome, const SimulationPlan& plan) {
  std::map<std::string, double> values;
  for (const auto& metric : outcome.metrics)
    values[metric.name] = metric.value;
  if (values["jobs_counted"] < values["jobs_finished"])
    std::cout << "means and maxima over " << shortest(values["jobs_counted"]) << " of "
              << shortest(values["jobs_finished"]) << " jobs: warm_up=" << plan.run.text("warm_up")
              << ", cool_down=" << plan.run.text("cool_down") << '\n';
}

/// That a trace runs on another machine than it was recorded on.
void print_recorded_nodes(const Outcome& outcome, const SimulationPlan& plan) {
  for (const auto& metric : outcome.metrics)
    if (metric.name == "recorded_nodes")
      std::cout << plan.workload.name << " was recorded on " << shortest(metric.value)
                << " nodes; this platform has another number\n";
}

void print_outcome(const Outcome& outcome, const SimulationPlan& plan, const fs::path& folder) {
  Table table({"metric", "value", "unit"}, {false, true, false});
  for (const auto& metric : outcome.metrics)
    table.add({metric.name, shortest(metric.value), metric.unit});
  table.print(std::cout);
  if (!plan.platform.note.empty())
    std::cout << plan.platform.note << '\n';
  print_recorded_nodes(outcome, plan);
  print_notes(folder);
  print_window(outcome, plan);
  print_rejections({{"", "", {}, {{plan.seed, outcome.metrics}}}}, "", std::cout);
  std::cout << "bounded slowdown: an execution below " << shortest(bounded_slowdown_threshold)
            << " s counts as " << shortest(bounded_slowdown_threshold) << " s\n";
  std::ifstream file(folder / "machine.json");
  const auto machine = nlohmann::json::parse(file, nullptr, false);
  if (machine.is_object())
    std::printf("wall time %.3f s, peak memory %.1f MiB; ", machine["wall_seconds"].get<double>(),
                machine["peak_memory_bytes"].get<double>() / 1048576);
  std::cout << std::flush << "results in " << folder.string() << '\n';
}

/// What the decision log says of a job at a date.
void print_explanation(const fs::path& folder, JobId job, Seconds date) {
  const std::map<std::string, std::string> states{
      {"start", "has started"}, {"wait", "waits"}, {"drop", "was dropped"}};
  CsvReader rows(folder / "decisions.csv");
  std::string said = "is not known yet", since;
  bool known = false;
  while (rows.next()) {
    if (rows.text("job") != std::to_string(job))
      continue;
    known = true;
    if (rows.real("time") > date)
      break;
    const auto said_as = states.find(rows.text("decision"));
    if (said_as == states.end()) // of its reservation
      continue;
    said = said_as->second + " (" + rows.text("reason") +
           (rows.text("promised_start").empty() ? "" : ", start promised at " + rows.text("promised_start")) +
           ")";
    since = " since t=" + rows.text("time") + " s";
  }
  std::cout << "job " << job << " at t=" << shortest(date)
            << " s: " << (known ? said + since : "no decision was ever about it") << '\n';
}

Status print_validation(const Validation& found) {
  for (const auto& check : found.checks)
    std::cout << wrapped("checked: " + check, "");
  for (const auto& unchecked : found.unchecked)
    std::cout << wrapped("not checked: " + unchecked, "");
  for (const auto& violation : found.violations)
    std::cout << "violation: " << violation << '\n';
  std::cout << found.jobs << " jobs, " << (found.violations.empty() ? "valid" : "NOT valid") << '\n';
  return found.violations.empty() ? Status::done : Status::missed;
}

/// Settings of the command line, where a platform is all there is to set.
Settings platform_settings(const Options& options) {
  const Settings given = options.settings_given();
  for (const auto& [key, value] : given)
    if (key.rfind("platform.", 0) != 0)
      throw InputError("setting " + key + "=" + value + ": a platform takes platform.… only");
  return with_prefix(given, "platform");
}

/// A jobs.csv on the nodes of a platform as other tools number them: its workers, in its order.
Validation validated_on_platform(const fs::path& jobs, const Options& options) {
  const Library library(options.plugin_paths());
  const auto platform = library.platform(options.text("platform"), platform_settings(options));
  std::vector<ResourceRow> nodes;
  for (const auto& [host, speed] : workers_of(platform, options.seed()))
    nodes.push_back({static_cast<int>(nodes.size()), host, speed, 1, "", "", 1});
  return validate_jobs(jobs, nodes, speeds_over_time(platform.profiles));
}

} // namespace

int simulate_command(const std::vector<std::string>& words) {
  const Options options("simulate", words,
                        Options::simulation | Options::settings | Options::output | Options::simgrid, "");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const RunRequest request{options.text("platform"), options.text("deployment"),
                           options.text("workload"), options.settings_given(),
                           options.seed(),           options.simgrid_options(),
                           options.environment()};
  const auto asked = options.explained();
  for (const auto& option : request.simgrid_options)
    check_simgrid_option(option);
  const auto plan = library.plan(request);
  const auto identity = Identifier(library).identity(plan, request);
  const fs::path folder = options.text("output"), before = existing_part(folder);
  check_run_folder(folder, identity.manifest);
  make_folder(folder);
  const FolderLock lock(folder);
  const auto simulate = [&] { return run_into(folder, plan, identity, {options.line(), 1}); };
  Outcome outcome;
  const int interrupted_by = run_workers({{"simulation", simulate}}, {},
                                         [&](std::size_t, const Outcome& ended) { outcome = ended; });
  discard_partial(folder, before);
  if (interrupted_by != 0)
    end_by_signal(interrupted_by);
  if (outcome.status == Status::done || outcome.status == Status::not_ended)
    print_outcome(outcome, plan, folder);
  if (asked && fs::exists(folder / "decisions.csv"))
    print_explanation(folder, asked->first, asked->second);
  if (outcome.status != Status::done)
    std::cerr << "malha: " << (outcome.status == Status::died ? "simulation: " : "") << outcome.message
              << '\n';
  return static_cast<int>(outcome.status);
}

int validate_command(const std::vector<std::string>& words) {
  const Options options("validate", words, Options::grid | Options::seeded, "DIR|jobs.csv");
  if (options.help())
    return 0;
  const fs::path folder = options.one();
  if (!options.has("platform") && !options.settings_given().empty())
    throw InputError("validate: --set is for a platform; valid: with -p PLATFORM");
  if (!options.has("platform") && options.has_seed())
    throw InputError("validate: --seed is for a platform; valid: with -p PLATFORM");
  if (options.has("platform"))
    return static_cast<int>(print_validation(validated_on_platform(folder, options)));
  if (!fs::is_directory(folder))
    throw InputError(
        "validate: " + folder.string() +
        " is no folder; valid: a folder that a run wrote, or the jobs.csv of another tool with -p PLATFORM");
  std::vector<fs::path> runs;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().filename() == "jobs.csv" && entry.path().parent_path() != folder)
      runs.push_back(entry.path().parent_path());
  std::sort(runs.begin(), runs.end());
  if (runs.empty() || fs::exists(folder / "jobs.csv"))
    return static_cast<int>(print_validation(validate_schedule(folder)));
  Status status = Status::done;
  for (const auto& run : runs) {
    std::cout << run.string() << '\n';
    if (print_validation(validate_schedule(run)) != Status::done)
      status = Status::missed;
  }
  return static_cast<int>(status);
}

int platform_command(const std::vector<std::string>& words) {
  const Options options("platform", words, Options::settings | Options::seeded, "NAME");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto* generator = library.platform_generator(options.one());
  std::vector<std::string> names;
  for (const auto& [name, other] : library.catalog().platforms())
    names.push_back(name);
  if (generator == nullptr)
    throw InputError("unknown platform generator '" + options.one() + "'; valid: " + listed(names));
  const Settings own = platform_settings(options);
  RandomStreams random(options.seed());
  try {
    write_xml(generator->plan(Parameters(generator->parameters, own), random), std::cout);
  } catch (const std::invalid_argument& error) {
    throw InputError("platform '" + generator->name + "': " + error.what());
  }
  return 0;
}

} // namespace malha
