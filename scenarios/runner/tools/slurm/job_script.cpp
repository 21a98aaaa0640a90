// SPDX-License-Identifier: MIT
#include "job_script.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/shell_words.hpp"
#include "scenarios/runner/runs/needed_file.hpp"
#include "scenarios/runner/runs/plugin_folders.hpp"

#include <algorithm>
#include <cstdlib>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Slurm sends a task SIGTERM this number of seconds before its time is over.
constexpr int grace = 60;

std::string name_of(const fs::path& folder) { return folder.filename().string(); }

/// The part of the environment that tasks need; some centres empty the environment that Slurm passes on.
std::string preparation() {
  std::string lines = "cd " + shell_word(fs::current_path().string()) + " || exit 2\n";
  std::vector<std::string> names{"MALHA_PLUGIN_PATH"};
  names.insert(names.end(), file_variables.begin(), file_variables.end());
  for (const auto& name : names)
    if (const char* folders = std::getenv(name.c_str()))
      lines += "export " + name + "=" + shell_word(folders) + "\n";
  return lines;
}

std::string words_of_plugins(const SubmittedCampaign& submission) {
  std::string words;
  for (const auto& folder : submission.tasks.plugins)
    words.append(" --plugin-path ").append(shell_word(folder));
  return words;
}

} // namespace

std::string array_numbers(const std::vector<int>& shards) {
  std::string text;
  for (std::size_t i = 0; i < shards.size();) {
    auto end = i;
    while (end + 1 < shards.size() && shards[end + 1] == shards[end] + 1)
      ++end;
    if (!text.empty())
      text += ',';
    text += std::to_string(shards[i]);
    if (end > i)
      text.append("-").append(std::to_string(shards[end]));
    i = end + 1;
  }
  return text;
}

std::string shard_command(const SubmittedCampaign& submission, const fs::path& folder,
                          const std::string& shard, const std::string& number) {
  const auto& request = submission.request;
  const auto& tasks = submission.tasks;
  std::string line = shell_word(program_file().string()) + " run";
  for (const auto& scenario : request.scenarios)
    line.append(" ").append(shell_word(scenario));
  for (const auto& [key, value] : request.settings)
    line.append(" --set ").append(shell_word(std::string(key).append("=").append(value)));
  for (const auto& option : request.simgrid_options)
    line.append(" --sg-cfg ").append(shell_word(option));
  if (request.seeds)
    line += " --seeds " + std::to_string(*request.seeds);
  if (tasks.records)
    line += std::string(" --records ") + (*tasks.records ? "jobs" : "metrics");
  if (tasks.gzips)
    line += " --gzip";
  if (tasks.time_limit)
    line += " --time-limit " + shortest(*tasks.time_limit);
  return line + words_of_plugins(submission) + " -j " + std::to_string(tasks.workers) + " --costs " +
         shell_word(costs_file(folder).string()) + " --shard " + shard + " -o " +
         shell_word((folder / "shards").string()) + "/" + number;
}

std::string array_script(const SubmittedCampaign& submission, const fs::path& folder,
                         const std::vector<int>& shards) {
  const auto& tasks = submission.tasks;
  const auto number = std::to_string(submission.shards.size());
  return "#!/bin/sh\n"
         "# Each task runs one of " +
         number +
         " shards, in a folder of its own. A task that is started again\n"
         "# continues there.\n"
         "#SBATCH --job-name=malha-" +
         name_of(folder) + "\n#SBATCH --array=" + array_numbers(shards) +
         "\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=" + std::to_string(tasks.workers) +
         "\n#SBATCH --time=" + tasks.time + "\n" +
         (tasks.partition.empty() ? "" : "#SBATCH --partition=" + tasks.partition + "\n") +
         "#SBATCH --output=" + (log_folder(folder) / "%A_%a.log").string() +
         "\n#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH --signal=B:TERM@" + std::to_string(grace) +
         "\n" + preparation() + "exec " +
         shard_command(submission, folder, "array/" + number, "\"$SLURM_ARRAY_TASK_ID\"") + "\n";
}

std::string collect_script(const SubmittedCampaign& submission, const fs::path& folder) {
  const auto& tasks = submission.tasks;
  return "#!/bin/sh\n"
         "# Collects the results of the shards.\n"
         "#SBATCH --job-name=malha-collect-" +
         name_of(folder) + "\n#SBATCH --ntasks=1\n#SBATCH --time=" + tasks.time + "\n" +
         (tasks.partition.empty() ? "" : "#SBATCH --partition=" + tasks.partition + "\n") +
         "#SBATCH --output=" + (log_folder(folder) / "collect_%j.log").string() + "\n" + preparation() +
         "exec " + shell_word(program_file().string()) + " collect" + words_of_plugins(submission) + " " +
         shell_word(folder.string()) + " -o " + shell_word(collected_folder(folder).string()) + "\n";
}

void check_script_folder(const fs::path& folder) {
  const auto text = folder.string();
  if (!is_plain_word(text))
    throw InputError("output folder " + text +
                     ": a job script cannot name it; valid: letters, digits and _-+=.,:/@ in the whole path");
}

} // namespace malha
