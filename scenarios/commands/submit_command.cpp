// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "job_script.hpp"
#include "options.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files.hpp"
#include "results/shell_words.hpp"
#include "results/table.hpp"
#include "scenarios/campaign/shard.hpp"
#include "scenarios/campaign/trials.hpp"
#include "scenarios/processes/progress.hpp"
#include "scenarios/runs/plugin_folders.hpp"
#include "scenarios/runs/run_request.hpp"
#include "slurm.hpp"
#include "survey.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

namespace malha {
namespace {

namespace fs = std::filesystem;

constexpr Seconds best_task = 1800; ///< centres ask for tasks of at least half an hour

/// What is to be done, once all words were read.
struct Order {
  Submission submission;
  Costs costs;
  std::vector<int> shards; ///< those that are submitted now
};

/// Splits the words at "--": what stands behind it is for sbatch.
std::pair<std::vector<std::string>, std::vector<std::string>> split(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return {{words.begin(), end}, {end == words.end() ? end : end + 1, words.end()}};
}

/// Throws InputError on words for sbatch that are Malha's own business.
void check_words(const std::vector<std::string>& words) {
  for (const auto& word : words)
    for (const std::string own :
         {"--array", "--dependency", "--output", "--wrap", "--parsable", "-a", "-d", "-o"})
      if (word == own || word.rfind(own + "=", 0) == 0)
        throw InputError("submit: " + word +
                         " is set by malha submit itself; valid behind --: other options of sbatch, such as "
                         "--account=NAME");
}

/// The scenarios of a command, in which the name of a study stands for all of its own.
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

/// "01:20:00", in steps of ten minutes. Nothing is known of the machine, so that a task gets three times what
/// it took elsewhere.
std::string time_for(Seconds task) {
  const auto minutes = 10 * std::max(1L, std::lround(std::ceil(3 * task / 600)));
  char text[32];
  std::snprintf(text, sizeof text, "%02ld:%02ld:00", minutes / 60, minutes % 60);
  return text;
}

/// A number of tasks that last about half an hour each, or the number that was asked for.
int number_of_tasks(const Options& options, const std::vector<PlannedRun>& runs, Seconds work,
                    std::optional<int> most) {
  std::set<std::string> different;
  for (const auto& one : runs)
    different.insert(one.run.hash);
  const auto most_shards = static_cast<int>(different.size());
  if (!options.has("tasks"))
    return std::min({most_shards, most.value_or(most_shards),
                     static_cast<int>(std::clamp(std::ceil(work / best_task), 1.0, 1e6))});
  const auto tasks = parse_number<int>(options.text("tasks"));
  if (!tasks || *tasks < 1 || *tasks > most_shards)
    throw InputError("submit: --tasks cannot be " + options.text("tasks") + "; valid: from 1 to " +
                     std::to_string(most_shards) + ", the number of different runs");
  if (most && *tasks > *most)
    throw InputError("submit: --tasks cannot be " + options.text("tasks") +
                     ": this centre takes arrays of at most " + std::to_string(*most) +
                     " tasks (MaxArraySize); valid: --tasks " + std::to_string(*most) +
                     " or fewer, with longer tasks or a larger -j");
  return *tasks;
}

/// Options that say how tasks run go into the tasks. What is not given stays as it is.
void set_tasks(TaskOptions& tasks, const Options& options, const std::vector<std::string>& words) {
  if (options.has("workers"))
    tasks.workers = options.worker_count();
  if (options.records())
    tasks.records = options.records();
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
  for (const auto& folder : options.plugin_paths())
    tasks.plugins.push_back(fs::absolute(folder).string());
}

/// A new submission of all shards.
Order order_of_all(const Options& options, const CampaignRequest& request,
                   const std::vector<PlannedRun>& runs, const Library& library,
                   const std::vector<std::string>& words) {
  Order order;
  order.submission.request = request;
  set_tasks(order.submission.tasks, options, words);
  int interrupted_by = 0;
  order.costs = tried(runs, Costs(library.data() / "scenarios" / "run_times.csv"), library, interrupted_by);
  if (interrupted_by != 0)
    end_by_signal(interrupted_by);
  const int workers = order.submission.tasks.workers;
  const auto work = planned_shards(runs, order.costs, 1, workers).front().time;
  const auto most = options.has("print") ? std::nullopt : slurm::most_tasks();
  order.submission.shards =
      planned_shards(runs, order.costs, number_of_tasks(options, runs, work, most), workers);
  Seconds longest = 0;
  for (const auto& shard : order.submission.shards)
    longest = std::max(longest, shard.time);
  if (order.submission.tasks.time.empty())
    order.submission.tasks.time = time_for(longest);
  order.shards.resize(order.submission.shards.size());
  std::iota(order.shards.begin(), order.shards.end(), 1);
  return order;
}

/// The shards of an earlier submission that nobody works on and that are not done. A build of today makes the
/// runs; shards of another build are made again.
Order order_of_missing(const Options& options, const Submission& before, const std::vector<PlannedRun>& runs,
                       const fs::path& folder, const std::vector<std::string>& words) {
  Order order{before, Costs(costs_file(folder)), {}};
  order.submission.request.whole = whole_of(described(runs));
  set_tasks(order.submission.tasks, options, words);
  order.submission.shards = planned_shards(runs, order.costs, static_cast<int>(before.shards.size()),
                                           order.submission.tasks.workers);
  std::vector<std::string> said;
  const auto shards = standing_of(order.submission, folder, said);
  for (const auto& remark : said)
    std::cerr << complaint("submit: " + remark);
  for (int shard = 1; shard <= static_cast<int>(shards.size()); ++shard) {
    const auto state = shards[static_cast<std::size_t>(shard - 1)].state;
    if (state == ShardStanding::State::failed || state == ShardStanding::State::missing ||
        state == ShardStanding::State::stale)
      order.shards.push_back(shard);
  }
  return order;
}

void print_scripts(const Order& order, const fs::path& folder) {
  std::cout << array_script(order.submission, folder, order.shards) << '\n'
            << collect_script(order.submission, folder);
}

void print_commands(const Order& order, const fs::path& folder) {
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

/// Hands the shards to Slurm, and behind them the job that collects.
void submit(Order& order, const fs::path& folder) {
  const auto array = folder / "array.sh", collect = folder / "collect.sh";
  auto& submission = order.submission;
  write_script(array, array_script(submission, folder, order.shards));
  write_script(collect, collect_script(submission, folder));
  submission.arrays.push_back({slurm::submit(array, submission.tasks.more), order.shards, ""});
  auto& submitted = submission.arrays.back();
  write_submission(submission, folder);
  Seconds longest = 0;
  for (const int shard : order.shards)
    longest = std::max(longest, submission.shards[static_cast<std::size_t>(shard - 1)].time);
  std::cout << "job " << submitted.job << ": " << order.shards.size()
            << (order.shards.size() == 1 ? " task" : " tasks") << " of at most about " << shown_time(longest)
            << ", " << submission.request.whole->runs << " runs in all\n";
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
            << " when it is over\nlook at it: malha status " << folder.string() << '\n';
}

/// Writes what a new submission needs, and takes it away again where nothing was submitted.
void begin_submission(Order& order, const fs::path& folder, bool prints) {
  const bool is_new = !holds_submission(folder);
  fs::create_directories(log_folder(folder));
  fs::create_directories(folder / "shards");
  if (is_new)
    order.costs.write(costs_file(folder));
  write_submission(order.submission, folder);
  if (prints)
    return print_commands(order, folder);
  try {
    submit(order, folder);
  } catch (...) {
    if (is_new && order.submission.arrays.empty()) {
      for (const auto* file : {"submit.json", "costs.csv", "array.sh", "collect.sh", "logs", "shards"})
        fs::remove(folder / file);
      std::error_code is_used;
      fs::remove(folder, is_used);
    }
    throw;
  }
}

void check_engine(const Options& options) {
  if (options.positional().empty() || options.positional().front() != "slurm")
    throw InputError(
        "submit: which engine? valid: malha submit slurm SCENARIO…; for others --print commands");
  if (options.has("print") && options.text("print") != "commands")
    throw InputError("submit: --print cannot be " + options.text("print") + "; valid: commands");
}

void check_new(const fs::path& folder) {
  std::error_code none;
  if (holds_submission(folder))
    throw InputError(
        "output folder " + folder.string() +
        ": a campaign was submitted into it before; valid: malha status to look at it, --missing to "
        "submit what was lost, or another folder");
  if (is_there(folder) && !fs::is_empty(folder, none))
    throw InputError("output folder " + folder.string() +
                     ": holds something else; valid: another folder, or remove it");
}

/// What the command asks for; with --missing, what the folder's submission asked for.
CampaignRequest request_for(const Options& options, const Library& library, const fs::path& folder) {
  const std::vector<std::string> names(options.positional().begin() + 1, options.positional().end());
  CampaignRequest request{scenarios_named(names, library),
                          options.settings_given(),
                          options.simgrid_options(),
                          options.seeds_asked(),
                          {}};
  if (!options.has("missing")) {
    if (names.empty())
      throw InputError("submit: which scenario? valid: " + listed(library.scenarios()) +
                       ", a study, or a path");
    return request;
  }
  auto before = submission_in(folder).request;
  before.whole.reset();
  const bool says_more = !request.settings.empty() || request.seeds || !request.simgrid_options.empty();
  if ((!names.empty() || says_more) && text_of(request) != text_of(before))
    throw InputError("submit: " + folder.string() +
                     " was submitted with other scenarios, settings or seeds (" + subject_of(before) +
                     "); valid: malha submit slurm --missing -o " + folder.string());
  return before;
}

int submit_command(const std::vector<std::string>& all_words) {
  const auto [words, for_sbatch] = split(all_words);
  const Options options(
      "submit", words,
      Options::settings | Options::workers | Options::output | Options::simgrid | Options::submission,
      "slurm SCENARIO…",
      {{"tasks", "N", "number of tasks; else so many that each takes about half an hour"},
       {"time", "T", "time for a task, as sbatch takes it; else three times what is expected"},
       {"partition", "P", "partition of the cluster"},
       {"missing", "", "submit only the shards that failed or were lost"},
       {"dry-run", "", "print the scripts, and submit nothing"},
       {"print", "commands", "print a command a shard, for another engine, and submit nothing"}});
  if (options.help())
    return 0;
  check_engine(options);
  check_words(for_sbatch);
  const Library library(options.plugin_paths());
  const auto folder = fs::weakly_canonical(fs::absolute(options.text("output")));
  check_script_folder(folder);
  auto request = request_for(options, library, folder);
  if (!options.has("missing"))
    check_new(folder);
  const auto scenarios = read_scenarios(request, library);
  Identifier identifier(library);
  const auto runs = planned_runs(request, scenarios, library, identifier);
  request.whole = whole_of(described(runs));
  std::optional<FolderLock> lock;
  if (!options.has("dry-run")) {
    make_folder(folder);
    lock.emplace(folder);
    if (!options.has("missing"))
      check_new(folder); // somebody may have been faster
  }
  auto order = options.has("missing")
                   ? order_of_missing(options, submission_in(folder), runs, folder, for_sbatch)
                   : order_of_all(options, request, runs, library, for_sbatch);
  if (order.shards.empty())
    std::cout << "no shard is missing; look at it: malha status " << folder.string() << '\n';
  else if (options.has("dry-run"))
    print_scripts(order, folder);
  else
    begin_submission(order, folder, options.has("print"));
  return 0;
}

} // namespace

MALHA_COMMAND(
    "submit", "submit slurm SCENARIO…", "run scenarios as an array of tasks on a cluster", submit_command, 95,
    "Deals the runs of scenarios, or of a study, to shards that take about the same time. Submits an "
    "array of tasks to Slurm, a task a shard, and a job that collects the results when the array is "
    "over. What stands behind -- goes to sbatch.",
    "submit slurm easygrid -o malha-out/easygrid --tasks 8 -- --account=physics")

} // namespace malha
