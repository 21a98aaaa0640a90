// SPDX-License-Identifier: MIT
#include "multicluster_run.hpp"

#include "arena_kind.hpp"

#include <algorithm>

namespace malha::duel {
namespace {

std::deque<PlayedCluster> played(const MulticlusterActors& actors,
                                 const std::vector<PlayedCluster::Nodes>& clusters, std::uint64_t seed) {
  FlopsPerSecond fastest = 0;
  for (const auto& one : clusters)
    fastest = std::max(fastest, one.speed);
  std::deque<PlayedCluster> all;
  for (const auto& one : clusters)
    all.emplace_back(actors, static_cast<int>(all.size()) + 1, one, fastest, seed);
  return all;
}

} // namespace

MulticlusterRun::MulticlusterRun(const MulticlusterActors& actors,
                                 const std::vector<PlayedCluster::Nodes>& clusters, std::uint64_t seed)
    : random_(seed, "multicluster/meta_scheduler@master"), // as in a run
      queue_(made_policy<multicluster::UpperQueue>(*actors.meta, "queue", random_)),
      selection_(made_policy<multicluster::Selection>(*actors.meta, "selection", random_)),
      clusters_(played(actors, clusters, seed)), model_(known(), *queue_, *selection_, *this),
      is_due_(clusters.size()) {}

std::vector<multicluster::Cluster> MulticlusterRun::known() const {
  std::vector<multicluster::Cluster> all;
  for (const auto& one : clusters_)
    all.push_back(one.as_known());
  return all;
}

std::vector<PlayedCluster::Left> MulticlusterRun::run(const std::vector<Job>& jobs) {
  std::size_t submitted = 0;
  while (submitted < jobs.size() || !model_.idle()) {
    const Seconds next_job = submitted < jobs.size() ? jobs[submitted].submitted : never;
    const Seconds next = std::min(next_job, next_of_clusters());
    if (next == never)
      break; // jobs wait for what never comes
    date_ = std::max(date_, next);
    note_due_clusters();
    for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
      if (is_due_[cluster])
        clusters_[cluster].take_ends(date_);
    hear();
    for (; submitted < jobs.size() && jobs[submitted].submitted <= date_; ++submitted)
      model_.submit(jobs[submitted]);
    pass();
    while (std::count(is_due_.begin(), is_due_.end(), true) > 0) {
      let_clusters_decide();
      hear();
      pass();
      note_due_clusters();
    }
  }
  return std::move(ran_);
}

Seconds MulticlusterRun::next_of_clusters() {
  Seconds next = never;
  for (auto& one : clusters_)
    next = std::min(next, one.next());
  return next;
}

void MulticlusterRun::note_due_clusters() {
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    is_due_[cluster] = is_due_[cluster] || clusters_[cluster].next() <= date_;
}

void MulticlusterRun::pass() {
  if (model_.has_work() && model_.has_news())
    model_.pass();
}

void MulticlusterRun::let_clusters_decide() {
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    if (is_due_[cluster]) {
      is_due_[cluster] = false;
      clusters_[cluster].decide(date_);
    }
}

/// The meta-scheduler hears what has happened in the clusters.
void MulticlusterRun::hear() {
  for (int cluster = 0; cluster < static_cast<int>(clusters_.size()); ++cluster)
    for (const auto& news : at(cluster).take_news())
      if (const auto* left = std::get_if<PlayedCluster::Left>(&news)) {
        model_.left(left->job, cluster, left->start, left->end, left->state == FinalState::completed);
        if (left->start < never)
          ran_.push_back(*left);
      } else {
        model_.started(std::get<PlayedCluster::Started>(news).job, cluster);
      }
}

void MulticlusterRun::refresh(std::vector<multicluster::Cluster>& clusters) {
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
    clusters_[cluster].describe(clusters[cluster]);
}

std::vector<multicluster::Estimate> MulticlusterRun::estimate(const Job& job,
                                                              const std::vector<int>& clusters) {
  std::vector<multicluster::Estimate> estimates;
  for (const int cluster : clusters)
    estimates.push_back(at(cluster).estimate(job, date_));
  return estimates;
}

bool MulticlusterRun::offer(const Job& job, int cluster,
                            const std::optional<multicluster::Estimate>& estimate, bool is_repeated) {
  const bool is_taken = at(cluster).offer(job, estimate, is_repeated, date_);
  if (is_taken)
    is_due_[static_cast<std::size_t>(cluster)] = true;
  return is_taken;
}

} // namespace malha::duel
