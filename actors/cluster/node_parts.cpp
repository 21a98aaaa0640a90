// SPDX-License-Identifier: MIT
#include "node_parts.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "sharing.hpp"

#include <algorithm>
#include <unordered_map>

namespace malha::cluster {
namespace {

std::vector<std::size_t> numbers_of(const IndexSet& nodes) { return {nodes.begin(), nodes.end()}; }

/// The number of iterations of each job if jobs share nodes; otherwise 0.
int iterations_in(const ActorContext& context) {
  return shares_nodes(context) ? static_cast<int>(context.parameters().integer("iterations")) : 0;
}

} // namespace

NodeParts::NodeParts(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts, const Model& model)
    : model_(model), weight_(context.parameters().real("description")), iterations_(iterations_in(context)),
      hosts_(std::move(hosts)), returns_(hosts_.size()) {
  std::unordered_map<const simgrid::s4u::Host*, const Peer*> peers;
  for (const auto& peer : context.simulation().peers("cluster/node"))
    peers.emplace(peer.host, &peer); // the first one of a host
  for (const auto* host : hosts_) {
    const auto on_host = peers.find(host);
    if (on_host == peers.end())
      throw InputError("execution=" + context.parameters().text("execution") +
                       " needs an actor 'cluster/node' on host '" + host->get_name() +
                       "'; valid: deploy one on every node, or execution=timeline");
    actors_.emplace_back(context, *on_host->second);
  }
}

std::vector<std::size_t> NodeParts::nodes_with_parts(const LiveJob& job) const {
  return iterations_ > 0 ? numbers_of(job.nodes.lowest(1)) : numbers_of(job.nodes);
}

void NodeParts::started(const LiveJob& job, const Start&) {
  const Book& book = model_.book();
  const auto planned = // if speeds change, each node plans how long its part runs
      book.nodes().machines().speeds_change() ? std::nullopt : std::optional(book.task_run(job).time);
  const Seconds limit = model_.rules().extends ? never : job.limit_of_attempt();
  const auto nodes = numbers_of(job.nodes), with_parts = nodes_with_parts(job);
  const JobHandle handle = job.queued.handle;
  running_[handle] = {static_cast<int>(with_parts.size()), {handle, never, 0, false}};
  for (const auto node : with_parts) {
    StartOnNode start{handle, job.run, job.start, limit, planned, job.task, {}, weight_, returns_[node]};
    if (!planned && !job.task.is_delay) { // the node computes it as slowly as its pstate lets it
      const double stretch = book.stretch(job, static_cast<int>(node));
      start.task.work *= stretch;
      start.task.length *= stretch;
    }
    for (const auto other : nodes)
      if (other != node && (job.task.exchange > 0 || iterations_ > 0))
        start.peers.push_back(hosts_[other]);
    if (iterations_ > 0)
      start.iterations =
          Iterations::of(job.task, job.request ? job.request->extensions : Extensions(), iterations_);
    unsent_.emplace_back(node, std::move(start));
  }
}

void NodeParts::stop(const LiveJob& job) {
  if (running_.erase(job.queued.handle) == 0)
    return;
  for (const auto node : nodes_with_parts(job))
    unsent_.emplace_back(node, StopOnNode{job.queued.handle, job.run});
}

void NodeParts::send() {
  for (auto& [node, message] : std::exchange(unsent_, {}))
    actors_[node].send(std::move(message));
}

std::optional<NodeParts::Whole> NodeParts::part_ended(const EndedOnNode& part) {
  if (!model_.book()[part.handle].is_current(part.run))
    return std::nullopt;
  auto& [parts_left, whole] = running_.at(part.handle);
  whole.start = std::min(whole.start, part.start);
  whole.end = std::max(whole.end, part.end);
  whole.killed = whole.killed || part.killed;
  if (--parts_left > 0)
    return std::nullopt;
  const Whole ended = whole;
  running_.erase(part.handle);
  return ended;
}

} // namespace malha::cluster
