// SPDX-License-Identifier: MIT
// A meta-scheduler that goes, and is back.
#include "model.hpp"

#include <algorithm>

namespace malha::multicluster {

void Model::resume() {
  advance();
  has_news_ = true;
  ++state_;
  std::vector<OfferedJob> offered;
  for (const auto& [id, handed_over] : handed_over_)
    offered.push_back({id, handed_over.cluster});
  std::sort(offered.begin(), offered.end(),
            [](const OfferedJob& a, const OfferedJob& b) { return a.job < b.job; });
  const auto standings = gateways_.standings(offered);
  for (std::size_t place = 0; place < offered.size(); ++place)
    if (handed_over_.count(offered[place].job) > 0) // else its cluster has told meanwhile that it has left
      learn(offered[place].job, standings[place]);
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    if (const auto left = gateways_.nodes_left(static_cast<int>(cluster)))
      nodes_lost(static_cast<int>(cluster), *left);
  forget_choices();
}

/// Of a job that was offered to a cluster.
void Model::learn(TaskId id, const JobStatus& standing) {
  const auto on_offer = jobs_.find(id);
  const bool has_no_answer = on_offer != jobs_.end(); // else the cluster had said that it takes the job
  const int cluster = handed_over_.at(id).cluster;
  const bool is_there = (standing.was_taken || left_early_) && !given_back_early_;
  if (has_no_answer && !is_there)
    return wait_again(on_offer->second, cluster);
  if (has_no_answer)
    was_taken(on_offer->second);
  else if (!standing.was_taken)
    take_back(id, gateways_.take_back(id, cluster));
  if (standing.left && handed_over_.count(id) > 0)
    tell_left(id, standing.left->first, standing.left->second);
}

/// What was not written down: what clusters answered, and where jobs would go next.
void Model::forget_choices() {
  refused_.clear();
  for (auto& job : waiting_) {
    job.choice.reset();
    job.was_refused = false;
    auto& waiting = jobs_.at(job.id);
    waiting.decided.reset();
    waiting.refused_by.clear();
  }
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    clusters_[cluster].is_closed = gone_.count(static_cast<int>(cluster)) > 0;
}

} // namespace malha::multicluster
