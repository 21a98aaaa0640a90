// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/coallocator.hpp"
#include "actors/multicluster/model/gateways.hpp"
#include "gateway.hpp"

#include <any>
#include <functional>
#include <set>

namespace malha::multicluster {

/// The port through which a meta-scheduler reaches its gateways: by calls or by messages.
class ClusterPort : public Gateways, public PartGateways {
public:
  explicit ClusterPort(const std::vector<Gateway*>& gateways) : gateways_(gateways) {}

  /// `start` starts a job on nodes of several clusters.
  void start_with(std::function<void(const Job&, const Coallocated&)> start) { start_ = std::move(start); }
  Seconds now() const override = 0;
  /// The host of a cluster has failed or recovered. Pending requests to a failed cluster are dropped.
  virtual void switched(int cluster, bool is_on) {
    if (is_on)
      failed_.erase(cluster);
    else
      failed_.insert(cluster);
  }
  /// The host of the meta-scheduler has recovered. Answers to earlier requests are dropped.
  virtual void recovered() {}
  std::vector<JobStatus> statuses(const std::vector<OfferedJob>& jobs) override {
    auto statuses = ask_about(jobs);
    for (std::size_t place = 0; place < jobs.size(); ++place)
      if (statuses[place].left)
        left(jobs[place].job, jobs[place].cluster);
    return statuses;
  }
  LoggedState take_back(TaskId job, int cluster) override { return gateway(cluster).take_back(job); }
  /// The meta-scheduler knows that the job has left the cluster, whose log may forget the job.
  void left(TaskId job, int cluster) { gateway(cluster).left(job); }
  /// The nodes of clusters are known from the start: no message asks for them.
  int most_tasks(const Job& job, std::size_t cluster) override {
    return gateways_[cluster]->parts().most_tasks(job);
  }
  /// Takes a message, if it is the answer of a gateway.
  virtual void handle(const std::any&) {}
  /// After a pass: wakes the schedulers for which something has changed.
  virtual void pass_is_over() {}

protected:
  /// The status of each job, in their order.
  virtual std::vector<JobStatus> ask_about(const std::vector<OfferedJob>& jobs) = 0;
  bool has_failed(int cluster) const { return failed_.count(cluster) > 0; }
  /// The status of a job according to the log of a failed cluster.
  JobStatus in_log(TaskId job, int cluster) const { return {gateway(cluster).had(job), {}}; }
  Gateway& gateway(int cluster) const { return *gateways_[static_cast<std::size_t>(cluster)]; }
  const std::vector<Gateway*>& gateways() const { return gateways_; }
  void start(const Job& job, const Coallocated& parts) const { start_(job, parts); }

private:
  const std::vector<Gateway*>& gateways_; ///< by number of the cluster
  std::function<void(const Job&, const Coallocated&)> start_;
  std::set<int> failed_; ///< clusters
};

} // namespace malha::multicluster
