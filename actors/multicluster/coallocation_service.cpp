// SPDX-License-Identifier: MIT
#include "coallocation_service.hpp"

#include "actors/runtime/records/energy_records.hpp"

namespace malha::multicluster {

CoallocationService::CoallocationService(ActorContext& meta_scheduler)
    : context_(meta_scheduler), policy_(meta_scheduler, "coallocation"), is_on_(policy_.allocates()) {
  if (!is_on_ && context_.parameters().text("refined") == "on")
    throw InputError("refined=on cannot be combined with policy.coallocation=" +
                     context_.choice("coallocation").policy->name +
                     ", which gives no job nodes of several clusters; valid: another policy, or refined=off");
  check_hosts();
  if (is_on_)
    EnergyRecords::of(context_.simulation())
        .refuse("jobs may run in several clusters at once (policy.coallocation=" +
                context_.choice("coallocation").policy->name + ")");
}

void CoallocationService::check_hosts() const {
  if (is_on_ && context_.simulation().hosts_may_change())
    throw InputError(
        "policy.coallocation=" + context_.choice("coallocation").policy->name +
        " cannot be combined with hosts that fail or recover; valid: multicluster/never, or a run in "
        "which no host fails");
}

void CoallocationService::connect(ClusterPort& port, Model& model) {
  if (!is_on_)
    return;
  std::vector<double> capacities;
  std::vector<int> sizes;
  for (const auto* gateway : gateways_of(context_.simulation())) {
    capacities.push_back(gateway->channel());
    sizes.push_back(gateway->cluster().nodes);
  }
  channels_ = Channels(std::move(capacities));
  virtual_clusters_.emplace(context_, channels_);
  port.start_with([this](const Job& job, const Coallocated& parts) { virtual_clusters_->start(job, parts); });
  coallocator_.emplace(policy_, port, channels_, std::move(sizes));
  const auto& parameters = context_.parameters();
  model.coallocate_with(*coallocator_,
                        {parameters.text("refined") == "on", parameters.text("coalloc_free") == "idle"});
}

} // namespace malha::multicluster
