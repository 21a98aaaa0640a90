// SPDX-License-Identifier: MIT
#include "submission.hpp"

#include "results/files/files.hpp"
#include "results/files/shell_words.hpp"
#include "shard.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* file_name = "submit.json";

template <class Value>
json or_null(const std::optional<Value>& value) {
  return value ? json(*value) : json();
}

template <class Value>
std::optional<Value> if_any(const json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<Value>());
}

json to_json(const TaskOptions& tasks) {
  return {{"workers", tasks.workers}, {"records", or_null(tasks.records)},
          {"gzip", tasks.gzips},      {"time_limit", or_null(tasks.time_limit)},
          {"time", tasks.time},       {"partition", tasks.partition},
          {"sbatch", tasks.more},     {"plugins", tasks.plugins}};
}

TaskOptions tasks_of(const json& said) {
  TaskOptions tasks;
  tasks.workers = said.at("workers");
  tasks.records = if_any<bool>(said.at("records"));
  tasks.gzips = said.value("gzip", false);
  tasks.time_limit = if_any<Seconds>(said.at("time_limit"));
  tasks.time = said.at("time");
  tasks.partition = said.at("partition");
  tasks.more = said.at("sbatch").get<std::vector<std::string>>();
  tasks.plugins = said.at("plugins").get<std::vector<std::string>>();
  return tasks;
}

} // namespace

const SubmittedArray* SubmittedCampaign::array_of(int shard) const {
  for (auto array = arrays.rbegin(); array != arrays.rend(); ++array)
    if (std::find(array->shards.begin(), array->shards.end(), shard) != array->shards.end())
      return &*array;
  return nullptr;
}

fs::path shard_folder(const fs::path& folder, int shard) { return folder / "shards" / std::to_string(shard); }
fs::path collected_folder(const fs::path& folder) { return folder / "collected"; }
fs::path log_folder(const fs::path& folder) { return folder / "logs"; }
fs::path costs_file(const fs::path& folder) { return folder / "costs.csv"; }

bool holds_submission(const fs::path& folder) { return is_there(folder / file_name); }

SubmittedCampaign submission_in(const fs::path& folder) {
  const auto file = (folder / file_name).string();
  if (!holds_submission(folder))
    throw InputError(folder.string() + ": has no submission; valid: the folder (-o) of malha submit");
  const std::string is_damaged = file + ": is damaged; valid: the file that malha submit wrote";
  const auto said = read_json(file);
  if (!said.is_object())
    throw InputError(is_damaged);
  try {
    SubmittedCampaign submission;
    submission.request = request_from(said.at("request").dump());
    submission.tasks = tasks_of(said.at("tasks"));
    for (const auto& shard : said.at("shards"))
      submission.shards.push_back({shard.at("runs"), shard.at("seconds")});
    for (const auto& array : said.at("arrays"))
      submission.arrays.push_back({array.at("job"), array.at("shards"), array.at("collect")});
    // Both become parts of scripts.
    const auto& time = submission.tasks.time;
    const auto& partition = submission.tasks.partition;
    if (submission.shards.empty() || !submission.request.whole || !is_plain_word(time) ||
        (!partition.empty() && !is_plain_word(partition)))
      throw InputError(is_damaged);
    return submission;
  } catch (const json::exception&) {
    throw InputError(is_damaged);
  }
}

void write_submission(const SubmittedCampaign& submission, const fs::path& folder) {
  json shards = json::array(), arrays = json::array();
  for (const auto& shard : submission.shards)
    shards.push_back({{"runs", shard.runs}, {"seconds", shard.time}});
  for (const auto& array : submission.arrays)
    arrays.push_back({{"job", array.job}, {"shards", array.shards}, {"collect", array.collect}});
  write_json(folder / file_name, {{"malha", MALHA_VERSION},
                                  {"request", json::parse(text_of(submission.request))},
                                  {"tasks", to_json(submission.tasks)},
                                  {"shards", shards},
                                  {"arrays", arrays}});
}

std::vector<fs::path> shard_folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  const auto number = static_cast<int>(submission_in(folder).shards.size());
  for (int shard = 1; shard <= number; ++shard)
    if (is_there(shard_folder(folder, shard) / Store::file_name))
      folders.push_back(shard_folder(folder, shard));
  return folders;
}

std::vector<std::string> joined_plugins(std::vector<std::string> kept, const std::vector<fs::path>& given) {
  for (const auto& folder : given)
    if (const auto absolute = fs::weakly_canonical(fs::absolute(folder)).string();
        std::find(kept.begin(), kept.end(), absolute) == kept.end())
      kept.push_back(absolute);
  return kept;
}

std::vector<PlannedShard> planned_shards(const std::vector<PlannedRun>& runs, const Costs& costs, int shards,
                                         int workers) {
  std::vector<PlannedShard> planned(static_cast<std::size_t>(shards));
  const auto part_of = split_by_cost(runs, costs, shards);
  const auto times = expected_times(runs, costs);
  std::set<std::string> counted; // simulations that several runs share take their time once
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto& shard = planned[static_cast<std::size_t>(part_of[i])];
    ++shard.runs;
    if (counted.insert(runs[i].hash).second)
      shard.time += times[i] / workers;
  }
  return planned;
}

std::pair<std::size_t, std::size_t> runs_and_finished_in(const fs::path& folder) {
  const Store store(folder, Store::Access::read);
  return {store.runs().size(), finished_runs(store)};
}

} // namespace malha
