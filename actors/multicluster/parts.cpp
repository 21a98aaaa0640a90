// SPDX-License-Identifier: MIT
#include "parts.hpp"

namespace malha::multicluster {

Parts::Parts(ActorContext& meta_scheduler)
    : context_(meta_scheduler), policy_(meta_scheduler.policy<Coallocate>("coallocation")),
      is_on_(policy_.ask([](const auto& policy) { return policy.allocates(); })) {
  if (!is_on_ && context_.parameters().text("refined") == "on")
    throw InputError(
        "refined=on does not go with policy.coallocation=" + context_.choice("coallocation").policy->name +
        ", which gives no job nodes of several clusters; valid: another policy, or refined=off");
  check_hosts();
}

void Parts::check_hosts() const {
  if (is_on_ && context_.simulation().hosts_may_change())
    throw InputError(
        "policy.coallocation=" + context_.choice("coallocation").policy->name +
        " does not go with hosts that fail or return; valid: multicluster/never, or a run in which "
        "all hosts stay");
}

void Parts::connect(ClusterPort& reach, Model& model) {
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
  reach.start_with(
      [this](const Job& job, const Coallocated& parts) { virtual_clusters_->start(job, parts); });
  coallocator_.emplace(static_cast<Coallocate&>(*this), reach, channels_, std::move(sizes));
  const auto& parameters = context_.parameters();
  model.coallocate_with(*coallocator_,
                        {parameters.text("refined") == "on", parameters.text("coalloc_free") == "idle"});
}

} // namespace malha::multicluster
