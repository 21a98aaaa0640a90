// SPDX-License-Identifier: MIT
#include "job_script.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "survey.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;
using State = ShardStanding::State;

/// Shards that are done, or wait and have no results yet, share one row each.
bool belong_together(const ShardStanding& a, const ShardStanding& b) {
  return a.state == b.state && a.task.substr(0, a.task.find('_')) == b.task.substr(0, b.task.find('_')) &&
         (a.state == State::done || (a.state == State::waiting && a.done + b.done == 0));
}

struct Row {
  ShardStanding standing; ///< of all together
  std::string last;       ///< label of the last one
};

std::vector<Row> rows_of(const std::vector<ShardStanding>& shards) {
  std::vector<Row> rows;
  const ShardStanding* before = nullptr;
  for (const auto& shard : shards) {
    if (before != nullptr && belong_together(*before, shard)) {
      auto& all = rows.back().standing;
      all.runs += shard.runs;
      all.done += shard.done;
      all.left = std::max(all.left, shard.left);
      if (all.node != shard.node)
        all.node.clear();
      rows.back().last = shard.label;
    } else {
      rows.push_back({shard, shard.label});
    }
    before = &shard;
  }
  return rows;
}

void print_table(const std::vector<ShardStanding>& shards) {
  constexpr std::size_t most = 60;
  Table table({"shard", "state", "runs", "done", "failed", "missing", "left", "task", "node"},
              {false, false, true, true, true, true, true, false, false});
  const auto rows = rows_of(shards);
  for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
    const auto& [one, last] = rows[i];
    const bool goes_on = one.state == State::running || one.state == State::waiting;
    table.add({last == one.label ? one.label : one.label + "-" + last, text_of(one.state),
               std::to_string(one.runs), std::to_string(one.done), std::to_string(one.failed),
               std::to_string(one.missing()), goes_on && one.left ? shown_time(*one.left) : "",
               last == one.label ? one.task : one.task.substr(0, one.task.find('_')), one.node});
  }
  table.print(std::cout);
  if (rows.size() > most)
    std::cout << "… and " << rows.size() - most << " more rows\n";
}

/// How long the rest takes: as many tasks as run now take up the work one after the other.
std::string time_left(const std::vector<ShardStanding>& shards) {
  Seconds sum = 0, longest = 0;
  int running = 0;
  for (const auto& shard : shards) {
    if (shard.state != State::running && shard.state != State::waiting)
      continue;
    if (!shard.left)
      return "";
    sum += *shard.left;
    longest = std::max(longest, *shard.left);
    running += shard.state == State::running ? 1 : 0;
  }
  return running == 0 || longest <= 0
             ? ""
             : "; about " + shown_time(std::max(longest, sum / running)) + " left while " +
                   std::to_string(running) + (running == 1 ? " task runs" : " tasks run");
}

void print_sum(const std::vector<ShardStanding>& shards) {
  std::size_t runs = 0, done = 0, failed = 0, missing = 0;
  for (const auto& shard : shards) {
    runs += shard.runs;
    done += shard.done;
    failed += shard.failed;
    missing += shard.missing();
  }
  std::cout << wrapped(std::to_string(done) + " of " + std::to_string(runs) + " runs are done, " +
                           std::to_string(failed) + " failed, " + std::to_string(missing) + " are missing" +
                           time_left(shards),
                       "");
}

std::string last_line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (!line.empty())
      last = line;
  return last;
}

/// Names the logs of the shards that need attention. `logs` is empty if there are none.
void print_remarks(const std::vector<ShardStanding>& shards, const fs::path& logs) {
  constexpr int most = 5;
  int said = 0;
  for (const auto& shard : shards) {
    if (shard.state == State::done || shard.state == State::running || shard.state == State::waiting)
      continue;
    if (++said > most) {
      std::cout << "… and more shards that need to be looked at\n";
      return;
    }
    std::string text = "shard " + shard.label + (shard.task.empty() ? "" : ", task " + shard.task) +
                       (shard.node.empty() ? "" : " on " + shard.node);
    for (const auto& remark : shard.remarks)
      text += (&remark == &shard.remarks.front() ? ": " : "; ") + remark;
    const auto log = logs / (shard.task + ".log");
    if (!logs.empty() && !shard.task.empty() && is_there(log)) {
      text += "; see " + log.string();
      if (const auto line = last_line_of(log); !line.empty())
        text += ", which ends: " + line;
    }
    std::cout << wrapped(text, "");
  }
}

std::size_t number_of(const std::vector<ShardStanding>& shards, std::initializer_list<State> states) {
  return static_cast<std::size_t>(std::count_if(shards.begin(), shards.end(), [&](const auto& shard) {
    return std::find(states.begin(), states.end(), shard.state) != states.end();
  }));
}

/// --missing asks for --again before it makes finished runs a second time.
bool is_finished_and_outdated(const ShardStanding& shard) {
  return shard.state == State::outdated && shard.done > 0;
}

void print_what_next(const std::vector<ShardStanding>& shards, const fs::path& folder) {
  const auto collected = collected_folder(folder);
  if (number_of(shards, {State::missing, State::failed, State::outdated}) > 0)
    std::cout << "next: malha submit slurm --missing "
              << (std::any_of(shards.begin(), shards.end(), is_finished_and_outdated) ? "--again " : "")
              << "-o " << folder.string() << '\n';
  else if (number_of(shards, {State::done}) < shards.size())
    return;
  else if (is_there(collected / "runs.csv"))
    std::cout << "results in " << collected.string() << '\n';
  else
    std::cout << "next: malha collect " << folder.string() << " -o " << collected.string()
              << ", unless the job that collects waits or runs\n";
}

void print_submission(const fs::path& folder, Seconds patience) {
  const auto submission = submission_in(folder);
  std::vector<std::string> said;
  const auto shards = standing_of(submission, folder, said, patience);
  std::cout << wrapped(folder.string() + ": " + subject_of(submission.request) + ", " +
                           std::to_string(shards.size()) + (shards.size() == 1 ? " shard" : " shards"),
                       "");
  print_table(shards);
  print_sum(shards);
  for (const auto& remark : said)
    std::cout << wrapped(remark, "");
  print_remarks(shards, log_folder(folder));
  print_what_next(shards, folder);
}

int status_command(const std::vector<std::string>& words) {
  const Options options(
      "status", words, Options::none, "DIR…",
      {{"patience", "S", "if Slurm does not answer, wait S seconds for a sign of life (default: 15)"}});
  if (options.help())
    return 0;
  if (options.positional().empty())
    throw InputError(
        "status: missing folders; valid: folders of malha submit, output folders of run --shard");
  const auto patience = options.number("patience", longest_silence, 0., 1e6);
  std::vector<fs::path> others;
  for (const auto& name : options.positional()) {
    fs::path folder = fs::path(name).lexically_normal();
    if (!folder.has_filename())
      folder = folder.parent_path();
    if (holds_submission(folder))
      print_submission(folder, patience);
    else
      others.push_back(folder);
  }
  if (others.empty())
    return 0;
  const auto shards = standing_of(others, patience);
  print_table(shards);
  print_sum(shards);
  print_remarks(shards, "");
  return 0;
}

} // namespace

MALHA_COMMAND(
    "status", "status DIR…", "the progress of the shards of a campaign", status_command, 96,
    "Prints for each shard of a campaign how many runs are done, failed and missing, its task and the "
    "time that it will take, and what to do about shards that were lost.",
    "status malha-out/easygrid")

} // namespace malha
