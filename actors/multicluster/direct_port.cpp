// SPDX-License-Identifier: MIT
#include "direct_port.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

namespace malha::multicluster {

void DirectPort::refresh(std::vector<Cluster>& clusters) {
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
    gateways()[cluster]->describe(clusters[cluster], date_);
}

std::vector<Estimate> DirectPort::estimate(const Job& job, const std::vector<int>& clusters) {
  std::vector<Estimate> estimates;
  for (const int cluster : clusters)
    estimates.push_back(gateway(cluster).estimate(job, date_));
  Seconds longest = 0; // all clusters estimate at once
  for (const int cluster : clusters)
    longest = std::max(longest, gateway(cluster).estimate_cost());
  if (longest > 0) {
    pass_is_over(); // what was handed over need not wait for the next job
    const Seconds answered = date_ + longest;
    simgrid::s4u::this_actor::sleep_until(answered);
    date_ = std::max(date_, answered);
    settle_date_(Turn::hands_over);
  }
  return estimates;
}

void DirectPort::pass_is_over() {
  wake_clusters();
  have_decided_ = false;
}

bool DirectPort::wake_clusters() {
  bool has_woken = false;
  for (auto* gateway : gateways())
    has_woken = gateway->wake() || has_woken;
  return has_woken;
}

std::optional<int> DirectPort::nodes_left(int cluster) const {
  if (has_failed(cluster))
    return std::nullopt;
  return gateway(cluster).nodes_left();
}

std::vector<JobStatus> DirectPort::ask_about(const std::vector<OfferedJob>& jobs) {
  std::vector<JobStatus> statuses;
  for (const auto& [job, cluster] : jobs)
    statuses.push_back(has_failed(cluster) ? in_log(job, cluster) : gateway(cluster).status(job));
  return statuses;
}

/// What the clusters leave once they have decided at this date.
std::vector<std::vector<UsableNode>> DirectPort::usable_nodes(const Job& job, bool idle) {
  while (wake_clusters() || !std::exchange(have_decided_, true))
    settle_date_(Turn::sees_the_rest);
  std::vector<std::vector<UsableNode>> usable;
  for (const auto* gateway : gateways())
    usable.push_back(gateway->parts().usable_nodes(cluster::memory_of(job), idle));
  return usable;
}

std::vector<bool> DirectPort::reserve(const Job& job, const Coallocated& parts) {
  std::vector<bool> held;
  for (const auto& [cluster, nodes] : parts.parts)
    held.push_back(gateway(cluster).changing_parts().reserve(job, nodes, parts.execution_time,
                                                             parts.communication_slowdown, date_));
  return held;
}

void DirectPort::release(TaskId job, int cluster) { gateway(cluster).changing_parts().release(job, date_); }

bool DirectPort::withdraw(TaskId job, int cluster) {
  return gateway(cluster).changing_parts().withdraw(job, date_);
}

/// A cluster that has room starts the job before the next one gets a copy.
bool DirectPort::offer_copy(const Job& job, int cluster, bool is_repeated) {
  if (!copies_->offer(job, cluster, is_repeated, date_))
    return false;
  while (wake_clusters())
    settle_date_(Turn::sees_the_rest);
  return true;
}

void DirectPort::begin(const Job& job, const Coallocated& parts) {
  for (const auto& part : parts.parts)
    gateway(part.cluster).changing_parts().begin(job.tasks.front().id, parts.start, date_);
  start(job, parts);
}

void DirectPort::end(TaskId job, const std::vector<Part>& parts, Seconds end) {
  for (const auto& part : parts)
    gateway(part.cluster).changing_parts().end(job, end, date_);
}

} // namespace malha::multicluster
