// SPDX-License-Identifier: MIT
#pragma once
#include "machine_placement.hpp"

#include <map>

namespace malha::cluster {

/// Nodes that jobs share under a social contract (M-CISNE, section 2.5.2), as they are now or will be at some
/// date. A node may take a task of a job if it has a free slot, and enough free memory. If no two jobs
/// share a machine, its slots are its CPUs, memory does not count, and there is one site.
class ContractNodes {
public:
  /// The slots that a job gives back, and when.
  struct Held {
    Seconds expected_end;
    Bytes memory; ///< of each task
    Placement on;
  };

  /// The nodes as they are now.
  explicit ContractNodes(const QueueView& view) {
    std::map<std::string, int> sites;
    for (std::size_t i = 0; i < view.machines.size(); ++i) {
      const auto& machine = view.machines[i];
      Node node;
      node.free_slots = view.free.within(machine.first, machine.cpus).size();
      node.tasks = machine.cpus - node.free_slots - view.down.within(machine.first, machine.cpus).size();
      node.is_up = node.free_slots + node.tasks > 0;
      if (view.shared != nullptr) {
        const auto& shared = (*view.shared)[i];
        node.site = sites.emplace(shared.site, static_cast<int>(sites.size())).first->second;
        node.memory = shared.memory;
        node.free_memory = shared.free();
        node.has_user = shared.has_user;
      }
      nodes_.push_back(node);
    }
    sites_ = std::max(1, static_cast<int>(sites.size()));
  }

  /// A node for each task of the job, all of one site: of the sites that have enough nodes that may take a
  /// task, the one with the fewest tasks a node; ties: the first. Of its nodes the most available: fewest
  /// tasks, then no local user, then most free memory, then the first. Empty if no site has enough. With
  /// `also`, nodes count only if they may take a task there too.
  Placement place(const QueuedJob& job, const ContractNodes* also = nullptr) const {
    return place(job, also, [this](int a, int b) { return is_more_available(at(a), at(b)); });
  }

  /// The nodes for a later date, at which they will be like these. Nodes without a free slot `now` are taken
  /// first, so that others may use the rest until then.
  Placement place_later(const QueuedJob& job, const ContractNodes& now) const {
    return place(job, nullptr, [&](int a, int b) {
      const bool is_full = now.at(a).free_slots == 0, other_is_full = now.at(b).free_slots == 0;
      return is_full != other_is_full ? is_full : is_more_available(at(a), at(b));
    });
  }
  /// Whether some site has enough nodes for the job if no other job and no local user is there.
  bool could_hold(const QueuedJob& job) const {
    std::vector<int> able(static_cast<std::size_t>(sites_));
    for (const auto& node : nodes_)
      able[static_cast<std::size_t>(node.site)] += memory_of(job) <= node.memory;
    return *std::max_element(able.begin(), able.end()) >= job.size;
  }

  /// The number of nodes that have a free slot.
  int with_free_slots() const {
    return static_cast<int>(
        std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.free_slots > 0; }));
  }

  void take(const Held& held) { add(held, 1); }
  void give_back(const Held& held) { add(held, -1); }

private:
  struct Node {
    int site = 0; ///< in the order in which sites first come
    bool is_up = true;
    int free_slots = 0;
    int tasks = 0;
    Bytes memory = unlimited; ///< for tasks, while no local user is active
    Bytes free_memory = unlimited;
    bool has_user = false;
  };

  const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }

  bool holds(std::size_t node, Bytes memory) const {
    return nodes_[node].free_slots > 0 && memory <= nodes_[node].free_memory;
  }

  template <class Before>
  Placement place(const QueuedJob& job, const ContractNodes* also, Before before) const {
    std::vector<Placement> able(static_cast<std::size_t>(sites_));
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (holds(i, memory_of(job)) && (also == nullptr || also->holds(i, memory_of(job))))
        able[static_cast<std::size_t>(nodes_[i].site)].push_back(static_cast<int>(i));
    std::size_t best = able.size();
    for (std::size_t site = 0; site < able.size(); ++site)
      if (able[site].size() >= static_cast<std::size_t>(job.size) &&
          (best == able.size() || is_emptier(static_cast<int>(site), static_cast<int>(best))))
        best = site;
    if (best == able.size())
      return {};
    std::stable_sort(able[best].begin(), able[best].end(), before);
    able[best].resize(static_cast<std::size_t>(job.size));
    return able[best];
  }

  static bool is_more_available(const Node& a, const Node& b) {
    return a.tasks != b.tasks         ? a.tasks < b.tasks
           : a.has_user != b.has_user ? !a.has_user
                                      : a.free_memory > b.free_memory;
  }

  /// Whether a site has fewer tasks a node than the other, counting the nodes that are up.
  bool is_emptier(int site, int other) const {
    const auto sums = [this](int of) {
      std::pair<std::int64_t, std::int64_t> tasks_and_nodes;
      for (const auto& node : nodes_)
        if (node.site == of && node.is_up) {
          tasks_and_nodes.first += node.tasks;
          ++tasks_and_nodes.second;
        }
      return tasks_and_nodes;
    };
    const auto [tasks, nodes] = sums(site);
    const auto [other_tasks, other_nodes] = sums(other);
    return tasks * other_nodes < other_tasks * nodes;
  }

  void add(const Held& held, int tasks) {
    for (const int number : held.on) {
      auto& node = nodes_[static_cast<std::size_t>(number)];
      node.tasks += tasks;
      node.free_slots -= tasks;
      node.free_memory -= tasks * held.memory;
    }
  }

  std::vector<Node> nodes_; ///< by machine
  int sites_ = 1;
};

/// The reason why a job waits that finds no nodes.
inline const char* why_no_nodes(const QueuedJob& job, const ContractNodes& nodes) {
  return nodes.with_free_slots() < job.size ? "too_few_nodes" : "contract_leaves_too_few";
}

/// Drops the jobs that no site could ever hold. Otherwise they would hold back all others for ever.
inline void drop_what_no_site_holds(DecisionDraft& draft, const ContractNodes& nodes) {
  for (const auto& job : draft.view().changes.arrived)
    if (!nodes.could_hold(job))
      draft.drop(job.handle);
}

} // namespace malha::cluster
