// SPDX-License-Identifier: MIT
// How long a whole job takes while the nodes stay as they are: three models (M-CISNE, sections 3.3 and 3.4).
#pragma once
#include "experiences.hpp"
#include "known_job.hpp"
#include "slowdown.hpp"

#include <cmath>

namespace malha::multicluster {

/// A running job and its nodes, one for each task.
struct PlacedJob {
  const KnownJob* job;
  const std::vector<int>* nodes;
};

/// A model of the times of jobs. It sums up the state of a job's nodes in one number, the *condition* of the
/// job. The time of the whole job follows from its condition.
class TimeModel {
public:
  virtual ~TimeModel() = default;
  /// The condition of each job, when these jobs run and no others. `conditions` is overwritten.
  virtual void find_conditions(const std::vector<PlacedJob>& jobs, const std::vector<MonitoredNode>& nodes,
                               std::vector<double>& conditions) = 0;
  /// From start to end. It may read experiences, which it adds to `steps`.
  virtual Seconds whole_time(const KnownJob& job, double condition, std::int64_t& steps) = 0;
  /// Takes in the present state of the cluster.
  virtual void observe(const ClusterState& /*cluster*/) {}
  virtual bool reads_history() const { return false; }
};

/// Number of parallel tasks on each node (MPL).
inline std::vector<int> tasks_by_node(const std::vector<PlacedJob>& jobs, std::size_t nodes) {
  std::vector<int> tasks(nodes, 0);
  for (const auto& job : jobs)
    for (const int node : *job.nodes)
      ++tasks[static_cast<std::size_t>(node)];
  return tasks;
}

/// The parameter of SdpnTimes.
inline ParameterSpec share_parameter() {
  return choice("share", "equal", {"equal", "demand"},
                "how tasks share a CPU: equally, or by the parts of their times for which they compute");
}

/// SDPN: T_P SP + T_C SC (3.1). The condition is that time itself.
class SdpnTimes : public TimeModel {
public:
  /// Under `by_demand` tasks share a CPU by what they ask for, otherwise equally.
  explicit SdpnTimes(bool by_demand) : by_demand_(by_demand) {}

  void find_conditions(const std::vector<PlacedJob>& jobs, const std::vector<MonitoredNode>& nodes,
                       std::vector<double>& conditions) override {
    const auto slowdowns = processing_slowdowns(jobs, nodes);
    const auto waits = network_slowdowns(jobs, nodes);
    conditions.clear();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      double slowest = 0;
      for (const int node : *jobs[i].nodes)
        slowest = std::max(slowest, slowdowns[static_cast<std::size_t>(node)]);
      conditions.push_back(jobs[i].job->computation * slowest + jobs[i].job->communication * waits[i]);
    }
  }
  Seconds whole_time(const KnownJob&, double condition, std::int64_t&) override { return condition; }

private:
  /// By node; nodes without tasks have none.
  std::vector<double> processing_slowdowns(const std::vector<PlacedJob>& jobs,
                                           const std::vector<MonitoredNode>& nodes) const {
    const auto tasks = tasks_by_node(jobs, nodes.size());
    std::vector<double> demands(by_demand_ ? nodes.size() : 0, 0), slowdowns(nodes.size(), 0);
    if (by_demand_)
      for (const auto& [job, places] : jobs)
        for (const int node : *places)
          demands[static_cast<std::size_t>(node)] += job->cpu_ratio();
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (tasks[i] > 0)
        slowdowns[i] = processing_slowdown(nodes[i], by_demand_ ? share_by_demand(nodes[i], demands[i])
                                                                : equal_share(nodes[i], tasks[i]));
    return slowdowns;
  }

  /// By job. A job of one task sends nothing.
  static std::vector<double> network_slowdowns(const std::vector<PlacedJob>& jobs,
                                               const std::vector<MonitoredNode>& nodes) {
    const auto sends = [](const PlacedJob& placed) {
      return placed.job->bandwidth > 0 && placed.job->communication > 0 && placed.nodes->size() > 1;
    };
    if (std::none_of(jobs.begin(), jobs.end(), sends))
      return std::vector<double>(jobs.size(), 1);
    std::vector<Sender> senders;
    for (const auto& placed : jobs)
      senders.push_back({sends(placed) ? placed.job->bandwidth : 0, placed.nodes});
    std::vector<double> capacities;
    for (const auto& node : nodes)
      capacities.push_back(link_left(node));
    return communication_slowdowns(senders, capacities);
  }

  const bool by_demand_;
};

/// Hanzich: the dedicated time by the most tasks on one of its nodes (section 3.4.2). The condition is that
/// number of tasks.
class HanzichTimes : public TimeModel {
public:
  void find_conditions(const std::vector<PlacedJob>& jobs, const std::vector<MonitoredNode>& nodes,
                       std::vector<double>& conditions) override {
    const auto tasks = tasks_by_node(jobs, nodes.size());
    conditions.clear();
    for (const auto& placed : jobs) {
      int most = 1;
      for (const int node : *placed.nodes)
        most = std::max(most, tasks[static_cast<std::size_t>(node)]);
      conditions.push_back(most);
    }
  }
  Seconds whole_time(const KnownJob& job, double condition, std::int64_t&) override {
    return job.dedicated() * condition;
  }
};

/// Hybrid: the mean of the jobs of the history that are nearest to this one (3.10, 3.11). The condition is
/// the mean number of tasks on its nodes, to the next half. Without experiences it is the dedicated time.
class HybridTimes : public TimeModel {
public:
  void observe(const ClusterState& cluster) override {
    queue_ = cluster.queue_name;
    for (; read_ < cluster.history.size(); ++read_) {
      const auto& one = cluster.history[read_];
      experiences_.add({one.user, one.queue, one.application},
                       {static_cast<double>(one.size), to_half(one.mean_mpl), 0}, one);
    }
  }
  bool reads_history() const override { return true; }

  void find_conditions(const std::vector<PlacedJob>& jobs, const std::vector<MonitoredNode>& nodes,
                       std::vector<double>& conditions) override {
    const auto tasks = tasks_by_node(jobs, nodes.size());
    conditions.clear();
    for (const auto& placed : jobs) {
      double sum = 0;
      for (const int node : *placed.nodes)
        sum += tasks[static_cast<std::size_t>(node)];
      conditions.push_back(to_half(sum / static_cast<double>(placed.nodes->size())));
    }
  }
  Seconds whole_time(const KnownJob& job, double condition, std::int64_t& steps) override {
    const auto nearest = experiences_.nearest({std::string(job.user), queue_, std::string(job.application)},
                                              {static_cast<double>(job.size), condition, 0}, 0, steps);
    return nearest.number > 0 ? nearest.mean_execution() : job.dedicated();
  }

private:
  static double to_half(double mpl) { return std::round(2 * mpl) / 2; }

  std::string queue_;
  Experiences experiences_;
  std::size_t read_ = 0;
};

} // namespace malha::multicluster
