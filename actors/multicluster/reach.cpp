// SPDX-License-Identifier: MIT
#include "reach.hpp"

namespace malha::multicluster {

void LocalReach::refresh(std::vector<Cluster>& clusters) {
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
    gateways_[cluster]->describe(clusters[cluster]);
}

std::vector<Prediction> LocalReach::predict(const Job&, const std::vector<int>& clusters) {
  return std::vector<Prediction>(clusters.size());
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

std::vector<Prediction> RemoteReach::predict(const Job& job, const std::vector<int>& clusters) {
  replies_.clear();
  for (const int cluster : clusters)
    gateways_[static_cast<std::size_t>(cluster)].send(PredictionRequest{job, description_});
  wait_for(clusters.size());
  std::vector<Prediction> predictions(clusters.size());
  for (const auto& reply : replies_) {
    const auto& [number, prediction] = std::get<PredictionReply>(reply);
    const auto place = std::find(clusters.begin(), clusters.end(), number) - clusters.begin();
    predictions[static_cast<std::size_t>(place)] = prediction;
  }
  return predictions;
}

bool RemoteReach::offer(const Job& job, int cluster, const Prediction* prediction) {
  replies_.clear();
  gateways_[static_cast<std::size_t>(cluster)].send(
      Offer{job, prediction != nullptr ? std::optional(*prediction) : std::nullopt, description_});
  wait_for(1);
  return std::get<OfferReply>(replies_.front()).is_taken;
}

} // namespace malha::multicluster
