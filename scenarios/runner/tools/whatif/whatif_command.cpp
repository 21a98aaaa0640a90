// SPDX-License-Identifier: MIT
// malha whatif: when jobs that wait at a site start, under one deployment or another.
#include "answer_tables.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/run/workload_notes.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/verdicts/compared_deployment.hpp"

#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// One deployment that is asked.
struct AskedDeployment {
  std::string name;
  SimulationPlan plan;
  Identity identity;
};

/// The file of the site; of a run that was cut, its snapshot.
fs::path site_file(const Options& options) {
  const fs::path named = options.one();
  return fs::is_directory(named) && is_there(named / "snapshot.json") ? named / "snapshot.json" : named;
}

/// The settings of the command line, to which --runs belongs.
Settings settings_of_what_if(const Options& options) {
  auto settings = options.settings_given();
  if (options.has("runs") && !settings.emplace("workload.runs", options.text("runs")).second)
    throw InputError("whatif: --runs " + options.text("runs") + " and --set workload.runs=" +
                     settings["workload.runs"] + " say the same; valid: one of the two");
  if (settings.count("max_time") > 0)
    throw InputError(
        "whatif: --set max_time=" + settings["max_time"] +
        " would cut the runs, and nobody would know when the jobs behind start; valid: no max_time");
  settings.emplace("transport", "instant");
  return settings;
}

void check_reader(const fs::path& file, const Library& library) {
  if (!is_there(file))
    throw InputError(
        "whatif: " + file.string() +
        ": is not there; valid: a file that squeue --json wrote, or a folder that malha simulate "
        "--cut has written");
  const auto& reader = library.workload(file.string()).name;
  if (reader != "squeue" && reader != "snapshot")
    throw InputError("whatif: " + file.string() + ": is a workload of format '" + reader +
                     "', which does not say what runs now; valid: a file that squeue --json wrote, or a "
                     "snapshot.json");
}

std::vector<AskedDeployment> asked_deployments(const Options& options, const fs::path& file,
                                               const Library& library) {
  std::vector<ComparedDeployment> compared;
  std::vector<std::string> files;
  std::vector<Settings> own;
  for (const auto& text : options.deployments()) {
    compared.push_back(read_deployment_option(text));
    files.push_back(compared.back().deployment);
    own.push_back(compared.back().settings);
  }
  check_own_settings(compared, {});
  const auto names = names_of(compared);
  const auto settings = library.settings_of_each(files, settings_of_what_if(options), {}, own);
  Identifier identifier(library);
  std::vector<AskedDeployment> asked;
  for (std::size_t i = 0; i < names.size(); ++i) {
    // A path without a folder would be taken for the name of a generator.
    const RunRequest request{options.text("platform"),
                             files[i],
                             fs::absolute(file).lexically_normal().string(),
                             settings[i],
                             0,
                             {}};
    auto plan = library.plan(request);
    auto identity = identifier.identity(plan, request);
    asked.push_back({names[i], std::move(plan), std::move(identity)});
  }
  return asked;
}

/// What the file says, before anything is simulated.
SiteQueue queue_in(const SimulationPlan& plan) {
  RandomStreams random(plan.seed);
  constexpr FlopsPerSecond any_speed = 1e9; // times do not depend on it
  const auto source =
      plan.workload.generator->make({plan.workload.parameters, random, plan.workload.file, any_speed});
  return site_queue_of(*source);
}

fs::path folder_for(const Options& options, const fs::path& file, const std::vector<AskedDeployment>& asked) {
  auto folder = options.output_folder();
  if (folder.empty())
    return make_new_folder(output_name("whatif", {file.string()}));
  if (is_there(folder) &&
      (!fs::is_directory(folder) || (!fs::is_empty(folder) && !is_there(folder / "whatif.json"))))
    throw InputError("output folder " + folder.string() +
                     ": holds something else than results of malha whatif; valid: another folder (-o)");
  for (const auto& one : asked)
    check_run_folder(folder / one.name, one.identity.manifest);
  make_folder(folder);
  return folder;
}

/// Simulates under each deployment, and adds the notes of each. Returns how the first one that failed ended,
/// or that all are done.
Outcome simulate_all(const Options& options, const fs::path& folder,
                     const std::vector<AskedDeployment>& asked, std::vector<std::string>& notes) {
  const auto command = options.command();
  std::vector<WorkItem> items;
  for (const auto& one : asked)
    items.push_back({one.name, [&folder, &one, &command] {
                       return run_into(folder / one.name, one.plan, one.identity, command);
                     }});
  std::vector<Outcome> outcomes(asked.size());
  const int interrupted_by =
      run_workers(items, {options.worker_count()},
                  [&](std::size_t item, const Outcome& ended) { outcomes[item] = ended; });
  if (interrupted_by != 0)
    end_by_signal(interrupted_by);
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].status != Status::done && outcomes[i].status != Status::not_ended) {
      outcomes[i].message = asked[i].name + ": " + outcomes[i].message;
      return outcomes[i];
    }
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    for (const auto& note : outcomes[i].notes)
      notes.push_back(asked[i].name + ": " + note);
  return {};
}

/// A job that is larger than the cluster is no question for a policy.
void refuse_too_large(const fs::path& folder, const SiteQueue& queue, const SimulationPlan& plan) {
  int resources = 0;
  for (CsvReader rows(folder / "resources.csv"); rows.next();)
    resources += static_cast<int>(rows.integer("slots"));
  for (const auto& job : queue.waiting)
    if (job.size > resources)
      throw InputError(plan.workload.name + ": job " + job.label + " needs " + std::to_string(job.size) +
                       " nodes, and platform '" + plan.platform.name + "' has " + std::to_string(resources) +
                       "; valid: a platform with all nodes of the site");
}

/// Policies that count usage begin with that of the accounts: that of the file is not told to them.
void print_unknown_usage(const AskedDeployment& asked) {
  for (const auto& actor : asked.plan.deployment.actors) {
    const auto priority = actor.choices.find("priority");
    if (priority == actor.choices.end() || priority->second.policy->name == "cluster/no_priorities" ||
        priority->second.policy->name == "cluster/recorded_priority" ||
        !actor.parameters.text("usage").empty())
      continue;
    std::cout << wrapped(
        asked.name + ": '" + priority->second.policy->name +
            "' does not know what users have used before; --set accounts=FILE and usage=FILE "
            "say it",
        "");
  }
}

int whatif_command(const std::vector<std::string>& words) {
  const Options options(
      "whatif", words, Options::what_if | Options::settings | Options::workers | Options::output, "FILE",
      {{"runs", "SHARE", "share of their limits that jobs run, or of what is left of them (default: 1)"}});
  if (options.help())
    return 0;
  const auto file = site_file(options);
  const Library library(options.plugin_paths());
  check_reader(file, library);
  const auto asked = asked_deployments(options, file, library);
  const auto queue = queue_in(asked.front().plan);
  const auto before = existing_part(options.has("output") ? options.output_folder() : default_outputs);
  const auto folder = folder_for(options, file, asked);
  const FolderLock lock(folder);
  std::vector<std::string> notes;
  const auto outcome = simulate_all(options, folder, asked, notes);
  for (const auto& one : asked)
    discard_partial(folder / one.name, before);
  if (outcome.status != Status::done) {
    std::cerr << complaint(outcome.message);
    return static_cast<int>(outcome.status);
  }
  refuse_too_large(folder / asked.front().name, queue, asked.front().plan);
  std::vector<SiteAnswer> answers;
  for (const auto& one : asked)
    answers.push_back(site_answer_in(folder / one.name, one.name, queue.waiting));
  const auto& runs = asked.front().plan.workload.parameters.text("runs");
  write_answers(folder, queue, answers, asked.front().plan.workload.parameters.real("runs"));
  std::cout << wrapped(counted(queue.running, "job") + " run and " + std::to_string(queue.waiting.size()) +
                           " wait; jobs run " +
                           (runs == "1" ? "to their limits"
                                        : runs + " of their limits, or of what is left of them"),
                       "")
            << '\n';
  print_answers(queue, answers, std::cout);
  for (const auto& one : asked)
    print_unknown_usage(one);
  for (const auto& note : notes)
    std::cout << wrapped(note, "");
  print_workload_notes(folder / asked.front().name, "", std::cout);
  std::cout << "results in " << folder.string() << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND(
    "whatif", "whatif FILE -p P -d D…", "when jobs that wait at a site would start", whatif_command, 62,
    "Starts from the jobs that run and wait at a real site, and says when each that waits would start "
    "under each deployment, if jobs run to their limits. FILE is what squeue --json of Slurm wrote, "
    "or the folder of a run that malha simulate --cut has cut. Jobs that run keep their nodes, by "
    "name.",
    "whatif squeue.json -p named_hosts --set platform.names=n[1-4] -d Slurm=cluster.slurm -d "
    "EASY=cluster.easy_backfill -o malha-out/whatif")

} // namespace malha
