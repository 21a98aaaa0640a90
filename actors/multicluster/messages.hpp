// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
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
  MALHA_MESSAGE("status_request", kind_size + size_of_life(life));
  int life;
};
/// The number of the cluster, and the state of its slots, its queue and its local users.
struct StatusReply {
  MALHA_MESSAGE("status_reply", 6 * number_size + kind_size + size_of_life(life));
  int cluster;
  Cluster status;
  int life;
};
/// When would this job start and end in your cluster?
struct EstimateRequest {
  MALHA_MESSAGE("estimate_request", description + size_of_life(life));
  Job job;
  Bytes description;
  int life;
};
struct EstimateReply {
  MALHA_MESSAGE("estimate_reply", 4 * number_size + kind_size + size_of_life(life));
  int cluster;
  Estimate estimate;
  int life;
};
/// Will you take this job?
struct Offer {
  MALHA_MESSAGE("offer", description + size_of_life(life));
  Job job;
  std::optional<Estimate> estimate; ///< of this gateway, if it was asked
  bool is_repeated;                 ///< the gateway has refused the job before
  Bytes description;
  int life;
};
struct OfferReply {
  MALHA_MESSAGE("offer_reply", number_size + kind_size + size_of_life(life));
  int cluster;
  bool is_taken;
  int life;
};
/// I have recovered: what is the status of these jobs, which I had offered to you?
struct JobsRequest {
  MALHA_MESSAGE("jobs_request",
                static_cast<double>(jobs.size()) * number_size + kind_size + size_of_life(life));
  std::vector<TaskId> jobs;
  int life;
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
  MALHA_MESSAGE("nodes_request", number_size + kind_size);
  Bytes memory;
  bool idle; ///< only those without any task and without a local user
};
struct NodesReply {
  MALHA_MESSAGE("nodes_reply", (1 + 2 * static_cast<double>(nodes.size())) * number_size + kind_size);
  int cluster;
  std::vector<UsableNode> nodes;
};
/// Hold these nodes for your part of this job, which several clusters run.
struct Reserve {
  MALHA_MESSAGE("reserve", description + (2 + static_cast<double>(nodes.size())) * number_size);
  Job job;
  std::vector<int> nodes;
  Seconds execution_time;        ///< as predicted
  double communication_slowdown; ///< the same
  Bytes description;
};
struct ReserveReply {
  MALHA_MESSAGE("reserve_reply", number_size + kind_size);
  int cluster;
  bool is_held;
};
/// Give back the nodes that you hold: the job does not begin.
struct Release {
  MALHA_MESSAGE("release", number_size + kind_size);
  TaskId job;
};
/// Take this job out of your queue.
struct Withdraw {
  MALHA_MESSAGE("withdraw", number_size + kind_size);
  TaskId job;
};
struct WithdrawReply {
  MALHA_MESSAGE("withdraw_reply", number_size + kind_size);
  int cluster;
  bool has_waited;
};
/// Your part of the job begins at that date.
struct PartBegins {
  MALHA_MESSAGE("part_begins", 2 * number_size + kind_size);
  TaskId job;
  Seconds start;
};
/// The job has ended at that date, and with it your part.
struct PartEnded {
  MALHA_MESSAGE("part_ended", 2 * number_size + kind_size);
  TaskId job;
  Seconds end;
};
/// The virtual cluster of a job to the meta-scheduler, on whose host it is: the job has ended.
struct CoallocatedEnded {
  MALHA_MESSAGE("coallocated_ended", 2 * number_size + kind_size);
  TaskId job;
  Seconds end;
  std::shared_ptr<const void> row; ///< keeps the place of the job's row
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
