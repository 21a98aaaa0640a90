// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/limit.hpp"
#include "policies/multicluster/queue.hpp"
#include "policies/multicluster/selection.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

/// Clusters of these sizes, one behind the other.
inline std::vector<multicluster::Cluster> clusters_of(const std::vector<int>& sizes) {
  std::vector<multicluster::Cluster> clusters;
  for (const int nodes : sizes) {
    auto& cluster = clusters.emplace_back();
    cluster.site = "cluster-" + std::to_string(clusters.size());
    cluster.nodes = cluster.slots = cluster.free = nodes;
  }
  return clusters;
}

/// A selection, asked as the meta-scheduler asks it: what it wants to know it is given.
class SelectionAsking {
public:
  explicit SelectionAsking(const std::string& policy,
                           const std::map<std::string, std::string>& parameters = {})
      : policy_(make<multicluster::Selection>(policy, parameters)) {}

  std::vector<multicluster::Cluster> clusters = clusters_of({8, 8, 8});
  std::vector<multicluster::Estimate> estimates{3}; ///< by cluster
  bool wanted_states = false, wanted_estimates = false;

  /// The cluster that gets a job, of these clusters; -1: none.
  int among(const std::vector<int>& numbers) {
    std::vector<multicluster::Candidate> candidates;
    for (const int cluster : numbers)
      candidates.push_back({cluster, nullptr});
    wanted_states = wanted_estimates = false;
    while (true) {
      const auto answer = policy_->select({0, job_, clusters, candidates, wanted_states});
      if (answer.what == multicluster::Selected::candidate)
        return candidates.at(answer.place).cluster;
      if (answer.what == multicluster::Selected::none)
        return -1;
      (answer.what == multicluster::Selected::states ? wanted_states : wanted_estimates) = true;
      if (wanted_estimates)
        for (auto& one : candidates)
          one.estimate = &estimates.at(static_cast<std::size_t>(one.cluster));
    }
  }
  int among_all() { return among({0, 1, 2}); }

private:
  std::unique_ptr<multicluster::Selection> policy_;
  const Task job_;
};

/// What a queue policy of the meta-scheduler says of a queue that is written by hand.
class UpperQueueAsking {
public:
  explicit UpperQueueAsking(const std::string& policy,
                            const std::map<std::string, std::string>& parameters = {})
      : policy_(make<multicluster::UpperQueue>(policy, parameters)) {}

  std::list<multicluster::UpperJob> waiting;
  std::vector<multicluster::Cluster> clusters = clusters_of({8, 8});
  std::int64_t state = 0;

  /// "new 3", "new 3 of the open", "remembered 3", or "none".
  std::string next() {
    const auto next = policy_->next({0, waiting, clusters, state});
    if (!next)
      return "none";
    if (next->as_remembered)
      return "remembered " + std::to_string(next->job);
    return "new " + std::to_string(next->job) + (next->among_open_only ? " of the open" : "");
  }

  /// The answers of a pass whose jobs are all refused.
  std::vector<std::string> pass() {
    std::vector<std::string> answers;
    for (auto answer = next(); answer != "none" && answers.size() < waiting.size(); answer = next())
      answers.push_back(answer);
    return answers;
  }

private:
  std::unique_ptr<multicluster::UpperQueue> policy_;
};

/// What a limit says to a job, asked as the gateway asks it.
class LimitAsking {
public:
  explicit LimitAsking(const std::string& policy, const std::map<std::string, std::string>& parameters = {})
      : policy_(make<multicluster::Limit>(policy, parameters)) {}

  multicluster::LimitView view{};
  Seconds estimated_wait = 0; ///< what it is told where it asks

  bool admits(Seconds now) {
    view.now = now;
    view.estimated_wait.reset();
    auto answer = policy_->admit(view);
    if (answer == multicluster::Admitted::wants_estimate) {
      view.estimated_wait = estimated_wait;
      answer = policy_->admit(view);
    }
    EXPECT_NE(answer, multicluster::Admitted::wants_estimate);
    return answer == multicluster::Admitted::yes;
  }

private:
  std::unique_ptr<multicluster::Limit> policy_;
};

} // namespace malha::test
