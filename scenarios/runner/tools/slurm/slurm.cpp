// SPDX-License-Identifier: MIT
#include "slurm.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/shell_words.hpp"
#include "results/files/table.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

namespace malha {

namespace slurm {
namespace {

struct Said {
  int status;
  std::string text; ///< on both its outputs
};

/// Status 127: there is no such program.
Said said_by(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words)
    line.append(shell_word(word)).append(" ");
  FILE* pipe = popen((line + "2>&1 </dev/null").c_str(), "r"); // NOLINT: every word is quoted
  if (pipe == nullptr)
    return {127, "no process for " + words.front()};
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t bytes = 0; (bytes = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), bytes);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, text};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// The output of a program in one line.
std::string in_one_line(const std::string& text) {
  std::string line;
  for (const auto& one : lines_of(text))
    line.append(line.empty() ? "" : " ").append(one);
  return line.empty() ? "nothing" : line;
}

std::string version_of_sbatch() {
  const auto said = said_by({"sbatch", "--version"});
  return said.status == 0 ? in_one_line(said.text) : "an unknown version";
}

} // namespace

std::optional<int> most_tasks() {
  const auto said = said_by({"scontrol", "show", "config"});
  if (said.status != 0)
    return std::nullopt;
  for (const auto& line : lines_of(said.text))
    if (line.rfind("MaxArraySize", 0) == 0)
      if (const auto number = parse_number<int>(line.substr(std::min(line.find('=') + 2, line.size()))))
        return *number - 1; // tasks are numbered from 1, and the highest number is below it
  return std::nullopt;
}

std::string submit(const std::filesystem::path& script, const std::vector<std::string>& words) {
  const std::string kept =
      ". The folder is kept, since a job may need it; valid: squeue to see whether something "
      "was submitted, then malha submit slurm --missing, or remove the folder";
  std::vector<std::string> command{"sbatch", "--parsable"};
  command.insert(command.end(), words.begin(), words.end());
  command.push_back(script.string());
  const auto said = said_by(command);
  if (said.status == 127)
    throw InputError(
        "sbatch is not in PATH: Slurm is not installed here; valid: a login node of the cluster, "
        "--dry-run to see the script, or --print commands for another engine");
  if (said.status >= 128 || said.text.find("timed out") != std::string::npos)
    throw UnknownAnswer("sbatch (" + version_of_sbatch() +
                        ") ended without an answer: " + in_one_line(said.text) + kept);
  if (said.status != 0)
    throw InputError("sbatch (" + version_of_sbatch() + ") refuses " + script.filename().string() + ": " +
                     in_one_line(said.text) +
                     "; valid: options that this centre takes, after --, or --dry-run to see the script");
  for (const auto& line : lines_of(said.text)) { // warnings may stand around it; ";" and a cluster behind it
    auto number = line.substr(0, line.find(';'));
    if (parse_number<long>(number))
      return number;
  }
  throw UnknownAnswer("sbatch (" + version_of_sbatch() +
                      ") answers with no number of a job: " + in_one_line(said.text) + kept);
}

std::optional<std::map<int, QueuedJob>> tasks_in_queue(const std::string& array) {
  const auto said = said_by({"squeue", "--noheader", "--array", "--jobs=" + array, "--format=%K|%T|%N|%r"});
  std::map<int, QueuedJob> tasks;
  if (said.text.find("Invalid job id") != std::string::npos)
    return tasks; // it has been over for so long that Slurm has forgotten it
  if (said.status != 0)
    return std::nullopt;
  for (const auto& line : lines_of(said.text)) {
    std::istringstream in(line);
    std::string task;
    QueuedJob job;
    std::getline(in, task, '|');
    std::getline(in, job.state, '|');
    std::getline(in, job.node, '|');
    std::getline(in, job.reason);
    if (const auto number = parse_number<int>(task))
      tasks[*number] = job;
  }
  return tasks;
}

} // namespace slurm
} // namespace malha
