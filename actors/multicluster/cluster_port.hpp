// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/model.hpp"
#include "actors/runtime/simgrid/settle.hpp"
#include "gateway.hpp"

#include <simgrid/s4u.hpp>

#include <any>
#include <functional>
#include <set>

namespace malha::multicluster {

/// How a meta-scheduler reaches its gateways.
class ClusterPort : public Gateways, public PartGateways {
public:
  explicit ClusterPort(const std::vector<Gateway*>& gateways) : gateways_(gateways) {}

  /// `start` starts a job on nodes of several clusters.
  void start_with(std::function<void(const Job&, const Coallocated&)> start) { start_ = std::move(start); }
  Seconds now() const override = 0;
  /// The host of a cluster has gone, or is back. Nobody waits for the answers of a cluster that has gone.
  virtual void switched(int cluster, bool is_on) {
    if (is_on)
      gone_.erase(cluster);
    else
      gone_.insert(cluster);
  }
  /// The meta-scheduler is back. What it had asked is of no use any more.
  virtual void returned() {}
  std::vector<JobStatus> standings(const std::vector<OfferedJob>& jobs) override;
  LoggedState take_back(TaskId job, int cluster) override {
    return gateways_[static_cast<std::size_t>(cluster)]->take_back(job);
  }
  /// The meta-scheduler has heard that the job has left the cluster.
  void left(TaskId job, int cluster) { gateways_[static_cast<std::size_t>(cluster)]->left(job); }
  /// What clusters have is known from the start.
  int most_tasks(const Job& job, std::size_t cluster) override {
    return gateways_[cluster]->parts().most_tasks(job);
  }
  /// Takes a message, if it is the answer of a gateway.
  virtual void hear(const std::any&) {}
  /// After a pass: wakes the schedulers for which something has changed.
  virtual void pass_is_over() {}

protected:
  /// What the clusters say of the jobs, in their order.
  virtual std::vector<JobStatus> ask_about(const std::vector<OfferedJob>& jobs) = 0;
  bool is_gone(int cluster) const { return gone_.count(cluster) > 0; }
  /// What the log of a cluster that has gone says of the job.
  JobStatus in_log(TaskId job, int cluster) const {
    return {gateways_[static_cast<std::size_t>(cluster)]->had(job), {}};
  }

  const std::vector<Gateway*>& gateways_;
  std::function<void(const Job&, const Coallocated&)> start_;

private:
  std::set<int> gone_; ///< clusters
};

/// By calls, under instant transport. `date` is that of the meta-scheduler, and goes on while the clusters
/// estimate; `settle_date` takes what has happened meanwhile.
class DirectPort : public ClusterPort {
public:
  DirectPort(const std::vector<Gateway*>& gateways, Seconds& date, std::function<void(Turn)> settle_date)
      : ClusterPort(gateways), date_(date), settle_date_(std::move(settle_date)) {}

  Seconds now() const override { return date_; }
  void refresh(std::vector<Cluster>& clusters) override;
  std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  std::optional<int> nodes_left(int cluster) const override;
  bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate,
             bool is_repeated) override {
    return !is_gone(cluster) &&
           gateways_[static_cast<std::size_t>(cluster)]->offer(job, estimate, is_repeated, date_);
  }
  std::vector<std::vector<UsableNode>> usable_nodes(const Job& job, bool idle) override;
  std::vector<bool> reserve(const Job& job, const Coallocated& parts) override;
  void release(TaskId job, int cluster) override;
  bool withdraw(TaskId job, int cluster) override;
  void begin(const Job& job, const Coallocated& parts) override;
  void end(TaskId job, const std::vector<Part>& parts, Seconds end) override;
  void pass_is_over() override;

private:
  std::vector<JobStatus> ask_about(const std::vector<OfferedJob>& jobs) override;
  bool wake_clusters();

  Seconds& date_;
  const std::function<void(Turn)> settle_date_;
  bool have_decided_ = false; ///< the clusters, on all that they were told in this pass
};

/// By messages, under network transport. While it waits for answers, `take_message` takes whatever comes.
class NetworkPort : public ClusterPort {
public:
  /// `coallocates`: jobs may run in several clusters at once.
  NetworkPort(ActorContext& context, bool coallocates, std::function<void()> take_message);

  Seconds now() const override { return simgrid::s4u::Engine::get_clock(); }
  void refresh(std::vector<Cluster>& clusters) override;
  std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate, bool is_repeated) override;
  std::vector<std::vector<UsableNode>> usable_nodes(const Job& job, bool idle) override;
  std::vector<bool> reserve(const Job& job, const Coallocated& parts) override;
  void release(TaskId job, int cluster) override;
  bool withdraw(TaskId job, int cluster) override;
  void begin(const Job& job, const Coallocated& parts) override;
  void end(TaskId job, const std::vector<Part>& parts, Seconds end) override;
  std::optional<int> nodes_left(int cluster) const override {
    const auto said = said_nodes_.find(cluster);
    return said == said_nodes_.end() ? std::nullopt : std::optional(said->second);
  }
  void returned() override;
  void hear(const std::any& message) override;
  void switched(int cluster, bool is_on) override;

private:
  std::vector<JobStatus> ask_about(const std::vector<OfferedJob>& jobs) override;
  void ask(int cluster, ClusterRequest question);
  void ask(int cluster, PartRequest question);
  void take(const GatewayReply& reply);
  void wait_for_answers();
  const Address<GatewayMessage, PartRequest>& address(int cluster) const {
    return for_parts_[static_cast<std::size_t>(cluster)];
  }

  const Bytes description_;
  const Seconds window_; ///< a status that is no older is not asked for again
  const std::function<void()> take_message_;
  std::vector<Address<GatewayMessage, ClusterRequest>> addresses_;
  std::vector<Address<GatewayMessage, ReturnRequest>> after_return_; ///< empty where its host stays
  std::vector<Address<GatewayMessage, PartRequest>>
      for_parts_;                     ///< empty where no job runs in several clusters
  std::vector<GatewayReply> replies_; ///< to the questions that are open
  std::set<int> silent_;              ///< clusters that have been asked, and have not answered
  std::map<int, int> said_nodes_;     ///< that are left, by cluster, when the meta-scheduler was last back
  Seconds last_status_ = -never;
  int life_ = 0; ///< counts the returns of the meta-scheduler's host
};

} // namespace malha::multicluster
