// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/model.hpp"
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

/// The size of the number of a life: if the meta-scheduler's host has recovered, its questions and their
/// answers carry the number of the life that asks. The first life is 0 and carries none.
inline Bytes size_of_life(int life) { return life > 0 ? number_size : 0; }

/// How is your cluster?
struct StatusRequest {
  static constexpr const char* kind = "status_request";
  int life;
  Bytes size() const { return kind_size + size_of_life(life); }
};
struct StatusReply {
  static constexpr const char* kind = "status_reply";
  int cluster;
  Cluster status;
  int life;
  /// The number of the cluster, and five about its slots, its queue and its local users.
  Bytes size() const { return 6 * number_size + kind_size + size_of_life(life); }
};
/// When would this job start and end in your cluster?
struct EstimateRequest {
  static constexpr const char* kind = "estimate_request";
  Job job;
  Bytes description;
  int life;
  Bytes size() const { return description + size_of_life(life); }
};
struct EstimateReply {
  static constexpr const char* kind = "estimate_reply";
  int cluster;
  Estimate estimate;
  int life;
  Bytes size() const { return 4 * number_size + kind_size + size_of_life(life); }
};
/// Will you take this job?
struct Offer {
  static constexpr const char* kind = "offer";
  Job job;
  std::optional<Estimate> estimate; ///< of this gateway, if it was asked
  bool is_repeated;                 ///< the gateway has refused the job before
  Bytes description;
  int life;
  Bytes size() const { return description + size_of_life(life); }
};
struct OfferReply {
  static constexpr const char* kind = "offer_reply";
  int cluster;
  bool is_taken;
  int life;
  Bytes size() const { return number_size + kind_size + size_of_life(life); }
};
/// I have recovered: what is the status of these jobs, which I had offered to you?
struct JobsRequest {
  static constexpr const char* kind = "jobs_request";
  std::vector<TaskId> jobs;
  int life;
  Bytes size() const {
    return static_cast<double>(jobs.size()) * number_size + kind_size + size_of_life(life);
  }
};
struct JobsReply {
  static constexpr const char* kind = "jobs_reply";
  int cluster;
  int nodes;                   ///< that are up, or may recover
  std::vector<JobStatus> jobs; ///< in the order of the question
  int life;
  /// A letter for each job, and the two dates of those that have left.
  Bytes size() const {
    Bytes sum = 2 * number_size + kind_size + size_of_life(life);
    for (const auto& job : jobs)
      sum += kind_size + (job.left ? 2 * number_size : 0);
    return sum;
  }
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
/// The virtual cluster of a job to the meta-scheduler, on whose host it is: the job has ended.
struct CoallocatedEnded {
  static constexpr const char* kind = "coallocated_ended";
  TaskId job;
  Seconds end;
  std::shared_ptr<const void> row; ///< keeps the place of the job's row
  Bytes size() const { return 2 * number_size + kind_size; }
};

/// The questions of every meta-scheduler, those after its recovery, and those about jobs that run in several
/// clusters.
using ClusterRequest = std::variant<StatusRequest, EstimateRequest, Offer>;
using ReturnRequest = std::variant<JobsRequest>;
using PartRequest = std::variant<NodesRequest, Reserve, Release, Withdraw, PartBegins, PartEnded>;
using GatewayMessage = std::variant<StatusRequest, EstimateRequest, Offer, JobsRequest, NodesRequest, Reserve,
                                    Release, Withdraw, PartBegins, PartEnded>;
using ClusterReply = std::variant<StatusReply, EstimateReply, OfferReply>;
using ReturnReply = std::variant<JobsReply>;
using PartReply = std::variant<NodesReply, ReserveReply, WithdrawReply>;
using GatewayReply =
    std::variant<StatusReply, EstimateReply, OfferReply, JobsReply, NodesReply, ReserveReply, WithdrawReply>;

} // namespace malha::multicluster
