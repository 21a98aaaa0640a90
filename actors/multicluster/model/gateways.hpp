// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/live_job.hpp"
#include "policies/multicluster/clusters.hpp"
#include "policies/multicluster/estimate.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace malha::multicluster {

/// The state of a job according to the log of a failed cluster.
struct LoggedState {
  std::optional<std::pair<Seconds, Seconds>> left; ///< start and end, if the job has left the cluster
  cluster::EarlierStarts earlier = {};             ///< otherwise, what it did there
  bool ended_well = true;                          ///< if it has left: it was completed
};

/// A cluster's answer about an offered job after the meta-scheduler has recovered.
struct JobStatus {
  bool was_taken = false;
  std::optional<std::pair<Seconds, Seconds>> left = {}; ///< start and end, if the job has left the cluster
  bool ended_well = true;                               ///< if it has left: it was completed
};

/// A job that was offered to a cluster.
struct OfferedJob {
  TaskId job;
  int cluster;
};

/// The clusters below a meta-scheduler, which reaches them by calls or by messages. A call may take simulated
/// time, during which the model is notified of what happens.
class Gateways {
public:
  virtual ~Gateways() = default;
  /// The present date.
  virtual Seconds now() const = 0;
  /// Brings what is known of the clusters up to date.
  virtual void refresh(std::vector<Cluster>& clusters) = 0;
  /// The estimates of these clusters for the job, in their order.
  virtual std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) = 0;
  /// Offers the job to a cluster. Returns whether the cluster takes the job. `estimate` is the cluster's own,
  /// if it was asked. `is_repeated`: the cluster has refused the job before.
  virtual bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate,
                     bool is_repeated) = 0;
  /// The status of jobs that were offered before the meta-scheduler failed, in their order. Offers of that
  /// time are no longer taken.
  virtual std::vector<JobStatus> statuses(const std::vector<OfferedJob>& jobs) {
    return std::vector<JobStatus>(jobs.size());
  }
  /// The number of nodes that are left to a cluster, as it reported with the last statuses; nothing: it was
  /// not asked.
  virtual std::optional<int> nodes_left(int /*cluster*/) const { return std::nullopt; }
  /// Takes back a job that was handed to a cluster which has failed since.
  virtual LoggedState take_back(TaskId, int /*cluster*/) { return {}; }
};

} // namespace malha::multicluster
