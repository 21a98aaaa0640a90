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

void Nodes::share_stock(const Stock& stock) {
  names_of_stock_ = stock.names;
  free_stock_ = stock.of_machines;
}

void Nodes::take(LiveJob& job, const Start& start) {
  if (shared_)
    shared_->check(job.queued, start.machines, machines_.names());
  if (start.machines.empty() && job.request && !job.request->fragments.empty())
    throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) +
                     " without a machine for each of its " + std::to_string(job.request->fragments.size()) +
                     " fragments; valid: a policy that places fragments, or fragments=ignore");
  const int named = static_cast<int>(start.machines.size()) + start.nodes.size();
  if (start.size > 0 && named > 0 && named != start.size)
    throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + " on " +
                     std::to_string(start.size) + " nodes, and names " + std::to_string(named));
  if (named == 0) {
    const int size = start.size > 0 ? start.size : job.queued.size;
    check_size(job, size);
    if (size > free_.size())
      throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + " on " +
                       std::to_string(size) + " nodes with " + std::to_string(free_.size()) + " free");
    free_.take_lowest(size, job.nodes);
    return check_suits(job);
  }
  job.nodes = named_nodes(job, start);
  check_suits(job);
  if (!free_stock_.empty())
    take_stock(job, start);
  free_.remove(job.nodes);
  if (shared_)
    shared_->start(job.queued, start.machines);
}

/// Throws BrokenRule unless the job may start on so many nodes.
void Nodes::check_size(const LiveJob& job, int size) {
  if (size == job.queued.size ||
      (job.sized != nullptr && size >= job.sized->job->min && size <= job.sized->job->max))
    return;
  throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + " on " + std::to_string(size) +
                   " nodes, and it needs " +
                   (job.sized == nullptr ? std::to_string(job.queued.size)
                                         : std::to_string(job.sized->job->min) + " to " +
                                               std::to_string(job.sized->job->max)));
}

/// The nodes that the start names, or nodes of the machines that it names.
IndexSet Nodes::named_nodes(const LiveJob& job, const Start& start) const {
  if (!start.machines.empty())
    return nodes_for(job.queued, number_of(job.task), start.machines, machines_, free_);
  const auto who = [&] { return "it starts job " + std::to_string(number_of(job.task)) + " on "; };
  check_size(job, start.nodes.size());
  if (!free_.contains(start.nodes))
    throw BrokenRule(who() + "nodes " + start.nodes.text() + ", which are not all free");
  return start.nodes;
}

/// Throws BrokenRule unless the job may run on its nodes.
void Nodes::check_suits(const LiveJob& job) const {
  if (job.request == nullptr || job.request->allowed == nullptr || job.request->allowed->contains(job.nodes))
    return;
  IndexSet others;
  for (const int node : job.nodes)
    if (!job.request->allowed->contains(node))
      others.insert(IndexSet(node, 1));
  throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + " on nodes " + others.text() +
                   ", which are not of its partition, or lack what it asks for");
}

/// Gives the job what its fragments take of their machines. Throws BrokenRule, and changes nothing, if that
/// is more than they have left.
void Nodes::take_stock(LiveJob& job, const Start& start) {
  job.machines.clear();
  if (job.request == nullptr || job.request->takes.empty())
    return;
  const auto fail = [&](const std::string& what) {
    throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + what);
  };
  if (start.machines.empty())
    fail(" without a machine for each of its fragments, and it takes more than CPUs of them; valid: a policy "
         "that places fragments");
  auto left = free_stock_;
  for (const int machine : start.machines)
    for (std::size_t i = 0; i < job.request->takes.size(); ++i)
      if ((left[static_cast<std::size_t>(machine)][i] -= job.request->takes[i]) < 0)
        fail(" on " + machines_.name(machine) + ", which has too little " + names_of_stock_[i] + " left");
  free_stock_ = std::move(left);
  job.machines = start.machines;
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

void Nodes::exchange(LiveJob& job, IndexSet nodes) {
  free_.insert(job.nodes);
  free_.remove(nodes);
  job.nodes = std::move(nodes);
}

void Nodes::give_back(const LiveJob& job) {
  free_.insert(job.nodes);
  if (job.sized != nullptr)
    free_.insert(job.sized->now.reserved);
  for (const int machine : job.machines)
    for (std::size_t i = 0; i < job.request->takes.size(); ++i)
      free_stock_[static_cast<std::size_t>(machine)][i] += job.request->takes[i];
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
