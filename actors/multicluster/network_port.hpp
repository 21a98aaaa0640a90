// SPDX-License-Identifier: MIT
#pragma once
#include "cluster_port.hpp"

namespace malha::multicluster {

/// Reaches the gateways by messages, under network transport. While it waits for answers, `take_message`
/// takes whatever comes.
class NetworkPort : public ClusterPort {
public:
  /// `coallocates`: jobs may run in several clusters at once.
  NetworkPort(ActorContext& context, bool coallocates, std::function<void()> take_message);

  Seconds now() const override;
  void refresh(std::vector<Cluster>& clusters) override;
  std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) override;
  bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate, bool is_repeated) override;
  std::vector<std::vector<UsableNode>> usable_nodes(const Job& job, bool idle) override;
  std::vector<bool> reserve(const Job& job, const Coallocated& parts) override;
  void release(TaskId job, int cluster) override;
  bool withdraw(TaskId job, int cluster) override;
  void begin(const Job& job, const Coallocated& parts) override;
  void end(TaskId job, const std::vector<Part>& parts, Seconds end) override;
  std::optional<int> nodes_left(int cluster) const override;
  void recovered() override;
  void handle(const std::any& message) override;
  void switched(int cluster, bool is_on) override;

private:
  /// The addresses of one gateway.
  struct Line {
    Address<GatewayMessage, ClusterRequest> requests;
    std::optional<Address<GatewayMessage, ReturnRequest>> after_recovery; ///< if the own host may fail
    std::optional<Address<GatewayMessage, PartRequest>> parts; ///< if jobs may run in several clusters
  };

  std::vector<JobStatus> ask_about(const std::vector<OfferedJob>& jobs) override;
  void ask(int cluster, ClusterRequest question);
  void ask_for_parts(int cluster, PartRequest question);
  void take(const GatewayReply& reply);
  void wait_for_answers();
  int clusters() const { return static_cast<int>(lines_.size()); }
  const Line& line(int cluster) const { return lines_[static_cast<std::size_t>(cluster)]; }

  const Bytes description_;
  const Seconds window_; ///< a status that is no older is not asked for again
  const std::function<void()> take_message_;
  std::vector<Line> lines_;           ///< by number of the cluster
  std::vector<GatewayReply> replies_; ///< to the questions that are open
  std::set<int> pending_;             ///< clusters that have been asked, and have not answered
  std::map<int, int> reported_nodes_; ///< that are left, by cluster, at the last recovery
  Seconds last_status_ = -never;
  int life_ = 0; ///< counts the recoveries of the meta-scheduler's host
};

} // namespace malha::multicluster
