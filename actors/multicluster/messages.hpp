// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/clusters.hpp"
#include "policies/multicluster/coallocation.hpp"
#include "policies/multicluster/estimate.hpp"
#include "policies/sdk/job.hpp"

#include <memory>
#include <optional>
#include <variant>

/// The messages between the meta-scheduler and the gateways of its clusters. The source gives no sizes: a
/// message weighs 8 bytes for each number and one for its kind. A job weighs what the parameter `description`
/// says.
namespace malha::multicluster {

inline constexpr Bytes number_size = 8;
inline constexpr Bytes kind_size = 1;

/// How is your cluster?
struct StatusRequest {
  static constexpr const char* kind = "status_request";
  Bytes size() const { return kind_size; }
};
struct StatusReply {
  static constexpr const char* kind = "status_reply";
  int cluster;
  Cluster status;
  /// The number of the cluster, and what it says of its slots, its queue and its local users.
  Bytes size() const { return 6 * number_size + kind_size; }
};
/// When would this job start and end in your cluster?
struct EstimateRequest {
  static constexpr const char* kind = "estimate_request";
  Job job;
  Bytes description;
  Bytes size() const { return description; }
};
struct EstimateReply {
  static constexpr const char* kind = "estimate_reply";
  int cluster;
  Estimate estimate;
  Bytes size() const { return 4 * number_size + kind_size; }
};
/// Will you take this job?
struct Offer {
  static constexpr const char* kind = "offer";
  Job job;
  std::optional<Estimate> estimate; ///< of this gateway, where it was asked
  bool is_repeated;                 ///< the gateway has refused the job before
  Bytes description;
  Bytes size() const { return description; }
};
struct OfferReply {
  static constexpr const char* kind = "offer_reply";
  int cluster;
  bool is_taken;
  Bytes size() const { return number_size + kind_size; }
};

/// Which of your nodes may take a task of that memory now?
struct NodesRequest {
  static constexpr const char* kind = "nodes_request";
  Bytes memory;
  bool idle; ///< only those without any task and without a local user
  Bytes size() const { return number_size + kind_size; }
};
struct NodesReply {
  static constexpr const char* kind = "nodes_reply";
  int cluster;
  std::vector<UsableNode> nodes;
  Bytes size() const { return (1 + 2 * static_cast<double>(nodes.size())) * number_size + kind_size; }
};
/// Hold these nodes for your part of this job, which several clusters run.
struct Reserve {
  static constexpr const char* kind = "reserve";
  Job job;
  std::vector<int> nodes;
  Seconds execution_time;        ///< as predicted
  double communication_slowdown; ///< the same
  Bytes description;
  Bytes size() const { return description + (2 + static_cast<double>(nodes.size())) * number_size; }
};
struct ReserveReply {
  static constexpr const char* kind = "reserve_reply";
  int cluster;
  bool is_held;
  Bytes size() const { return number_size + kind_size; }
};
/// Give back the nodes that you hold: the job does not begin.
struct Release {
  static constexpr const char* kind = "release";
  TaskId job;
  Bytes size() const { return number_size + kind_size; }
};
/// Take this job out of your queue.
struct Withdraw {
  static constexpr const char* kind = "withdraw";
  TaskId job;
  Bytes size() const { return number_size + kind_size; }
};
struct WithdrawReply {
  static constexpr const char* kind = "withdraw_reply";
  int cluster;
  bool has_waited;
  Bytes size() const { return number_size + kind_size; }
};
/// Your part of the job begins at that date.
struct PartBegins {
  static constexpr const char* kind = "part_begins";
  TaskId job;
  Seconds start;
  Bytes size() const { return 2 * number_size + kind_size; }
};
/// The job has ended at that date, and with it your part.
struct PartEnded {
  static constexpr const char* kind = "part_ended";
  TaskId job;
  Seconds end;
  Bytes size() const { return 2 * number_size + kind_size; }
};
/// What leads a job that several clusters run, to the meta-scheduler, on whose host it is: the job has ended.
struct CoallocatedEnded {
  static constexpr const char* kind = "coallocated_ended";
  TaskId job;
  Seconds end;
  std::shared_ptr<const void> row; ///< that of the job is still to come
  Bytes size() const { return 2 * number_size + kind_size; }
};

/// What every meta-scheduler asks, and what only those ask that let jobs run in several clusters.
using ClusterRequest = std::variant<StatusRequest, EstimateRequest, Offer>;
using PartRequest = std::variant<NodesRequest, Reserve, Release, Withdraw, PartBegins, PartEnded>;
using GatewayMessage = std::variant<StatusRequest, EstimateRequest, Offer, NodesRequest, Reserve, Release,
                                    Withdraw, PartBegins, PartEnded>;
using ClusterReply = std::variant<StatusReply, EstimateReply, OfferReply>;
using PartReply = std::variant<NodesReply, ReserveReply, WithdrawReply>;
using GatewayReply =
    std::variant<StatusReply, EstimateReply, OfferReply, NodesReply, ReserveReply, WithdrawReply>;

} // namespace malha::multicluster
