// SPDX-License-Identifier: MIT
#pragma once
#include "dag_clusters.hpp"
#include "gateways.hpp"
#include "known_clusters.hpp"
#include "listener.hpp"
#include "policies/multicluster/selection.hpp"

namespace malha::multicluster {

/// The answer of the selection breaks a rule.
struct SelectionBroke : BrokenRule {
  using BrokenRule::BrokenRule;
};

/// Selects a cluster for a job of the upper queue: gives the policy the candidates, and asks the clusters for
/// what the policy wants to know.
class ClusterChoice {
public:
  ClusterChoice(Selection& policy, Gateways& gateways, KnownClusters& clusters)
      : policy_(policy), gateways_(gateways), clusters_(clusters) {}

  /// From now on the memory of nodes counts, too, because jobs may run or wait in several clusters.
  void count_memory(PartGateways& nodes) { nodes_ = &nodes; }

  /// From now on all tasks of a DAG go to one cluster.
  void keep_together(const DagClusters& dags) { dags_ = &dags; }

  /// The clusters that are up and alone have the nodes for the job.
  std::vector<Candidate> candidates(const Job& job, bool among_open_only) const;
  /// Whether a cluster that has failed could run the job once it recovers.
  bool could_run_after_recovery(const Job& job) const;
  /// The policy's choice; nothing if there is no candidate or the policy selects none. Throws SelectionBroke.
  std::optional<Decided> choose(const Job& job, std::vector<Candidate>& candidates);
  /// Whether all clusters of sufficient size were asked, and none can run the job.
  bool can_run_nowhere(const Job& job, const std::vector<Candidate>& candidates) const;

private:
  bool could_run(const Job& job, int cluster) const;
  Selected select(const Job& job, std::vector<Candidate>& candidates);
  void check(const Selected& selected, std::size_t candidates) const;
  void estimate(const Job& job, std::vector<Candidate>& candidates);

  Selection& policy_;
  Gateways& gateways_;
  KnownClusters& clusters_;
  PartGateways* nodes_ = nullptr;     ///< null: no job runs or waits in several clusters
  const DagClusters* dags_ = nullptr; ///< null: each task of a DAG goes to any cluster
  std::vector<Estimate> estimates_;   ///< of the last candidates that were asked
};

} // namespace malha::multicluster
