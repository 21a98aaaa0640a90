// SPDX-License-Identifier: MIT
// How much longer a parallel job takes on nodes and links that it shares (M-CISNE, section 3.3.1).
#pragma once
#include "policies/multicluster/estimator.hpp"

#include <algorithm>

namespace malha::multicluster {

/// The least share of a CPU, or of a link, that a task gets.
inline constexpr double least_share = 0.01;

/// Share of the CPU that the local user leaves: 1 - u.
inline double cpu_left(const MonitoredNode& node) { return node.has_local_user ? 1 - node.local_cpu : 1; }

/// A: share of the CPU for each of that many parallel tasks, if all get as much.
inline double equal_share(const MonitoredNode& node, int tasks) {
  return std::max(least_share, cpu_left(node) / tasks);
}

/// A: share of the CPU for a task, if each gets what it asks for unless all ask for more than is left.
/// `demand` is the sum of the parts of their times for which the tasks compute.
inline double share_by_demand(const MonitoredNode& node, double demand) {
  return std::max(least_share, std::min(1.0, cpu_left(node) / demand));
}

/// SP of a job on one node: 1 / Gamma, where Gamma = P A (3.2, 3.3).
inline double processing_slowdown(const MonitoredNode& node, double share) {
  return 1 / (node.power * share);
}

/// The bandwidth that a job needs on each of its links.
struct Sender {
  double bandwidth;              ///< that each of its links needs, B/s; 0: none
  const std::vector<int>* links; ///< it uses
};

/// The bandwidth of a node's link that parallel jobs may use.
inline double link_left(const MonitoredNode& node) {
  const double left = node.bandwidth - (node.has_local_user ? node.local_traffic : 0);
  return node.bandwidth < never ? std::max(least_share * node.bandwidth, left) : never;
}

/// SC of each job (3.5): the bandwidth that it needs over the one that it gets. The most saturated link cuts
/// all jobs that use it in proportion, until no link is saturated (algorithm 3.1; ties: the lowest link).
inline std::vector<double> communication_slowdowns(const std::vector<Sender>& jobs,
                                                   const std::vector<double>& capacities) {
  constexpr double tolerance = 1e-9;
  std::vector<double> gets, slowdowns(jobs.size(), 1);
  for (const auto& job : jobs)
    gets.push_back(job.bandwidth);
  for (std::size_t cuts = 0; cuts < capacities.size(); ++cuts) {
    std::vector<double> used(capacities.size(), 0);
    for (std::size_t i = 0; i < jobs.size(); ++i)
      for (const int link : *jobs[i].links)
        used[static_cast<std::size_t>(link)] += gets[i];
    double least = 1 - tolerance;
    int worst = -1;
    for (std::size_t link = 0; link < used.size(); ++link)
      if (used[link] > 0 && capacities[link] / used[link] < least) { // BW^sat (3.6)
        least = capacities[link] / used[link];
        worst = static_cast<int>(link);
      }
    if (worst < 0)
      break;
    for (std::size_t i = 0; i < jobs.size(); ++i)
      if (std::find(jobs[i].links->begin(), jobs[i].links->end(), worst) != jobs[i].links->end())
        gets[i] *= least;
  }
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (gets[i] < jobs[i].bandwidth)
      slowdowns[i] = jobs[i].bandwidth / gets[i];
  return slowdowns;
}

} // namespace malha::multicluster
