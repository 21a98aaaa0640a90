// SPDX-License-Identifier: MIT
#include "reach.hpp"

namespace malha::multicluster {

void LocalReach::refresh(std::vector<Cluster>& clusters) {
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
    gateways_[cluster]->describe(clusters[cluster], date_);
}

std::vector<Estimate> LocalReach::estimate(const Job& job, const std::vector<int>& clusters) {
  std::vector<Estimate> estimates;
  for (const int cluster : clusters)
    estimates.push_back(gateways_[static_cast<std::size_t>(cluster)]->estimate(job, date_));
  Seconds longest = 0; // all clusters estimate at once
  for (const int cluster : clusters)
    longest = std::max(longest, gateways_[static_cast<std::size_t>(cluster)]->estimate_cost());
  if (longest > 0) {
    pass_is_over(); // what was handed over need not wait for the next job
    const Seconds answered = date_ + longest;
    simgrid::s4u::this_actor::sleep_until(answered);
    date_ = std::max(date_, answered);
    settle_date_();
  }
  return estimates;
}

void LocalReach::pass_is_over() {
  for (auto* gateway : gateways_)
    gateway->wake();
}

RemoteReach::RemoteReach(ActorContext& context, std::function<void()> take_message)
    : description_(context.parameters().real("description")),
      window_(context.parameters().real("status_window")), take_message_(std::move(take_message)) {
  for (const auto& gateway : context.simulation().peers("multicluster/gateway"))
    gateways_.emplace_back(context, gateway);
}

void RemoteReach::hear(const GatewayReply& reply) { replies_.push_back(reply); }

void RemoteReach::wait_for(std::size_t answers) {
  while (replies_.size() < answers)
    take_message_();
}

void RemoteReach::refresh(std::vector<Cluster>& clusters) {
  if (now() - last_status_ < window_)
    return;
  replies_.clear();
  for (const auto& gateway : gateways_)
    gateway.send(StatusRequest{});
  wait_for(gateways_.size());
  last_status_ = now();
  for (const auto& reply : replies_) {
    const auto& [number, status] = std::get<StatusReply>(reply);
    auto& cluster = clusters[static_cast<std::size_t>(number)];
    cluster.free = status.free;
    cluster.busy = status.busy;
    cluster.waiting_jobs = status.waiting_jobs;
    cluster.waiting_nodes = status.waiting_nodes;
    cluster.local_users = status.local_users;
  }
}

std::vector<Estimate> RemoteReach::estimate(const Job& job, const std::vector<int>& clusters) {
  replies_.clear();
  for (const int cluster : clusters)
    gateways_[static_cast<std::size_t>(cluster)].send(EstimateRequest{job, description_});
  wait_for(clusters.size());
  std::vector<Estimate> estimates(clusters.size());
  for (const auto& reply : replies_) {
    const auto& [number, estimate] = std::get<EstimateReply>(reply);
    const auto place = std::find(clusters.begin(), clusters.end(), number) - clusters.begin();
    estimates[static_cast<std::size_t>(place)] = estimate;
  }
  return estimates;
}

bool RemoteReach::offer(const Job& job, int cluster, const std::optional<Estimate>& estimate) {
  replies_.clear();
  gateways_[static_cast<std::size_t>(cluster)].send(Offer{job, estimate, description_});
  wait_for(1);
  return std::get<OfferReply>(replies_.front()).is_taken;
}

} // namespace malha::multicluster
