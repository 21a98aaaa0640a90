// SPDX-License-Identifier: MIT
#include "network_port.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

namespace malha::multicluster {
namespace {

/// Calls `take` with the message, if it is of one of these kinds.
template <class... Kinds, class Take>
void take_one_of(const std::any& message, const Take& take) {
  const auto take_this = [&take](const auto* kind) {
    if (kind != nullptr)
      take(*kind);
  };
  (take_this(std::any_cast<Kinds>(&message)), ...);
}

} // namespace

NetworkPort::NetworkPort(ActorContext& context, bool coallocates, std::function<void()> take_message)
    : ClusterPort(gateways_of(context.simulation())), description_(context.parameters().real("description")),
      window_(context.parameters().real("status_window")), take_message_(std::move(take_message)) {
  for (const auto& gateway : context.simulation().peers("multicluster/gateway")) {
    Line line{{context, gateway}, {}, {}};
    if (context.simulation().entry_recovers())
      line.after_recovery.emplace(context, gateway);
    if (coallocates)
      line.parts.emplace(context, gateway);
    lines_.push_back(std::move(line));
  }
}

Seconds NetworkPort::now() const { return simgrid::s4u::Engine::get_clock(); }

void NetworkPort::recovered() {
  ++life_;
  pending_.clear();
  last_status_ = -never;
}

void NetworkPort::handle(const std::any& message) {
  take_one_of<StatusReply, EstimateReply, OfferReply, JobsReply>(message, [this](const auto& reply) {
    if (reply.life == life_)
      take(reply);
  });
  take_one_of<NodesReply, ReserveReply, WithdrawReply>(message, [this](const auto& reply) { take(reply); });
}

void NetworkPort::take(const GatewayReply& reply) {
  const int cluster = std::visit([](const auto& kind) { return kind.cluster; }, reply);
  if (pending_.erase(cluster) > 0) // else it has failed since it was asked
    replies_.push_back(reply);
}

void NetworkPort::switched(int cluster, bool is_on) {
  ClusterPort::switched(cluster, is_on);
  pending_.erase(cluster);
}

void NetworkPort::ask(int cluster, ClusterRequest question) {
  if (has_failed(cluster))
    return;
  pending_.insert(cluster);
  line(cluster).requests.send(std::move(question));
}

void NetworkPort::ask_for_parts(int cluster, PartRequest question) {
  pending_.insert(cluster);
  line(cluster).parts->send(std::move(question));
}

/// Of all clusters that were asked since `replies_` was cleared.
void NetworkPort::wait_for_answers() {
  while (!pending_.empty())
    take_message_();
}

std::optional<int> NetworkPort::nodes_left(int cluster) const {
  const auto reported = reported_nodes_.find(cluster);
  return reported == reported_nodes_.end() ? std::nullopt : std::optional(reported->second);
}

void NetworkPort::refresh(std::vector<Cluster>& clusters) {
  if (now() - last_status_ < window_)
    return;
  replies_.clear();
  for (int cluster = 0; cluster < this->clusters(); ++cluster)
    ask(cluster, StatusRequest{life_});
  wait_for_answers();
  last_status_ = now();
  for (const auto& reply : replies_) {
    const auto& [number, status, life] = std::get<StatusReply>(reply);
    auto& cluster = clusters[static_cast<std::size_t>(number)];
    cluster.free = status.free;
    cluster.busy = status.busy;
    cluster.waiting_jobs = status.waiting_jobs;
    cluster.waiting_nodes = status.waiting_nodes;
    cluster.local_users = status.local_users;
  }
}

std::vector<Estimate> NetworkPort::estimate(const Job& job, const std::vector<int>& clusters) {
  replies_.clear();
  for (const int cluster : clusters)
    ask(cluster, EstimateRequest{job, description_, life_});
  wait_for_answers();
  std::vector<Estimate> estimates(clusters.size(), Estimate{never, never}); // of one that has failed
  for (const auto& reply : replies_) {
    const auto& [number, estimate, life] = std::get<EstimateReply>(reply);
    const auto place = std::find(clusters.begin(), clusters.end(), number) - clusters.begin();
    estimates[static_cast<std::size_t>(place)] = estimate;
  }
  return estimates;
}

bool NetworkPort::offer(const Job& job, int cluster, const std::optional<Estimate>& estimate,
                        bool is_repeated) {
  if (has_failed(cluster))
    return false;
  replies_.clear();
  ask(cluster, Offer{job, estimate, is_repeated, description_, life_});
  wait_for_answers();
  if (replies_.empty()) // the cluster has failed meanwhile
    return gateway(cluster).had(job.tasks.front().id);
  return std::get<OfferReply>(replies_.front()).is_taken;
}

/// All clusters are asked at once.
std::vector<JobStatus> NetworkPort::ask_about(const std::vector<OfferedJob>& jobs) {
  replies_.clear();
  reported_nodes_.clear();
  std::map<int, std::vector<TaskId>> asked;
  for (int cluster = 0; cluster < clusters(); ++cluster)
    if (!has_failed(cluster))
      asked[cluster];
  for (const auto& [job, cluster] : jobs)
    if (!has_failed(cluster))
      asked[cluster].push_back(job);
  for (const auto& [cluster, of_cluster] : asked) {
    pending_.insert(cluster);
    line(cluster).after_recovery->send(JobsRequest{of_cluster, life_});
  }
  wait_for_answers();
  std::map<TaskId, JobStatus> reported;
  for (const auto& reply : replies_) {
    const auto& answer = std::get<JobsReply>(reply);
    const auto& of_cluster = asked.at(answer.cluster);
    reported_nodes_[answer.cluster] = answer.nodes;
    for (std::size_t place = 0; place < of_cluster.size(); ++place)
      reported[of_cluster[place]] = answer.jobs[place];
  }
  std::vector<JobStatus> statuses;
  for (const auto& [job, cluster] : jobs)
    statuses.push_back(reported.count(job) > 0 ? reported.at(job) : in_log(job, cluster));
  return statuses;
}

std::vector<std::vector<UsableNode>> NetworkPort::usable_nodes(const Job& job, bool idle) {
  replies_.clear();
  for (int cluster = 0; cluster < clusters(); ++cluster)
    ask_for_parts(cluster, NodesRequest{cluster::memory_of(job), idle});
  wait_for_answers();
  std::vector<std::vector<UsableNode>> usable(lines_.size());
  for (const auto& reply : replies_) {
    const auto& [number, nodes] = std::get<NodesReply>(reply);
    usable[static_cast<std::size_t>(number)] = nodes;
  }
  return usable;
}

std::vector<bool> NetworkPort::reserve(const Job& job, const Coallocated& parts) {
  replies_.clear();
  for (const auto& [cluster, nodes] : parts.parts)
    ask_for_parts(cluster,
                  Reserve{job, nodes, parts.execution_time, parts.communication_slowdown, description_});
  wait_for_answers();
  std::vector<bool> held;
  for (const auto& part : parts.parts)
    held.push_back(std::any_of(replies_.begin(), replies_.end(), [&part](const GatewayReply& reply) {
      const auto& [number, is_held] = std::get<ReserveReply>(reply);
      return number == part.cluster && is_held;
    }));
  return held;
}

void NetworkPort::release(TaskId job, int cluster) { line(cluster).parts->send(Release{job}); }

bool NetworkPort::withdraw(TaskId job, int cluster) {
  replies_.clear();
  ask_for_parts(cluster, Withdraw{job});
  wait_for_answers();
  return std::get<WithdrawReply>(replies_.front()).has_waited;
}

void NetworkPort::begin(const Job& job, const Coallocated& parts) {
  for (const auto& part : parts.parts)
    line(part.cluster).parts->send(PartBegins{job.tasks.front().id, parts.start});
  start(job, parts);
}

void NetworkPort::end(TaskId job, const std::vector<Part>& parts, Seconds end) {
  for (const auto& part : parts)
    line(part.cluster).parts->send(PartEnded{job, end});
}

} // namespace malha::multicluster
