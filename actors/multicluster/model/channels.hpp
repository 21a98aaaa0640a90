// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace malha::multicluster {

/// The traffic of jobs that run in several clusters through the channels of these clusters (M-CISNE,
/// equations 4.13 to 4.16). Sums are computed again each time, in the order of the jobs, so that no rounding
/// of a job is left after its end.
class Channels {
public:
  Channels() = default;
  /// The capacities of the channels, by cluster, in B/s.
  explicit Channels(std::vector<double> capacities) : capacities_(std::move(capacities)) {}

  double capacity(std::size_t cluster) const { return capacities_[cluster]; }
  /// The traffic of all jobs through the channel of a cluster, B/s.
  double consumed(std::size_t cluster) const {
    double sum = 0;
    for (const auto& [job, traffic] : traffic_)
      sum += traffic[cluster];
    return sum;
  }
  /// Adds the traffic of a job that begins, by cluster.
  void add(TaskId job, std::vector<double> traffic) { traffic_.emplace(job, std::move(traffic)); }
  /// Removes the traffic of a job that has ended.
  void remove(TaskId job) { traffic_.erase(job); }
  /// SC: the greatest use of a channel that the job uses, over its capacity; 0 if it uses none.
  double slowdown(TaskId job) const {
    double greatest = 0;
    const auto& own = traffic_.at(job);
    for (std::size_t cluster = 0; cluster < own.size(); ++cluster)
      if (own[cluster] > 0)
        greatest = std::max(greatest, consumed(cluster) / capacities_[cluster]);
    return greatest;
  }

private:
  std::vector<double> capacities_;
  std::map<TaskId, std::vector<double>> traffic_;
};

} // namespace malha::multicluster
