// SPDX-License-Identifier: MIT
#include "cluster_port.hpp"

#include <simgrid/s4u.hpp>

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

/// The logs of the clusters need not say any more what the meta-scheduler has now heard.
std::vector<JobStatus> ClusterPort::standings(const std::vector<OfferedJob>& jobs) {
  auto standings = ask_about(jobs);
  for (std::size_t place = 0; place < jobs.size(); ++place)
    if (standings[place].left)
      left(jobs[place].job, jobs[place].cluster);
  return standings;
}

void DirectPort::refresh(std::vector<Cluster>& clusters) {
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster)
    gateways_[cluster]->describe(clusters[cluster], date_);
}

std::vector<Estimate> DirectPort::estimate(const Job& job, const std::vector<int>& clusters) {
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
    settle_date_(Turn::hands_over);
  }
  return estimates;
}

void DirectPort::pass_is_over() {
  wake_clusters();
  have_decided_ = false;
}

bool DirectPort::wake_clusters() {
  bool has_woken = false;
  for (auto* gateway : gateways_)
    has_woken = gateway->wake() || has_woken;
  return has_woken;
}

std::optional<int> DirectPort::nodes_left(int cluster) const {
  if (is_gone(cluster))
    return std::nullopt;
  return gateways_[static_cast<std::size_t>(cluster)]->nodes_left();
}

std::vector<JobStatus> DirectPort::ask_about(const std::vector<OfferedJob>& jobs) {
  std::vector<JobStatus> standings;
  for (const auto& [job, cluster] : jobs)
    standings.push_back(is_gone(cluster) ? in_log(job, cluster)
                                         : gateways_[static_cast<std::size_t>(cluster)]->standing(job));
  return standings;
}

/// What the clusters leave once they have decided at this date.
std::vector<std::vector<UsableNode>> DirectPort::usable_nodes(const Job& job, bool idle) {
  while (wake_clusters() || !std::exchange(have_decided_, true))
    settle_date_(Turn::sees_the_rest);
  std::vector<std::vector<UsableNode>> usable;
  for (const auto* gateway : gateways_)
    usable.push_back(gateway->parts().usable_nodes(cluster::memory_of(job), idle));
  return usable;
}

std::vector<bool> DirectPort::reserve(const Job& job, const Coallocated& parts) {
  std::vector<bool> held;
  for (const auto& [cluster, nodes] : parts.parts)
    held.push_back(gateways_[static_cast<std::size_t>(cluster)]->changing_parts().reserve(
        job, nodes, parts.execution_time, parts.communication_slowdown, date_));
  return held;
}

void DirectPort::release(TaskId job, int cluster) {
  gateways_[static_cast<std::size_t>(cluster)]->changing_parts().release(job, date_);
}

bool DirectPort::withdraw(TaskId job, int cluster) {
  return gateways_[static_cast<std::size_t>(cluster)]->changing_parts().withdraw(job, date_);
}

void DirectPort::begin(const Job& job, const Coallocated& parts) {
  for (const auto& part : parts.parts)
    gateways_[static_cast<std::size_t>(part.cluster)]->changing_parts().begin(job.tasks.front().id,
                                                                              parts.start, date_);
  start_(job, parts);
}

void DirectPort::end(TaskId job, const std::vector<Part>& parts, Seconds end) {
  for (const auto& part : parts)
    gateways_[static_cast<std::size_t>(part.cluster)]->changing_parts().end(job, end, date_);
}

NetworkPort::NetworkPort(ActorContext& context, bool coallocates, std::function<void()> take_message)
    : ClusterPort(gateways_of(context.simulation())), description_(context.parameters().real("description")),
      window_(context.parameters().real("status_window")), take_message_(std::move(take_message)) {
  for (const auto& gateway : context.simulation().peers("multicluster/gateway")) {
    addresses_.emplace_back(context, gateway);
    if (context.simulation().entry_returns())
      after_return_.emplace_back(context, gateway);
    if (coallocates)
      for_parts_.emplace_back(context, gateway);
  }
}

void NetworkPort::returned() {
  ++life_;
  silent_.clear();
  last_status_ = -never;
}

void NetworkPort::hear(const std::any& message) {
  take_one_of<StatusReply, EstimateReply, OfferReply, JobsReply>(message, [this](const auto& reply) {
    if (reply.life == life_)
      take(reply);
  });
  take_one_of<NodesReply, ReserveReply, WithdrawReply>(message, [this](const auto& reply) { take(reply); });
}

void NetworkPort::take(const GatewayReply& reply) {
  const int cluster = std::visit([](const auto& kind) { return kind.cluster; }, reply);
  if (silent_.erase(cluster) > 0) // else it has gone since it was asked, and counts as silent
    replies_.push_back(reply);
}

void NetworkPort::switched(int cluster, bool is_on) {
  ClusterPort::switched(cluster, is_on);
  silent_.erase(cluster);
}

void NetworkPort::ask(int cluster, ClusterRequest question) {
  if (is_gone(cluster))
    return;
  silent_.insert(cluster);
  addresses_[static_cast<std::size_t>(cluster)].send(std::move(question));
}

void NetworkPort::ask(int cluster, PartRequest question) {
  silent_.insert(cluster);
  address(cluster).send(std::move(question));
}

/// Of all clusters that were asked since `replies_` was cleared.
void NetworkPort::wait_for_answers() {
  while (!silent_.empty())
    take_message_();
}

void NetworkPort::refresh(std::vector<Cluster>& clusters) {
  if (now() - last_status_ < window_)
    return;
  replies_.clear();
  for (std::size_t cluster = 0; cluster < addresses_.size(); ++cluster)
    ask(static_cast<int>(cluster), ClusterRequest(StatusRequest{life_}));
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
    ask(cluster, ClusterRequest(EstimateRequest{job, description_, life_}));
  wait_for_answers();
  std::vector<Estimate> estimates(clusters.size(), Estimate{never, never}); // of one that has gone
  for (const auto& reply : replies_) {
    const auto& [number, estimate, life] = std::get<EstimateReply>(reply);
    const auto place = std::find(clusters.begin(), clusters.end(), number) - clusters.begin();
    estimates[static_cast<std::size_t>(place)] = estimate;
  }
  return estimates;
}

bool NetworkPort::offer(const Job& job, int cluster, const std::optional<Estimate>& estimate,
                        bool is_repeated) {
  if (is_gone(cluster))
    return false;
  replies_.clear();
  ask(cluster, ClusterRequest(Offer{job, estimate, is_repeated, description_, life_}));
  wait_for_answers();
  if (replies_.empty()) // the cluster has gone meanwhile
    return gateways_[static_cast<std::size_t>(cluster)]->had(job.tasks.front().id);
  return std::get<OfferReply>(replies_.front()).is_taken;
}

/// All clusters are asked at once.
std::vector<JobStatus> NetworkPort::ask_about(const std::vector<OfferedJob>& jobs) {
  replies_.clear();
  said_nodes_.clear();
  std::map<int, std::vector<TaskId>> asked;
  for (int cluster = 0; cluster < static_cast<int>(after_return_.size()); ++cluster)
    if (!is_gone(cluster))
      asked[cluster];
  for (const auto& [job, cluster] : jobs)
    if (!is_gone(cluster))
      asked[cluster].push_back(job);
  for (const auto& [cluster, of_cluster] : asked) {
    silent_.insert(cluster);
    after_return_[static_cast<std::size_t>(cluster)].send(JobsRequest{of_cluster, life_});
  }
  wait_for_answers();
  std::map<TaskId, JobStatus> said;
  for (const auto& reply : replies_) {
    const auto& answer = std::get<JobsReply>(reply);
    const auto& of_cluster = asked.at(answer.cluster);
    said_nodes_[answer.cluster] = answer.nodes;
    for (std::size_t place = 0; place < of_cluster.size(); ++place)
      said[of_cluster[place]] = answer.jobs[place];
  }
  std::vector<JobStatus> standings;
  for (const auto& [job, cluster] : jobs)
    standings.push_back(said.count(job) > 0 ? said.at(job) : in_log(job, cluster));
  return standings;
}

std::vector<std::vector<UsableNode>> NetworkPort::usable_nodes(const Job& job, bool idle) {
  replies_.clear();
  for (std::size_t cluster = 0; cluster < for_parts_.size(); ++cluster)
    ask(static_cast<int>(cluster), PartRequest(NodesRequest{cluster::memory_of(job), idle}));
  wait_for_answers();
  std::vector<std::vector<UsableNode>> usable(for_parts_.size());
  for (const auto& reply : replies_) {
    const auto& [number, nodes] = std::get<NodesReply>(reply);
    usable[static_cast<std::size_t>(number)] = nodes;
  }
  return usable;
}

std::vector<bool> NetworkPort::reserve(const Job& job, const Coallocated& parts) {
  replies_.clear();
  for (const auto& [cluster, nodes] : parts.parts)
    ask(cluster,
        PartRequest(Reserve{job, nodes, parts.execution_time, parts.communication_slowdown, description_}));
  wait_for_answers();
  std::vector<bool> held;
  for (const auto& part : parts.parts)
    held.push_back(std::any_of(replies_.begin(), replies_.end(), [&part](const GatewayReply& reply) {
      const auto& [number, is_held] = std::get<ReserveReply>(reply);
      return number == part.cluster && is_held;
    }));
  return held;
}

void NetworkPort::release(TaskId job, int cluster) { address(cluster).send(Release{job}); }

bool NetworkPort::withdraw(TaskId job, int cluster) {
  replies_.clear();
  ask(cluster, PartRequest(Withdraw{job}));
  wait_for_answers();
  return std::get<WithdrawReply>(replies_.front()).has_waited;
}

void NetworkPort::begin(const Job& job, const Coallocated& parts) {
  for (const auto& part : parts.parts)
    address(part.cluster).send(PartBegins{job.tasks.front().id, parts.start});
  start_(job, parts);
}

void NetworkPort::end(TaskId job, const std::vector<Part>& parts, Seconds end) {
  for (const auto& part : parts)
    address(part.cluster).send(PartEnded{job, end});
}

} // namespace malha::multicluster
