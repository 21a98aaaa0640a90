// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/transferred_bytes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "messages.hpp"
#include "model/dag_data.hpp"

namespace malha::broker {

/// Sends copies of tasks to the workers on the resources.
class Workers : public BagListener {
public:
  /// `dags` is null if the messages of the broker carry the data of DAGs.
  Workers(ActorContext& context, const DagData* dags)
      : context_(context), recorder_(context.simulation().recorder()), dags_(dags),
        description_(context.parameters().real("description")) {
    for (const auto& worker : context.simulation().peers("broker/worker")) {
      addresses_.emplace_back(context, worker);
      hosts_.push_back(worker.host);
      if (context.parameters().integer("queue") > 0)
        for_fetches_.emplace_back(context, worker);
    }
    hosts_.push_back(context.host());
  }

  /// Throws InputError if there is no route with a link between two of the hosts.
  void check_routes() const {
    for (const auto* from : hosts_)
      for (const auto* to : hosts_)
        context_.simulation().network().route(from, to);
  }

  void started(const Copy& copy, const Task& task) override {
    StartTask start{copy.number, task, description_};
    if (dags_ != nullptr && task.is_in_dag) {
      start.task.input = start.task.output = 0; // which workers send each other
      start.fetches = fetches_of(task, copy.resource);
    } else if (task.is_in_dag) {
      start.counts_data = hosts_[static_cast<std::size_t>(copy.resource)] != hosts_.back();
      if (start.counts_data)
        count_transferred(recorder_, task.input);
    }
    address_of(copy.resource).send(std::move(start));
  }
  void cancelled(const Copy& copy) override { address_of(copy.resource).send(CancelTask{copy.number}); }

  /// Lets the resource fetch the inputs of a task that waits for it. Returns whether there are any.
  bool fetch(const Task& task, int resource) const {
    auto fetches = fetches_of(task, resource);
    if (fetches.empty())
      return false;
    for_fetches_[static_cast<std::size_t>(resource)].send(FetchData{task.id, std::move(fetches)});
    return true;
  }

private:
  std::vector<Fetch> fetches_of(const Task& task, int resource) const {
    std::vector<Fetch> fetches;
    for (const auto& [from, size] : dags_->missing(task, resource))
      fetches.push_back({hosts_[static_cast<std::size_t>(from)], size});
    return fetches;
  }
  using ForTasks = Address<WorkerMessage, std::variant<StartTask, CancelTask>>;

  const ForTasks& address_of(int resource) const { return addresses_[static_cast<std::size_t>(resource)]; }

  ActorContext& context_;
  Recorder& recorder_;
  const DagData* const dags_;
  const Bytes description_;
  std::vector<simgrid::s4u::Host*> hosts_; ///< by resource, and the host of the broker
  std::vector<ForTasks> addresses_;        ///< by resource
  std::vector<Address<WorkerMessage, std::variant<FetchData>>>
      for_fetches_; ///< likewise, if tasks may wait there
};

} // namespace malha::broker
