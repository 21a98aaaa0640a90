// SPDX-License-Identifier: MIT
#include "shard_state.hpp"

#include "results/files/files.hpp"
#include "scenarios/runner/processes/real_time.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cstdlib>

namespace malha {
namespace {

constexpr const char* shard_file = "shard.json";
constexpr const char* progress_file = "progress.json";

/// The value of an environment variable; "": none.
std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The name that Slurm gives this task of an array, "412_3"; "": none.
std::string array_task() {
  const auto array = environment_variable("SLURM_ARRAY_JOB_ID"),
             task = environment_variable("SLURM_ARRAY_TASK_ID");
  return array.empty() || task.empty() ? "" : array + "_" + task;
}

std::string host_name() {
  if (auto node = environment_variable("SLURMD_NODENAME"); !node.empty())
    return node;
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::optional<ShardState> state_in(const std::filesystem::path& file) {
  const auto said = read_json(file);
  if (!said.is_object())
    return std::nullopt;
  try {
    ShardState state;
    state.beat = said.at("beat");
    state.runs = said.at("runs");
    state.done = said.at("done");
    state.failed = said.at("failed");
    state.reasons = said.at("reasons").get<std::vector<std::string>>();
    if (said.at("left").is_number())
      state.left = said["left"].get<Seconds>();
    state.ended = said.at("ended");
    state.campaign = said.at("campaign");
    state.host = said.at("host");
    state.task = said.at("task");
    return state;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

} // namespace

std::optional<ShardState> shard_state_in(const std::filesystem::path& folder) {
  return state_in(folder / shard_file);
}

std::optional<ShardState> progress_in(const std::filesystem::path& folder) {
  return state_in(folder / progress_file);
}

ShardJournal::ShardJournal(std::filesystem::path folder, Of of, std::size_t runs, std::size_t done,
                           std::string campaign)
    : file_(std::move(folder)), of_(of) {
  file_ /= of_ == Of::shard ? shard_file : progress_file;
  if (const auto before = state_in(file_))
    state_.beat = before->beat;
  state_.runs = runs;
  state_.done = done;
  state_.campaign = std::move(campaign);
  state_.host = host_name();
  state_.task = array_task();
  write();
}

ShardJournal::~ShardJournal() {
  std::error_code ignored;
  if (of_ == Of::whole)
    std::filesystem::remove(file_, ignored);
}

void ShardJournal::count(std::size_t runs, const std::string& failure) {
  constexpr std::size_t most_reasons = 3;
  (failure.empty() ? state_.done : state_.failed) += runs;
  if (!failure.empty() && state_.reasons.size() < most_reasons)
    state_.reasons.push_back(failure);
}

void ShardJournal::beat(std::optional<Seconds> left) {
  state_.left = left;
  if (real_time_now() - written_ >= (of_ == Of::shard ? between_beats : between_beats_of_whole))
    write();
}

void ShardJournal::end(const std::string& how) {
  state_.ended = how;
  if (how != ShardState::all_tried) {
    state_.failed = 0;
    state_.reasons.clear();
  }
  if (state_.done == state_.runs)
    state_.left = 0;
  write();
}

void ShardJournal::write() {
  written_ = real_time_now();
  ++state_.beat;
  const nlohmann::json left = state_.left ? nlohmann::json(*state_.left) : nlohmann::json();
  try {
    write_json(file_, {{"beat", state_.beat},
                       {"runs", state_.runs},
                       {"done", state_.done},
                       {"failed", state_.failed},
                       {"reasons", state_.reasons},
                       {"left", left},
                       {"ended", state_.ended},
                       {"campaign", state_.campaign},
                       {"host", state_.host},
                       {"task", state_.task}});
  } catch (const CannotWrite&) { // readers notice that `beat` does not grow
  }
}

} // namespace malha
