// SPDX-License-Identifier: MIT
#include "survey.hpp"

#include "results/files/files.hpp"
#include "scenarios/runner/processes/real_time.hpp"
#include "slurm.hpp"

#include <chrono>
#include <thread>

namespace malha {
namespace {

namespace fs = std::filesystem;
using State = ShardStanding::State;
using Queue = std::map<int, slurm::QueuedJob>;

constexpr const char* no_message = "it ended without a message (killed, or the disk was full)";

/// A shard whose state is being found.
struct Look {
  fs::path folder;
  std::optional<ShardState> said; ///< shard.json
  ShardStanding standing;
  bool is_open = false;  ///< it is not known yet whether a command works
  bool is_whole = false; ///< one command runs the whole campaign, and no task of an array
};

bool is_held(const fs::path& folder) {
  try {
    const FolderLock lock(folder, 0);
    return false;
  } catch (const InputError&) {
    return true;
  }
}

/// Reads shard.json of the open shards. Returns false once all have beaten.
bool read_beats(std::vector<Look>& looks) {
  bool is_any_silent = false;
  for (auto& look : looks) {
    if (!look.is_open)
      continue;
    const auto now = shard_state_in(look.folder);
    if (now && (now->beat != look.said->beat || !now->ended.empty())) {
      look.said = now;
      look.is_open = false;
      if (now->ended.empty())
        look.standing.state = State::running;
    }
    is_any_silent = is_any_silent || look.is_open;
  }
  return is_any_silent;
}

/// Finds the shards on which a command works, if Slurm does not say so. On this machine a command that works
/// holds the lock of its folder. On another machine it writes shard.json from time to time: dates are not
/// compared, since clocks differ.
void find_working(std::vector<Look>& looks, Seconds patience) {
  bool is_any_open = false;
  for (auto& look : looks) {
    if (!look.is_open)
      continue;
    if (is_there(look.folder) && is_held(look.folder))
      look.standing.state = State::running;
    look.is_open =
        look.standing.state != State::running && look.said && look.said->ended.empty() && !look.is_whole;
    is_any_open = is_any_open || look.is_open;
  }
  const auto end = real_time_now() + patience;
  while (is_any_open && real_time_now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    is_any_open = read_beats(looks);
  }
}

/// Copies shard.json into the standing.
void take_over(Look& look) {
  auto& standing = look.standing;
  if (!look.said)
    return;
  standing.runs = look.said->runs;
  standing.done = look.said->done;
  standing.failed = look.said->failed;
  standing.left = look.said->left;
  if (standing.node.empty())
    standing.node = look.said->host;
  if (standing.runs > 0 && standing.done >= standing.runs && !look.said->ended.empty())
    standing.state = State::done; // Slurm may still be ending its task
}

/// The state of a shard by its store alone.
void count_in_store(Look& look) {
  auto& standing = look.standing;
  if (!is_there(look.folder / Store::file_name))
    return;
  try {
    const auto [runs, finished] = runs_and_finished_in(look.folder);
    standing.runs = runs;
    standing.done = finished;
    standing.failed = 0;
    standing.left.reset();
  } catch (const InputError& error) {
    standing.remarks.emplace_back(error.what());
  }
}

/// The state of a shard on which no command works any more: what its store has, and why it stopped.
void look_closer(Look& look) {
  auto& standing = look.standing;
  const bool has_store = is_there(look.folder / Store::file_name);
  if (!look.said || look.said->ended.empty()) // it was killed: its store has more than it said
    count_in_store(look);
  if (standing.done >= standing.runs && standing.runs > 0) {
    standing.state = State::done;
    standing.left.reset();
    return;
  }
  standing.state = standing.failed > 0 ? State::failed : State::missing;
  if (!look.said)
    standing.remarks.emplace_back(has_store ? no_message : "no run of it has started");
  else if (look.said->ended.empty())
    standing.remarks.emplace_back(no_message);
  else if (look.said->ended != ShardState::all_tried)
    standing.remarks.push_back(look.said->ended);
  for (const auto& reason : look.said ? look.said->reasons : std::vector<std::string>())
    standing.remarks.push_back(reason);
}

void settle(std::vector<Look>& looks, Seconds patience) {
  find_working(looks, patience);
  for (auto& look : looks) {
    take_over(look);
    if (look.standing.state == State::missing)
      look_closer(look);
    else if (look.standing.state == State::running && !look.said)
      count_in_store(look);
  }
}

/// The queues of the arrays, by job; nothing if Slurm does not answer.
std::map<std::string, std::optional<Queue>> queues_of(const SubmittedCampaign& submission,
                                                      std::vector<std::string>& said) {
  std::map<std::string, std::optional<Queue>> queues;
  bool is_silent = false;
  for (const auto& array : submission.arrays) {
    queues[array.job] = slurm::tasks_in_queue(array.job);
    is_silent = is_silent || !queues[array.job];
  }
  if (is_silent)
    said.emplace_back("squeue does not answer here: running tasks are found by their files, and waiting ones "
                      "count as missing");
  return queues;
}

/// Finds a shard in the queue. Returns false if there is no queue.
bool find_in_queue(Look& look, const SubmittedArray& array, int shard, const std::optional<Queue>& queue) {
  look.standing.task = array.job + "_" + std::to_string(shard);
  if (!queue)
    return false;
  const auto job = queue->find(shard);
  if (job == queue->end())
    return true; // it is over
  const bool waits = job->second.state == "PENDING" || job->second.state.rfind("REQUEUE", 0) == 0 ||
                     job->second.state == "SPECIAL_EXIT";
  look.standing.state = waits ? State::waiting : State::running;
  look.standing.node = job->second.node;
  return true;
}

std::vector<ShardStanding> standings(std::vector<Look>&& looks) {
  std::vector<ShardStanding> all;
  for (auto& look : looks)
    all.push_back(std::move(look.standing));
  return all;
}

} // namespace

std::string text_of(State state) {
  switch (state) {
  case State::done:
    return "done";
  case State::running:
    return "running";
  case State::waiting:
    return "waiting";
  case State::failed:
    return "failed";
  case State::outdated:
    return "outdated";
  default:
    return "missing";
  }
}

std::vector<ShardStanding> standing_of(const SubmittedCampaign& submission, const fs::path& folder,
                                       std::vector<std::string>& said, Seconds patience) {
  const auto queues = queues_of(submission, said);
  std::vector<Look> looks;
  for (int shard = 1; shard <= static_cast<int>(submission.shards.size()); ++shard) {
    const auto& planned = submission.shards[static_cast<std::size_t>(shard - 1)];
    Look look{shard_folder(folder, shard), shard_state_in(shard_folder(folder, shard)), {}};
    look.standing.label = std::to_string(shard);
    look.standing.runs = planned.runs;
    look.standing.left = planned.time;
    const auto* array = submission.array_of(shard);
    look.is_open = array == nullptr || !find_in_queue(look, *array, shard, queues.at(array->job));
    looks.push_back(std::move(look));
  }
  settle(looks, patience);
  for (auto& look : looks)
    if (look.said && look.said->campaign != submission.request.whole->hash) {
      look.standing.state = look.standing.state == State::running ? State::running : State::outdated;
      look.standing.remarks = {"made by another build of Malha than the submission, or from other inputs"};
    }
  return standings(std::move(looks));
}

std::vector<ShardStanding> standing_of(const std::vector<fs::path>& folders, Seconds patience) {
  std::vector<Look> looks;
  for (const auto& folder : folders) {
    Look look{folder, shard_state_in(folder), {}, true};
    if (!look.said) {
      look.is_whole = true;
      look.said = progress_in(folder);
    }
    if (!look.said && !is_there(folder / Store::file_name))
      throw InputError(folder.string() +
                       ": holds no campaign; valid: a folder of malha submit, or an output folder of run");
    look.standing.label = folder.string();
    if (look.said)
      look.standing.task = look.said->task;
    looks.push_back(std::move(look));
  }
  settle(looks, patience);
  return standings(std::move(looks));
}

} // namespace malha
