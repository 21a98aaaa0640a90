// SPDX-License-Identifier: MIT
#pragma once
#include "live_job.hpp"
#include "machines.hpp"
#include "shared_machines.hpp"
#include "suitable_nodes.hpp"

namespace malha::cluster {

/// The nodes of a cluster: which are free, which are down, and what jobs use of machines that they share.
/// Gives nodes to jobs that start, and checks each start.
class Nodes {
public:
  /// With `shared`, several jobs share each machine, and its nodes are slots.
  Nodes(Machines machines, std::optional<SharedMachines> shared = {})
      : machines_(std::move(machines)), shared_(std::move(shared)), free_(0, machines_.nodes()) {}

  const Machines& machines() const { return machines_; }
  int size() const { return machines_.nodes(); }
  /// Nodes that are up and have no job.
  const IndexSet& free() const { return free_; }
  const IndexSet& down() const { return down_; }
  /// What jobs use of shared machines; null if no two jobs share one.
  const std::vector<SharedMachine>* shared() const { return shared_ ? &shared_->view() : nullptr; }

  /// Several jobs share the machines, and take of this stock from now on.
  void share_stock(const Stock& stock);
  /// What each machine has left of its stock; null: jobs share no machine.
  const std::vector<std::vector<int>>* free_stock() const {
    return free_stock_.empty() ? nullptr : &free_stock_;
  }

  /// The most parallel tasks that any job can have: one on each shared machine, else one on each node.
  int most_tasks() const { return shared_ ? machines_.count() : size(); }
  /// The most parallel tasks that this job can have: shared machines need enough memory for its tasks.
  int most_tasks(const Job& job) const { return shared_ ? shared_->most_tasks(memory_of(job)) : size(); }
  /// Whether the cluster could ever start a task of the job on so many nodes.
  bool could_hold(const Job& job, int nodes) const {
    return nodes <= most_tasks() && (!shared_ || shared_->could_hold(nodes, memory_of(job)));
  }
  /// The shared machines that may take a parallel task of that memory now; the free nodes if jobs share no
  /// machines.
  std::vector<int> open(Bytes memory) const;

  /// Gives the job the nodes of its start. Throws BrokenRule, and changes nothing, if the start breaks a
  /// rule.
  void take(LiveJob& job, const Start& start);
  /// Gives the job one node of each shared machine in `on`, or the nodes in `on`. All of them are `open`.
  void take_open(LiveJob& job, const std::vector<int>& on);
  /// Gives the job these nodes, which are free.
  void take_free(LiveJob& job, const IndexSet& nodes) {
    free_.remove(nodes);
    job.nodes = nodes;
  }
  /// Gives a running job these nodes in place of those that it has. Others than those are free.
  void exchange(LiveJob& job, IndexSet nodes);
  /// Sets free nodes apart for a running job, and gives them back.
  void reserve(const IndexSet& nodes) { free_.remove(nodes); }
  void free_reserved(const IndexSet& nodes) { free_.insert(nodes); }
  /// Takes all nodes of the job back.
  void give_back(const LiveJob& job);

  /// Marks a node without a job as down. Returns whether it was up.
  bool fail(int node);
  /// Marks a node as up. Returns whether it was down.
  bool recover(int node);
  /// Sets the local users of shared machines, see SharedMachines. Returns whether they have changed.
  bool set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay) {
    return shared_->set_local_users(users, stay);
  }

private:
  IndexSet named_nodes(const LiveJob& job, const Start& start) const;
  static void check_size(const LiveJob& job, int size);
  void check_suits(const LiveJob& job) const;
  void take_stock(LiveJob& job, const Start& start);

  Machines machines_;
  std::optional<SharedMachines> shared_;
  IndexSet free_, down_;
  std::vector<std::string> names_of_stock_;
  std::vector<std::vector<int>> free_stock_; ///< by machine; empty: jobs share no machine
};

} // namespace malha::cluster
