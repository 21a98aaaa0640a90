// SPDX-License-Identifier: MIT
#include "shard_state.hpp"

#include "results/files.hpp"
#include "scenarios/processes/real_time.hpp"
#include "scenarios/runs/run_folder.hpp"

#include <unistd.h>

#include <cstdlib>

namespace malha {
namespace {

constexpr const char* state_file = "shard.json";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// As Slurm calls the task of an array: "412_3".
std::string array_task() {
  const auto array = environment("SLURM_ARRAY_JOB_ID"), task = environment("SLURM_ARRAY_TASK_ID");
  return array.empty() || task.empty() ? "" : array + "_" + task;
}

std::string host_name() {
  if (auto node = environment("SLURMD_NODENAME"); !node.empty())
    return node;
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

} // namespace

std::optional<ShardState> shard_state_in(const std::filesystem::path& folder) {
  const auto said = read_json(folder / state_file);
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

ShardJournal::ShardJournal(std::filesystem::path folder, std::size_t runs, std::size_t done,
                           std::string campaign)
    : folder_(std::move(folder)) {
  if (const auto before = shard_state_in(folder_))
    state_.beat = before->beat;
  state_.runs = runs;
  state_.done = done;
  state_.campaign = std::move(campaign);
  state_.host = host_name();
  state_.task = array_task();
  write();
}

void ShardJournal::count(std::size_t runs, const std::string& failure) {
  constexpr std::size_t most = 3;
  (failure.empty() ? state_.done : state_.failed) += runs;
  if (!failure.empty() && state_.reasons.size() < most)
    state_.reasons.push_back(failure);
}

void ShardJournal::beat(std::optional<Seconds> left) {
  state_.left = left;
  if (real_time_now() - written_ >= between_beats)
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
    write_json(folder_ / state_file, {{"beat", state_.beat},
                                      {"runs", state_.runs},
                                      {"done", state_.done},
                                      {"failed", state_.failed},
                                      {"reasons", state_.reasons},
                                      {"left", left},
                                      {"ended", state_.ended},
                                      {"campaign", state_.campaign},
                                      {"host", state_.host},
                                      {"task", state_.task}});
  } catch (const CannotWrite&) { // whoever reads it sees that it beats no more
  }
}

} // namespace malha
