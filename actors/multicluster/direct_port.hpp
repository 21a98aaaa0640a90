// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/settle.hpp"
#include "cluster_port.hpp"
#include "copies.hpp"

namespace malha::multicluster {

/// Reaches the gateways by calls, under instant transport. `date` is the date of the meta-scheduler, and
/// advances while the clusters estimate; `settle_date` takes what has happened meanwhile. `copies`: null if
/// no job waits in several clusters.
class DirectPort : public ClusterPort {
public:
  DirectPort(const std::vector<Gateway*>& gateways, Seconds& date, std::function<void(Turn)> settle_date,
             Copies* copies)
      : ClusterPort(gateways), date_(date), settle_date_(std::move(settle_date)), copies_(copies) {}

  Seconds now() const override { return date_; }
  void refresh(std::vector<Cluster>& clusters) override;
  std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  std::optional<int> nodes_left(int cluster) const override;
  bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate,
             bool is_repeated) override {
    return !has_failed(cluster) && gateway(cluster).offer(job, estimate, is_repeated, date_);
  }
  std::vector<std::vector<UsableNode>> usable_nodes(const Job& job, bool idle) override;
  std::vector<bool> reserve(const Job& job, const Coallocated& parts) override;
  void release(TaskId job, int cluster) override;
  bool withdraw(TaskId job, int cluster) override;
  bool offer_copy(const Job& job, int cluster, bool is_repeated) override;
  void begin(const Job& job, const Coallocated& parts) override;
  void end(TaskId job, const std::vector<Part>& parts, Seconds end) override;
  void pass_is_over() override;

private:
  std::vector<JobStatus> ask_about(const std::vector<OfferedJob>& jobs) override;
  bool wake_clusters();

  Seconds& date_;
  const std::function<void(Turn)> settle_date_;
  Copies* const copies_;
  bool have_decided_ = false; ///< the clusters, about all changes of this pass
};

} // namespace malha::multicluster
