// SPDX-License-Identifier: MIT
#include "cluster_choice.hpp"

#include <algorithm>
#include <utility>

namespace malha::multicluster {

std::vector<Candidate> ClusterChoice::candidates(const Job& job, bool among_open_only) const {
  std::vector<Candidate> candidates;
  for (int cluster = 0; cluster < clusters_.count(); ++cluster)
    if (could_run(job, cluster) && !clusters_.has_failed(cluster) &&
        !(among_open_only && clusters_[cluster].is_closed))
      candidates.push_back({cluster, nullptr});
  return candidates;
}

bool ClusterChoice::could_run_after_recovery(const Job& job) const {
  const auto& failed = clusters_.failed();
  return std::any_of(failed.begin(), failed.end(), [&](int cluster) { return could_run(job, cluster); });
}

/// Whether the cluster alone has the nodes, and no other one has the DAG of the job.
bool ClusterChoice::could_run(const Job& job, int cluster) const {
  if (dags_ != nullptr && dags_->cluster_of(job.tasks.front().id).value_or(cluster) != cluster)
    return false;
  const int size = dags_ == nullptr ? job.tasks.front().resources : dags_->nodes_for(job);
  return clusters_[cluster].nodes >= size &&
         (nodes_ == nullptr || nodes_->most_tasks(job, static_cast<std::size_t>(cluster)) >= size);
}

std::optional<Decided> ClusterChoice::choose(const Job& job, std::vector<Candidate>& candidates) {
  if (candidates.empty())
    return std::nullopt;
  const auto selected = select(job, candidates);
  if (selected.what == Selected::none)
    return std::nullopt;
  check(selected, candidates.size());
  const auto& [cluster, estimate] = candidates[selected.place];
  Decided decided{cluster, gateways_.now(), std::nullopt};
  if (estimate != nullptr && selected.also.empty())
    decided.estimate = *estimate;
  for (const auto place : selected.also)
    decided.also.push_back(candidates[place].cluster);
  return decided;
}

/// Throws SelectionBroke unless the answer names candidates, each once.
void ClusterChoice::check(const Selected& selected, std::size_t candidates) const {
  std::vector<bool> named(candidates);
  auto places = selected.also;
  places.insert(places.begin(), selected.place);
  for (const auto place : places) {
    const auto text = "it selects candidate " + std::to_string(place);
    if (place >= candidates)
      throw SelectionBroke(text + " of " + std::to_string(candidates));
    if (named[place])
      throw SelectionBroke(text + " twice");
    named[place] = true;
  }
  if (!selected.also.empty() && !policy_.sends_copies())
    throw SelectionBroke("it selects several clusters, and says that it never does");
}

Selected ClusterChoice::select(const Job& job, std::vector<Candidate>& candidates) {
  bool knows_states = false, knows_estimates = false;
  while (true) {
    const auto selected =
        policy_.select({gateways_.now(), job.tasks.front(), clusters_.all(), candidates, knows_states});
    if (selected.what == Selected::states && !std::exchange(knows_states, true))
      gateways_.refresh(clusters_.to_refresh());
    else if (selected.what == Selected::estimates && !std::exchange(knows_estimates, true))
      estimate(job, candidates);
    else if (selected.what == Selected::states || selected.what == Selected::estimates)
      throw SelectionBroke("it asks for what it was given");
    else
      return selected;
  }
}

void ClusterChoice::estimate(const Job& job, std::vector<Candidate>& candidates) {
  std::vector<int> asked;
  for (const auto& one : candidates)
    asked.push_back(one.cluster);
  estimates_ = gateways_.estimate(job, asked);
  for (std::size_t place = 0; place < candidates.size(); ++place)
    candidates[place].estimate = &estimates_[place];
}

bool ClusterChoice::can_run_nowhere(const Job& job, const std::vector<Candidate>& candidates) const {
  return candidates.size() == this->candidates(job, false).size() &&
         std::all_of(candidates.begin(), candidates.end(), [](const Candidate& one) {
           return one.estimate != nullptr && !(one.estimate->turnaround_time() < never);
         });
}

} // namespace malha::multicluster
