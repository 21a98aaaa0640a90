// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/model.hpp"
#include "policies/multicluster/application.hpp"
#include "tests/actors/cluster/model/batch_run.hpp"
#include "tests/policies/multicluster/meta_asking.hpp"

#include <functional>

namespace malha::testing {

/// A meta-scheduler that lets jobs run in several clusters, and clusters that do what the test says: they
/// take every job, and give nodes of full power. Channels have 100 B/s. `log` has what happens.
class PlayedParts : private multicluster::Gateways,
                    private multicluster::PartGateways,
                    private multicluster::Coallocate,
                    private multicluster::Listener {
public:
  using Log = std::vector<std::string>;

  PlayedParts(const std::vector<int>& sizes, const std::string& policy,
              const std::string& queue = "multicluster/blocking",
              const std::map<std::string, std::string>& of_policy = {},
              const multicluster::CoallocationRules& rules = {})
      : with_memory(sizes), channels(std::vector<double>(sizes.size(), 100)),
        policy_(test::make<multicluster::Coallocate>(policy, of_policy)),
        queue_(test::make<multicluster::UpperQueue>(queue)),
        selection_(test::make<multicluster::Selection>("multicluster/ffit")),
        coallocator(*this, *this, channels, sizes),
        model(test::clusters_of(sizes), *queue_, *selection_, *this) {
    for (const int size : sizes)
      for (auto& nodes = usable.emplace_back(); static_cast<int>(nodes.size()) < size;)
        nodes.push_back(static_cast<int>(nodes.size()));
    model.coallocate_with(coallocator, rules);
    model.add(*this);
  }
  PlayedParts(const PlayedParts&) = delete;
  PlayedParts& operator=(const PlayedParts&) = delete;

  Seconds date = 0;
  multicluster::Application application{"A", 100, 60, 0, 30}; ///< of all jobs
  std::vector<int> with_memory;                               ///< nodes of each cluster that have the memory
  std::vector<std::vector<int>> usable;                       ///< of each cluster, whatever is held there
  /// Whether a cluster holds nodes for a job, and whether it lets one go that waits there.
  std::function<bool(int)> holds = [](int) { return true; };
  std::function<bool(TaskId)> lets_go = [](TaskId) { return true; };
  std::optional<multicluster::Coallocation> answer; ///< in place of the policy
  std::vector<bool> asked_idle;                     ///< at each question for nodes
  multicluster::Channels channels;
  Log log;

private:
  std::unique_ptr<multicluster::Coallocate> policy_;
  std::unique_ptr<multicluster::UpperQueue> queue_;
  std::unique_ptr<multicluster::Selection> selection_;

public:
  multicluster::Coallocator coallocator;
  multicluster::Model model;

  void submit(TaskId id, int size) {
    auto job = rigid_job(id, date, size, 1);
    job.extensions.set(application);
    model.submit(job);
  }
  void pass(Seconds at) {
    date = at;
    model.pass();
  }
  /// A job of one node runs in cluster 0, which has it from now on.
  void runs_something() {
    submit(1000, 1);
    model.pass();
    model.started(1000, 0);
    log.clear();
  }
  /// What has been logged since the last call.
  Log news() { return std::exchange(log, {}); }
  /// What has begun so far.
  const Log& begun() const { return begun_; }

private:
  static std::string text(TaskId job) { return std::to_string(job); }
  static TaskId id_of(const Job& job) { return job.tasks.front().id; }

  Seconds now() const override { return date; }
  void refresh(std::vector<multicluster::Cluster>&) override {}
  std::vector<multicluster::Estimate> estimate(const Job&, const std::vector<int>& clusters) override {
    return std::vector<multicluster::Estimate>(clusters.size());
  }
  bool offer(const Job&, int, const std::optional<multicluster::Estimate>&, bool) override { return true; }

  int most_tasks(const Job&, std::size_t cluster) override { return with_memory[cluster]; }
  std::vector<std::vector<multicluster::UsableNode>> usable_nodes(const Job&, bool idle) override {
    asked_idle.push_back(idle);
    std::vector<std::vector<multicluster::UsableNode>> nodes(usable.size());
    for (std::size_t cluster = 0; cluster < usable.size(); ++cluster)
      for (const int node : usable[cluster])
        if (static_cast<int>(nodes[cluster].size()) < with_memory[cluster])
          nodes[cluster].push_back({node});
    return nodes;
  }
  std::vector<bool> reserve(const Job& job, const multicluster::Coallocated& parts) override {
    std::vector<bool> held;
    for (const auto& [cluster, nodes] : parts.parts) {
      held.push_back(holds(cluster));
      std::string line =
          (held.back() ? "held " : "refused ") + text(id_of(job)) + " at " + std::to_string(cluster);
      for (std::size_t i = 0; held.back() && i < nodes.size(); ++i)
        line += (i == 0 ? ": " : " ") + std::to_string(nodes[i]);
      log.push_back(line);
    }
    return held;
  }
  void release(TaskId job, int cluster) override {
    log.push_back("released " + text(job) + " at " + std::to_string(cluster));
  }
  bool withdraw(TaskId job, int cluster) override {
    log.push_back((lets_go(job) ? "withdrawn " : "kept ") + text(job) + " at " + std::to_string(cluster));
    return lets_go(job);
  }
  void begin(const Job&, const multicluster::Coallocated&) override {}
  void end(TaskId job, const std::vector<multicluster::Part>& parts, Seconds) override {
    for (const auto& part : parts)
      log.push_back("ended " + text(job) + " at " + std::to_string(part.cluster));
  }

  multicluster::Coallocation coallocate(const multicluster::CoallocationView& view) override {
    return answer ? *answer : policy_->coallocate(view);
  }

  void rejected(const Job& job) override { log.push_back(text(id_of(job)) + " nowhere"); }
  void handed_over(const Job& job, const multicluster::Decided& decided, Seconds at) override {
    log.push_back(text(id_of(job)) + " to " + std::to_string(decided.cluster) + " at " + shortest(at));
  }
  void coallocated(const Job& job, const multicluster::Coallocated& parts, bool) override {
    begun_.push_back(text(id_of(job)) + " begins at " + shortest(parts.start) + " for " +
                     shortest(parts.execution_time) + " s, SC " + shortest(parts.communication_slowdown));
    log.push_back(begun_.back());
  }
  void coallocated_left(const Job& job, const multicluster::Coallocated& parts, Seconds,
                        Seconds end) override {
    log.push_back(text(id_of(job)) + " ran from " + shortest(parts.start) + " to " + shortest(end));
  }

  Log begun_;
};

} // namespace malha::testing
