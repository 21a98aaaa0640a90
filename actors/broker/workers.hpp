// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/s4u.hpp"
#include "messages.hpp"
#include "model/dag_data.hpp"

namespace malha::broker {

/// Sends copies of tasks to the workers on the resources.
class Workers : public BagListener {
public:
  /// `dags` is null if the messages of the broker carry the data of DAGs.
  Workers(ActorContext& context, const DagData* dags)
      : dags_(dags), description_(context.parameters().real("description")) {
    for (const auto& worker : context.simulation().peers("broker/worker"))
      addresses_.emplace_back(context, worker);
    for (const auto& worker : context.simulation().peers("broker/worker"))
      hosts_.push_back(worker.host);
    hosts_.push_back(context.host());
  }

  void started(const Copy& copy, const Task& task) override {
    StartTask start{copy.number, task, description_};
    if (dags_ != nullptr && task.is_in_dag) {
      start.task.input = start.task.output = 0; // which workers send each other
      for (const auto& [from, size] : dags_->missing(task, copy.resource))
        start.fetches.push_back({hosts_[static_cast<std::size_t>(from)], size});
    }
    address_of(copy).send(std::move(start));
  }
  void cancelled(const Copy& copy) override { address_of(copy).send(CancelTask{copy.number}); }

private:
  const Address<WorkerMessage>& address_of(const Copy& copy) const {
    return addresses_[static_cast<std::size_t>(copy.resource)];
  }

  const DagData* const dags_;
  const Bytes description_;
  std::vector<simgrid::s4u::Host*> hosts_;        ///< by resource, and the host of the broker
  std::vector<Address<WorkerMessage>> addresses_; ///< by resource
};

} // namespace malha::broker
