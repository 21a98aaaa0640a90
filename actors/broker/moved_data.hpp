// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/bag_journal.hpp"
#include "actors/runtime/records/transferred_bytes.hpp"
#include "actors/runtime/simgrid/actor.hpp"
#include "data_rules.hpp"
#include "model/model.hpp"

namespace malha::broker {

/// The metrics of a broker.
inline std::vector<MetricSpec> broker_metrics() {
  auto all = BagJournal::metrics(
      {{"attempts_cancelled", "count", "of those, since another copy of the task ended"},
       {"attempts_recomputed", "count", "of those, to make files again that a crash had deleted", true}});
  all.push_back(transferred_bytes());
  return all;
}

/// Whether the bytes that tasks of DAGs fetch are known: not if files go home first, each task fetches all it
/// reads, tasks fetch before they start, or hosts may fail while tasks fetch.
inline bool counts_moved_data(const DataRules& rules, bool hosts_may_change) {
  return rules.data != "home" && rules.keeps_copies && rules.queue == 0 && !hosts_may_change;
}

/// Counts what tasks of DAGs fetch from other hosts, and records what each of their starts waits for.
class MovedData : public BagListener {
public:
  /// `are_sent`: data leave when they are made.
  MovedData(ActorContext& context, const Model& model, const DagData& dags, bool are_sent)
      : recorder_(context.simulation().recorder()), model_(model), dags_(dags), are_sent_(are_sent) {
    for (const auto& worker : context.simulation().peers("broker/worker"))
      hosts_.push_back(worker.host);
    hosts_.push_back(context.host());
  }

  void submitted(const Job& job) override {
    if (job.part_of)
      count_transferred(recorder_, 0);
  }
  void started(const Copy& copy, const Task& task) override {
    if (!task.is_in_dag)
      return;
    const Bytes bytes = fetched(copy, task);
    count_transferred(recorder_, bytes);
    if (recorder_.explains())
      recorder_.dag_started(
          {number_of(task), copy.resource, model_.date(), arrival_of(copy, task, bytes), bytes});
  }

private:
  Bytes fetched(const Copy& copy, const Task& task) const {
    const auto host = [this](int place) { return hosts_[static_cast<std::size_t>(place)]; };
    Bytes sum = 0;
    for (const auto& [from, size] : dags_.missing(task, copy.resource))
      sum += host(from) == host(copy.resource) ? 0 : size;
    return sum;
  }

  /// None if no data came, or if they are under way: the network tells when they are there.
  std::optional<Seconds> arrival_of(const Copy& copy, const Task& task, Bytes bytes) const {
    if (bytes == 0 || !model_.rules().plans_ends)
      return std::nullopt;
    if (!are_sent_)
      return copy.start;
    return std::max(dags_.ready_since(task), // a parent that makes nothing for the task may end last
                    dags_.inputs_at(task, copy.resource, 0, Sending::when_made));
  }

  Recorder& recorder_;
  const Model& model_;
  const DagData& dags_;
  const bool are_sent_;
  std::vector<simgrid::s4u::Host*> hosts_; ///< by resource, and the host of the broker
};

} // namespace malha::broker
