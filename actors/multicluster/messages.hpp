// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/clusters.hpp"
#include "policies/multicluster/estimate.hpp"
#include "policies/sdk/job.hpp"

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
  Bytes description;
  Bytes size() const { return description; }
};
struct OfferReply {
  static constexpr const char* kind = "offer_reply";
  int cluster;
  bool is_taken;
  Bytes size() const { return number_size + kind_size; }
};

using GatewayMessage = std::variant<StatusRequest, EstimateRequest, Offer>;
using GatewayReply = std::variant<StatusReply, EstimateReply, OfferReply>;

} // namespace malha::multicluster
