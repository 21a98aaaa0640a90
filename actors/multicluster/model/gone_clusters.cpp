// SPDX-License-Identifier: MIT
// Clusters that go, with all they have, and return.
#include "model.hpp"

#include <algorithm>
#include <tuple>

namespace malha::multicluster {

void Model::cluster_gone(int cluster, bool for_good) {
  advance();
  has_news_ = true;
  ++state_;
  gone_.insert(cluster);
  clusters_[static_cast<std::size_t>(cluster)].is_closed = true;
  for (auto& waiting : waiting_)
    if (waiting.choice && waiting.choice->cluster == cluster) {
      waiting.choice.reset();
      jobs_.at(waiting.id).decided.reset();
    }
  std::vector<TaskId> had;
  for (const auto& [id, handed_over] : handed_over_)
    if (handed_over.cluster == cluster)
      had.push_back(id);
  std::sort(had.begin(), had.end());
  for (const auto id : had)
    take_back(id, gateways_.take_back(id, cluster));
  if (for_good)
    nodes_lost(cluster, 0);
}

/// The job waits again at its place in the upper queue, as if it had come just now.
void Model::take_back(TaskId id, const LoggedState& fate) {
  if (fate.left)
    return tell_left(id, fate.left->first, fate.left->second);
  auto job = std::move(*handed_over_.extract(id).mapped().job);
  job.extensions.set(fate.earlier);
  tell(&Listener::taken_back, id);
  const auto& task = job.tasks.front();
  const UpperJob waits{id, task.submitted, task.resources};
  const auto behind = std::find_if(waiting_.begin(), waiting_.end(), [&](const UpperJob& other) {
    return std::tie(other.submitted, other.id) > std::tie(waits.submitted, waits.id);
  });
  waiting_nodes_ += task.resources;
  const auto place = waiting_.insert(behind, waits);
  jobs_.emplace(id, Waiting{std::move(job), place});
}

void Model::cluster_returned(int cluster) {
  advance();
  gone_.erase(cluster);
  place_is_free(cluster);
  has_news_ = true;
}

void Model::nodes_lost(int cluster, int nodes) {
  has_news_ = has_shrunk_ = true;
  clusters_[static_cast<std::size_t>(cluster)].nodes = nodes;
  for (auto& waiting : waiting_)
    if (const bool is_on_offer = handed_over_.count(waiting.id) > 0;
        !is_on_offer && waiting.choice && waiting.choice->cluster == cluster && waiting.size > nodes) {
      waiting.choice.reset();
      jobs_.at(waiting.id).decided.reset();
    }
}

void Model::given_back(TaskId job, int cluster, int nodes) {
  advance();
  nodes_lost(cluster, nodes);
  if (gone_.count(cluster) == 0)
    place_is_free(cluster);
  const auto found = handed_over_.find(job);
  if (found == handed_over_.end() || found->second.cluster != cluster)
    return; // the cluster has gone since, and the job was taken back
  if (jobs_.count(job) > 0)
    given_back_early_ = true;
  else
    take_back(job, gateways_.take_back(job, cluster));
}

/// The job was on offer to the cluster, which does not have it any more.
void Model::wait_again(Waiting& waiting, int cluster) {
  given_back_early_ = false;
  handed_over_.erase(waiting.place->id);
  waiting.place->choice.reset();
  waiting.decided.reset();
  if (const auto fate = gateways_.take_back(waiting.place->id, cluster); fate.earlier.restarts > 0)
    waiting.job.extensions.set(fate.earlier);
}

/// Of jobs that came when a cluster had more nodes.
void Model::reject_what_is_too_large() {
  if (!std::exchange(has_shrunk_, false))
    return;
  std::vector<TaskId> too_large;
  for (const auto& waiting : waiting_)
    if (const auto& job = jobs_.at(waiting.id).job;
        candidates_for(job, false).empty() && !could_run_where_gone(job))
      too_large.push_back(waiting.id);
  for (const auto id : too_large)
    reject(find(id));
}

/// Whether a cluster could run the job that is gone, and may come back.
bool Model::could_run_where_gone(const Job& job) const {
  return std::any_of(gone_.begin(), gone_.end(),
                     [&](int cluster) { return could_run(job, static_cast<std::size_t>(cluster)); });
}

} // namespace malha::multicluster
