// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/model.hpp"
#include "played_cluster.hpp"

#include <deque>

namespace malha::duel {

/// A meta-scheduler and its clusters at work, without SimGrid: their models, between which messages take no
/// time. At each date ends come first, then submissions and hand-overs, then the clusters decide; what starts
/// there may bring further hand-overs at the same date (docs/multicluster.md, Dates).
class MulticlusterRun : private multicluster::Gateways {
public:
  MulticlusterRun(const MulticlusterActors& actors, const std::vector<PlayedCluster::Nodes>& clusters,
                  std::uint64_t seed);

  /// What became of the jobs, in the order of the news of it; fewer than there are jobs if some never run.
  /// Jobs are in the order of their submissions; their one task has the id that is their place. Throws
  /// BrokenRule if a policy breaks a rule.
  std::vector<PlayedCluster::Left> run(const std::vector<Job>& jobs);

private:
  Seconds now() const override { return date_; }
  void refresh(std::vector<multicluster::Cluster>& clusters) override;
  std::vector<multicluster::Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  bool offer(const Job& job, int cluster, const std::optional<multicluster::Estimate>& estimate,
             bool is_repeated) override;

  PlayedCluster& at(int cluster) { return clusters_[static_cast<std::size_t>(cluster)]; }
  std::vector<multicluster::Cluster> known() const;
  Seconds next_of_clusters();
  void note_due_clusters();
  void pass();
  void let_clusters_decide();
  void hear();

  RandomStreams random_;
  const std::unique_ptr<multicluster::UpperQueue> queue_;
  const std::unique_ptr<multicluster::Selection> selection_;
  std::deque<PlayedCluster> clusters_;
  multicluster::Model model_;
  std::vector<bool> is_due_; ///< by cluster: it is to decide at this date
  std::vector<PlayedCluster::Left> ran_;
  Seconds date_ = 0;
};

} // namespace malha::duel
