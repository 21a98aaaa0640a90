// SPDX-License-Identifier: MIT
#pragma once
#include "time_models.hpp"

namespace malha::multicluster {

/// The part of a running job that is left. Since some date it has been under one condition, under which the
/// whole job would take a certain time, and the same part of it is done in each second (3.8, 3.9, 3.12).
class Remaining {
public:
  Remaining() = default;
  Remaining(Seconds start, double condition, Seconds whole)
      : start_(start), since_(start), condition_(condition), whole_(whole) {}

  Seconds start() const { return start_; }
  double condition() const { return condition_; }
  /// The date at which it ends, if its condition stays.
  Seconds end() const { return left_ > 0 ? since_ + left_ * whole_ : since_; }
  /// The time that it takes from its start to that end.
  Seconds time() const { return left_ < 1 ? end() - start_ : whole_; }

  /// Sets another condition from now on.
  void change(double condition, Seconds whole, Seconds now) {
    condition_ = condition;
    if (whole == whole_)
      return;
    left_ = std::max(0.0, left_ - (now - since_) / whole_);
    since_ = now;
    whole_ = whole;
  }

private:
  Seconds start_ = 0;
  Seconds since_ = 0;
  double left_ = 1; ///< part of the job that was left then
  double condition_ = 0;
  Seconds whole_ = 0; ///< time of a whole job under that condition
};

/// The nodes of slots, one for each slot. `machines` are in the order of their slots.
inline std::vector<int> nodes_of(const IndexSet& slots, const std::vector<cluster::Machine>& machines) {
  std::vector<int> nodes;
  for (const int slot : slots) {
    const auto behind =
        std::upper_bound(machines.begin(), machines.end(), slot,
                         [](int one, const cluster::Machine& machine) { return one < machine.first; });
    nodes.push_back(static_cast<int>(behind - machines.begin()) - 1);
  }
  return nodes;
}

/// The part that is left of each job that runs on a cluster, under one model.
class RunningJobs {
public:
  /// Takes in that the cluster is now as it says. A job that is new, or was started again, has been
  /// under its condition since its start. Each job is a step, and each experience that is read.
  void follow(const ClusterState& cluster, TimeModel& model, std::int64_t& steps) {
    std::vector<KnownJob> known_jobs;
    std::vector<std::vector<int>> nodes;
    std::vector<Seconds> starts;
    for (const auto& release : cluster.running) {
      const auto facts = cluster.facts(release.handle);
      known_jobs.push_back(known(facts, release.size));
      nodes.push_back(nodes_of(*facts.slots, cluster.machines));
      starts.push_back(facts.start);
    }
    std::vector<PlacedJob> placed;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      placed.push_back({&known_jobs[i], &nodes[i]});
    model.find_conditions(placed, cluster.nodes, conditions_);
    steps += static_cast<std::int64_t>(placed.size());
    std::map<TaskId, Remaining> jobs;
    for (std::size_t i = 0; i < placed.size(); ++i) {
      const TaskId id = cluster.running[i].id;
      const auto before = jobs_.find(id);
      const bool is_known = before != jobs_.end() && before->second.start() == starts[i];
      if (is_known && before->second.condition() == conditions_[i]) {
        jobs.emplace_hint(jobs.end(), id, before->second);
        continue;
      }
      const Seconds whole = model.whole_time(known_jobs[i], conditions_[i], steps);
      auto& job = jobs[id];
      if (!is_known)
        job = Remaining(starts[i], conditions_[i], whole);
      else
        (job = before->second).change(conditions_[i], whole, cluster.now);
    }
    jobs_ = std::move(jobs);
  }

  const Remaining& operator[](TaskId job) const { return jobs_.at(job); }

private:
  std::map<TaskId, Remaining> jobs_;
  std::vector<double> conditions_;
};

} // namespace malha::multicluster
