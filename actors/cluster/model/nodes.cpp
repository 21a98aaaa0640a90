// SPDX-License-Identifier: MIT
#include "nodes.hpp"

#include "requests.hpp"

namespace malha::cluster {

std::vector<int> Nodes::open(Bytes memory) const {
  if (!shared_)
    return {free_.begin(), free_.end()};
  std::vector<int> open;
  for (int machine = 0; machine < machines_.count(); ++machine)
    if (shared_->may_take(machine, memory))
      open.push_back(machine);
  return open;
}

void Nodes::take(LiveJob& job, const Start& start) {
  if (shared_)
    shared_->check(job.queued, start.machines, machines_.names());
  if (start.machines.empty() && job.request && !job.request->fragments.empty())
    throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) +
                     " without a machine for each of its " + std::to_string(job.request->fragments.size()) +
                     " fragments; valid: a policy that places fragments, or fragments=ignore");
  if (start.machines.empty() && start.nodes.empty()) {
    if (job.queued.size > free_.size())
      throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + " on " +
                       std::to_string(job.queued.size) + " nodes with " + std::to_string(free_.size()) +
                       " free");
    return free_.take_lowest(job.queued.size, job.nodes);
  }
  job.nodes = named_nodes(job, start);
  free_.remove(job.nodes);
  if (shared_)
    shared_->start(job.queued, start.machines);
}

/// The nodes that the start names, or nodes of the machines that it names.
IndexSet Nodes::named_nodes(const LiveJob& job, const Start& start) const {
  if (!start.machines.empty())
    return nodes_for(job.queued, number_of(job.task), start.machines, machines_, free_);
  const auto who = [&] { return "it starts job " + std::to_string(number_of(job.task)) + " on "; };
  if (start.nodes.size() != job.queued.size)
    throw BrokenRule(who() + std::to_string(start.nodes.size()) + " nodes, and it needs " +
                     std::to_string(job.queued.size));
  if (!free_.contains(start.nodes))
    throw BrokenRule(who() + "nodes " + start.nodes.text() + ", which are not all free");
  return start.nodes;
}

void Nodes::take_open(LiveJob& job, const std::vector<int>& on) {
  job.nodes = {};
  for (const int number : on)
    if (shared_) {
      const auto& machine = machines_[number];
      job.nodes.insert(free_.within(machine.first, machine.cpus).lowest(1));
    } else {
      job.nodes.insert(IndexSet(number, 1));
    }
  free_.remove(job.nodes);
  if (shared_)
    shared_->start(job.queued, on);
}

void Nodes::give_back(const LiveJob& job) {
  free_.insert(job.nodes);
  if (shared_)
    shared_->end(job.queued.handle);
}

bool Nodes::fail(int node) {
  if (down_.contains(node))
    return false;
  free_.remove(IndexSet(node, 1));
  down_.insert(IndexSet(node, 1));
  return true;
}

bool Nodes::recover(int node) {
  if (!down_.contains(node))
    return false;
  down_.remove(IndexSet(node, 1));
  free_.insert(IndexSet(node, 1));
  return true;
}

} // namespace malha::cluster
