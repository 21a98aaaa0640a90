// SPDX-License-Identifier: MIT
#pragma once
#include "node_sets.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/cluster/site_rules.hpp"

#include <deque>
#include <map>

namespace malha::cluster::slurm {

/// What the rules of the site say of a job.
struct Terms {
  TaskId job = -1;
  int partition = 0;                       ///< its number
  const Partition* of_partition = nullptr; ///< null: the site does not know it
  const Qos* of_qos = nullptr;             ///< null: likewise
  Seconds start = never;                   ///< of its last run that the policy has started

  std::int64_t tier() const { return of_partition != nullptr ? of_partition->tier : 1; }
  bool reserves() const { return of_qos == nullptr || !of_qos->no_reserve; }
};

/// Remembers the terms of jobs that wait or run, and which nodes partitions have. Partitions are numbered in
/// the order in which the first jobs come to them.
class KnownJobs {
public:
  /// Takes in the jobs that have come since the policy was last asked.
  void update(const QueueView& view) {
    if (std::exchange(has_begun_, true))
      for (const auto& job : view.changes.arrived)
        of(job, view.site);
    else
      for (const auto& job : view.queue)
        of(job, view.site);
  }

  const Terms& of(const QueuedJob& job, const SiteRules* site) {
    if (job.handle >= terms_.size())
      terms_.resize(job.handle + std::size_t{1});
    auto& terms = terms_[job.handle];
    if (terms.job != job.id)
      terms = new_terms(job, site);
    return terms;
  }
  const Terms& operator[](JobHandle known) const { return terms_[known]; }
  /// The terms of a job that runs. Null: the policy has not started it.
  const Terms* find(const Release& running) const {
    const auto* terms = running.handle < terms_.size() ? &terms_[running.handle] : nullptr;
    return terms != nullptr && terms->job == running.id && terms->start < never ? terms : nullptr;
  }
  void started(JobHandle job, Seconds now) { terms_[job].start = now; }

  /// The nodes of a partition, as far as requests of its jobs have shown them. Null: all.
  const IndexSet* nodes_of(int partition) const {
    const auto& nodes = nodes_[static_cast<std::size_t>(partition)];
    return nodes ? &*nodes : nullptr;
  }

private:
  Terms new_terms(const QueuedJob& job, const SiteRules* site) {
    const auto& who = credentials_of(job);
    Terms terms;
    terms.job = job.id;
    terms.of_partition = site != nullptr ? site->partition_of(who.partition) : nullptr;
    terms.of_qos = site != nullptr ? site->find_qos(who.qos) : nullptr;
    const std::string& name = terms.of_partition != nullptr ? terms.of_partition->name : who.partition.str();
    const auto [found, is_new] = numbers_.emplace(name, static_cast<int>(numbers_.size()));
    if (is_new)
      nodes_.emplace_back(IndexSet());
    terms.partition = found->second;
    auto& nodes = nodes_[static_cast<std::size_t>(terms.partition)];
    const auto* const allowed = job.request != nullptr ? job.request->allowed : nullptr;
    if (allowed == nullptr)
      nodes.reset();
    else if (nodes)
      add_missing(*nodes, *allowed);
    return terms;
  }

  std::deque<Terms> terms_; ///< by handle, which later jobs use again; it does not move them
  std::map<std::string, int> numbers_;
  std::vector<std::optional<IndexSet>> nodes_; ///< by number of the partition; nothing: all
  bool has_begun_ = false;
};

} // namespace malha::cluster::slurm
