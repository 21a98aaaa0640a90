// SPDX-License-Identifier: MIT
#include "continuing.hpp"

namespace malha::cluster {
namespace {

/// The policies of a scheduler, by the properties of the deployment that name them.
std::map<std::string, std::string> policies_of(const ActorContext& scheduler) {
  std::map<std::string, std::string> policies;
  for (const auto& slot : scheduler.self().descriptor->asks)
    policies[slot.property()] = scheduler.choice(slot.slot).policy->name;
  return policies;
}

void check_policies(const std::map<std::string, std::string>& policies, const Snapshot& snapshot) {
  for (const auto& [property, name] : policies) {
    const auto found = snapshot.policies.find(property);
    const auto recorded = found == snapshot.policies.end() ? "" : found->second;
    if (recorded != name)
      throw InputError("the snapshot is of " + property + " '" + recorded + "', and the deployment has '" +
                       name + "'; valid: the deployment that was cut");
  }
}

} // namespace

Continuing::Continuing(ActorContext& scheduler, Model& model)
    : simulation_(scheduler.simulation()), model_(model), policies_(policies_of(scheduler)),
      history_(model.rules().extends) {
  if (const auto& from = simulation_.continuation().from) {
    check_policies(policies_, *from);
    history_.follow(*from);
  }
  model.add(history_);
}

void Continuing::leave_snapshot(Seconds date) const {
  if (!simulation_.continuation().leaves_snapshot)
    return;
  Snapshot snapshot = history_.snapshot(model_.book(), date);
  snapshot.held = static_cast<std::int64_t>(model_.held());
  snapshot.workload = simulation_.workload().name();
  snapshot.policies = policies_;
  simulation_.recorder().snapshot(snapshot);
}

} // namespace malha::cluster
