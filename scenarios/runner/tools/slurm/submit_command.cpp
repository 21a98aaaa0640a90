// SPDX-License-Identifier: MIT
#include "job_script.hpp"
#include "results/files/files.hpp"
#include "results/files/shell_words.hpp"
#include "results/files/table.hpp"
#include "sbatch_words.hpp"
#include "scenarios/runner/campaign/shard.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/processes/interruption.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/plugin_folders.hpp"
#include "scenarios/runner/runs/run_request.hpp"
#include "slurm.hpp"
#include "submission_order.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The scenarios of a command. The name of a study stands for all its scenarios.
std::vector<std::string> scenarios_named(const std::vector<std::string>& names, const Library& library) {
  const auto studies = library.studies();
  std::vector<std::string> scenarios;
  for (const auto& name : names)
    if (std::find(studies.begin(), studies.end(), name) != studies.end())
      for (auto& scenario : library.scenarios_of(name))
        scenarios.push_back(std::move(scenario));
    else
      scenarios.push_back(placed(name));
  return scenarios;
}

/// Sets the options of tasks that were given.
void set_tasks(TaskOptions& tasks, const Options& options, const std::vector<std::string>& words) {
  if (options.has("workers"))
    tasks.workers = options.worker_count();
  if (options.records())
    tasks.records = options.records();
  if (options.gzips())
    tasks.gzips = true;
  if (options.has("time-limit"))
    tasks.time_limit = options.time_limit();
  for (auto [name, text] : {std::pair("time", &tasks.time), std::pair("partition", &tasks.partition)}) {
    if (!options.has(name))
      continue;
    *text = options.text(name);
    if (!is_plain_word(*text))
      throw InputError("submit: --" + std::string(name) + " cannot be " + *text +
                       "; valid: as sbatch takes it");
  }
  if (!words.empty())
    tasks.more = words;
}

void print_scripts(const ShardOrder& order, const fs::path& folder) {
  std::cout << array_script(order.submission, folder, order.shards) << '\n'
            << collect_script(order.submission, folder);
  if (!order.probes.empty())
    std::cout << "\n# " << order.probes << '\n';
}

void print_commands(const ShardOrder& order, const fs::path& folder) {
  if (!order.probes.empty())
    std::cerr << complaint("submit: " + order.probes); // the lines on the standard output are commands
  const auto of_all = "/" + std::to_string(order.submission.shards.size());
  const auto place = shell_word(fs::current_path().string());
  for (const int shard : order.shards) {
    const auto number = std::to_string(shard);
    auto part = number;
    part += of_all;
    std::cout << "cd " << place << " && " << shard_command(order.submission, folder, part, number) << '\n';
  }
}

void write_script(const fs::path& file, const std::string& text) {
  write_file(file, [&](std::ostream& out) { out << text; });
}

/// Submits the shards to Slurm, and the job that collects their results.
void submit(ShardOrder& order, const fs::path& folder) {
  const auto array = folder / "array.sh", collect = folder / "collect.sh";
  auto& submission = order.submission;
  write_script(array, array_script(submission, folder, order.shards));
  write_script(collect, collect_script(submission, folder));
  {
    const Interruption held_back; // else a signal could leave a job that the folder does not know
    submission.arrays.push_back({slurm::submit(array, submission.tasks.more), order.shards, ""});
    write_submission(submission, folder);
  }
  auto& submitted = submission.arrays.back();
  Seconds longest = 0;
  for (const int shard : order.shards)
    longest = std::max(longest, submission.shards[static_cast<std::size_t>(shard - 1)].time);
  std::cout << "job " << submitted.job << ": " << order.shards.size()
            << (order.shards.size() == 1 ? " task" : " tasks") << " of at most about " << shown_time(longest)
            << ", " << submission.request.whole->runs << " runs in all\n";
  if (!order.probes.empty())
    std::cout << wrapped(order.probes, "");
  auto words = submission.tasks.more;
  words.push_back("--dependency=afterany:" + submitted.job);
  try {
    submitted.collect = slurm::submit(collect, words);
  } catch (const InputError& error) {
    throw InputError("job " + submitted.job + " was submitted, but the job that collects was not: " +
                     error.what() + ". When the array is over: malha collect " + folder.string() + " -o " +
                     collected_folder(folder).string());
  }
  write_submission(submission, folder);
  std::cout << "job " << submitted.collect << ": collects into " << collected_folder(folder).string()
            << " after the array\nto see its state: malha status " << folder.string() << '\n';
}

/// Removes what begin_submission wrote, as far as possible.
void remove_submission(const fs::path& folder) {
  std::error_code stays;
  for (const auto* file : {"submit.json", "costs.csv", "array.sh", "collect.sh", "logs", "shards"})
    fs::remove(folder / file, stays);
  fs::remove(folder, stays);
}

/// Writes the files of a new submission, and removes them again if nothing was submitted for sure.
void begin_submission(ShardOrder& order, const fs::path& folder, bool prints) {
  const bool is_new = !holds_submission(folder);
  make_folder(log_folder(folder));
  make_folder(folder / "shards");
  if (is_new)
    order.costs.write(costs_file(folder));
  write_submission(order.submission, folder);
  if (prints)
    return print_commands(order, folder);
  try {
    submit(order, folder);
  } catch (const slurm::UnknownAnswer&) { // a job may run, and needs the files
    throw;
  } catch (...) {
    if (is_new && order.submission.arrays.empty())
      remove_submission(folder);
    throw;
  }
}

void refuse(const std::string& what, const std::string& valid) {
  throw InputError("submit: " + what + "; valid: " + valid);
}

/// Refuses options that cannot be combined.
void check_together(const Options& options, const std::vector<std::string>& for_sbatch) {
  if (options.has("missing") && options.has("tasks"))
    refuse("--tasks cannot be combined with --missing, since the shards stay as they were submitted",
           "--missing alone, or a new submission into another folder");
  if (options.has("again") && !options.has("missing"))
    refuse("--again belongs to --missing", "--missing --again");
  if (!options.has("print"))
    return;
  if (options.has("dry-run"))
    refuse("--print cannot be combined with --dry-run", "one of them");
  for (const std::string name : {"time", "partition"})
    if (options.has(name))
      refuse("--" + name + " is for Slurm, to which --print commands submits nothing",
             "--print commands without --" + name);
  if (!for_sbatch.empty())
    refuse("words after -- are for sbatch, which --print commands does not call",
           "--print commands without --");
}

/// Checks the words before anything is read.
void check_options(const Options& options, const std::vector<std::string>& for_sbatch) {
  if (options.positional().empty() || options.positional().front() != "slurm")
    throw InputError(
        "submit: missing engine; valid: malha submit slurm SCENARIO…; for others --print commands");
  if (options.has("print") && options.text("print") != "commands")
    refuse("--print cannot be " + options.text("print"), "commands");
  check_together(options, for_sbatch);
  check_sbatch_words(for_sbatch);
}

void check_new(const fs::path& folder) {
  std::error_code none;
  if (holds_submission(folder))
    throw InputError(
        "output folder " + folder.string() +
        ": it has a submission already; valid: malha status to see its state, --missing to submit what "
        "was lost, or another folder");
  if (is_there(folder) && !fs::is_empty(folder, none))
    throw InputError("output folder " + folder.string() +
                     ": holds other files; valid: another folder, or remove it");
}

/// The request of the command; with --missing, the request of the submission before. Files that settings name
/// get their whole paths, so that the tasks, and --missing from another folder, find the same ones.
CampaignRequest request_for(const Options& options, const Library& library,
                            const std::optional<SubmittedCampaign>& submitted, const fs::path& folder) {
  const std::vector<std::string> names(options.positional().begin() + 1, options.positional().end());
  CampaignRequest request{scenarios_named(names, library),
                          options.settings_given(),
                          options.simgrid_options(),
                          options.seeds_asked(),
                          {}};
  for (auto& [key, value] : request.settings)
    value = placed_setting(key, value, library);
  if (!submitted) {
    if (names.empty())
      throw InputError(
          "submit: missing scenario; valid: a name that malha list scenarios shows, a study, or a path");
    return request;
  }
  auto before = submitted->request;
  before.whole.reset();
  const bool says_more = !request.settings.empty() || request.seeds || !request.simgrid_options.empty();
  if ((!names.empty() || says_more) && text_of(request) != text_of(before))
    throw InputError("submit: " + folder.string() +
                     " was submitted with other scenarios, settings or seeds (" + subject_of(before) +
                     "); valid: malha submit slurm --missing -o " + folder.string());
  return before;
}

int submit_command(const std::vector<std::string>& all_words) {
  const auto [words, for_sbatch] = split_at_dashes(all_words);
  const Options options(
      "submit", words,
      Options::settings | Options::workers | Options::output | Options::simgrid | Options::submission,
      "slurm SCENARIO…",
      {{"tasks", "N", "number of tasks (default: each runs about 30 min)"},
       {"time", "T", "time of a task, as sbatch takes it (default: three times the expected time)"},
       {"partition", "P", "partition of the cluster"},
       {"missing", "", "submit only the shards that failed or were lost"},
       {"again", "", "with --missing: also the shards that another build of Malha made"},
       {"dry-run", "", "print the scripts, and submit nothing"},
       {"print", "commands", "print one command for each shard, for another engine, and submit nothing"}});
  if (options.help())
    return 0;
  check_options(options, for_sbatch);
  if (!options.has("output"))
    throw InputError("submit: missing folder; valid: -o DIR, which the tasks and malha status use");
  const auto folder = fs::weakly_canonical(fs::absolute(options.output_folder()));
  check_script_folder(folder);
  const bool completes = options.has("missing");
  std::optional<SubmittedCampaign> before;
  if (completes)
    before = submission_in(folder);
  auto tasks = before ? before->tasks : TaskOptions();
  set_tasks(tasks, options, for_sbatch);
  tasks.plugins = joined_plugins(tasks.plugins, options.plugin_paths());
  const Library library({tasks.plugins.begin(), tasks.plugins.end()});
  auto request = request_for(options, library, before, folder);
  if (!completes)
    check_new(folder);
  const auto scenarios = read_scenarios(request, library);
  for (const auto& scenario : scenarios)
    if (!scenario.can_run())
      throw InputError("submit: scenario '" + scenario.name + "' " + scenario.missing() +
                       "; valid: other scenarios, or MALHA_FILES");
  Identifier identifier(library);
  const auto runs = planned_runs(request, scenarios, library, identifier);
  request.whole = whole_of(describe(runs));
  std::optional<FolderLock> lock;
  if (completes)
    lock.emplace(folder);
  auto order = completes ? order_of_missing(options, submission_in(folder), runs, folder, tasks)
                         : order_of_all(options, request, runs, library, tasks);
  if (!completes && !options.has("dry-run")) {
    make_folder(folder);
    lock.emplace(folder);
    check_new(folder); // another command may have been faster
  }
  if (order.shards.empty())
    std::cout << "no shard is missing; to see the state: malha status " << folder.string() << '\n';
  else if (options.has("dry-run"))
    print_scripts(order, folder);
  else
    begin_submission(order, folder, options.has("print"));
  return 0;
}

} // namespace

MALHA_COMMAND(
    "submit", "submit slurm SCENARIO…", "run scenarios as an array of tasks on a cluster", submit_command, 95,
    "Splits the runs of scenarios, or of a study, into shards that take about the same time. Submits an "
    "array of tasks to Slurm, one for each shard, and a job that collects the results at the end. Words "
    "after -- are passed to sbatch.",
    "submit slurm easygrid -o malha-out/easygrid --tasks 8 -- --account=physics")

} // namespace malha
