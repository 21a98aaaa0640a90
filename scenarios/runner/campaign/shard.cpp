// SPDX-License-Identifier: MIT
#include "shard.hpp"

#include "results/files/files.hpp"

#include <algorithm>

namespace malha {

WholeCampaign whole_of(const std::vector<CampaignRun>& runs) {
  std::string text;
  for (const auto& run : runs)
    text += run.scenario + '\n' + run.run + '\n' + run.parameters + '\n' + std::to_string(run.seed) + '\n' +
            run.hash + '\n';
  return {runs.size(), text_hash(text)};
}

std::vector<Seconds> expected_times(const std::vector<PlannedRun>& runs, const Costs& costs) {
  std::map<std::string, std::optional<Seconds>> known; // by hash
  Seconds sum = 0;
  int number = 0;
  for (const auto& one : runs) {
    const auto [place, is_new] = known.emplace(one.hash, std::nullopt);
    if (!is_new)
      continue;
    place->second = costs.of(one.run());
    sum += place->second.value_or(0);
    number += place->second ? 1 : 0;
  }
  std::vector<Seconds> times;
  for (const auto& one : runs)
    times.push_back(known.at(one.hash).value_or(number > 0 ? sum / number : 1));
  return times;
}

std::vector<int> split_by_cost(const std::vector<PlannedRun>& runs, const Costs& costs, int parts) {
  const auto times = expected_times(runs, costs);
  std::map<std::string, std::size_t> item_of; // by hash: runs that are the same simulation are one item
  std::vector<std::size_t> items;             // of each run
  std::vector<Seconds> costs_of_items;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [place, is_new] = item_of.emplace(runs[i].hash, costs_of_items.size());
    items.push_back(place->second);
    if (is_new)
      costs_of_items.push_back(times[i]);
  }
  const auto part_of_item = split_by_cost(costs_of_items, parts);
  std::vector<int> part_of;
  for (const auto item : items)
    part_of.push_back(part_of_item[item]);
  return part_of;
}

Shard shard_of(const std::vector<PlannedRun>& runs, const Costs& costs, int shard, int shards) {
  const auto part_of = split_by_cost(runs, costs, shards);
  Shard mine;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (part_of[i] == shard - 1) {
      mine.runs.push_back(runs[i]);
      mine.places.push_back(static_cast<std::int64_t>(i));
    }
  return mine;
}

void begin_shard(Store& store, CampaignRequest request, const WholeCampaign& whole, const Shard& shard) {
  std::map<std::int64_t, CampaignRun> described; // by place
  if (const auto before = request_of(store); before && before->whole && before->whole->hash == whole.hash) {
    auto runs = store.runs();
    const auto places = store.places();
    for (std::size_t i = 0; i < runs.size(); ++i)
      described.emplace(places[i], std::move(runs[i]));
  }
  for (std::size_t i = 0; i < shard.runs.size(); ++i)
    described.insert_or_assign(shard.places[i], shard.runs[i].run());
  std::vector<CampaignRun> runs;
  std::vector<std::int64_t> places;
  for (auto& [place, run] : described) {
    places.push_back(place);
    runs.push_back(std::move(run));
  }
  request.whole = whole;
  store.begin(text_of(request), runs, places);
}

std::size_t finished_runs(const Store& store) {
  const auto finished = store.finished();
  const auto runs = store.runs();
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [&](const auto& run) { return finished.count(run.hash) > 0; }));
}

} // namespace malha
