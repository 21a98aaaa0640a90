// SPDX-License-Identifier: MIT
#pragma once
#include "limited_resources.hpp"
#include "policies/cluster/limit.hpp"

#include <cmath>

namespace malha::cluster::limits {

/// A limit in whole minutes, as Slurm keeps it: rounded up. `never` stays what it is.
inline double minutes_up(Seconds time) {
  constexpr Seconds a_minute = 60;
  return std::ceil(time / a_minute);
}

/// The run time that the job may have: its walltime, or else that of its partition. Null: no partition.
inline Seconds limit_of(const QueuedJob& job, const Partition* partition) {
  if (job.walltime < never || partition == nullptr)
    return job.walltime;
  return partition->default_time.value_or(partition->max_time);
}

/// On how many machines the job runs. Without fragments each node of its size is one. With fragments each of
/// them is on a machine of its own, unless two name the same machine.
inline double machines_of(const QueuedJob& job) {
  if (job.request == nullptr || job.request->fragments.empty())
    return job.size;
  std::set<int> named;
  double machines = 0;
  for (const auto& fragment : job.request->fragments)
    machines += fragment.machine == QueuedFragment::free || named.insert(fragment.machine).second;
  return machines;
}

/// What the job takes on each of its machines beside CPUs; null: nothing.
inline const Demands* demands_of(const QueuedJob& job) {
  return job.request != nullptr ? job.request->demands : nullptr;
}

/// The memory of the job on each of its machines: what it asks for, or else what its partition gives. 0: it
/// is unknown.
inline Bytes memory_per_machine(const QueuedJob& job, const Partition* partition) {
  const auto* demands = demands_of(job);
  if (demands != nullptr && demands->memory > 0)
    return demands->memory;
  if (partition == nullptr || partition->default_memory_per_node > 0)
    return partition == nullptr ? 0 : partition->default_memory_per_node;
  return partition->default_memory_per_cpu * job.size / machines_of(job);
}

/// What the job takes of all trackable resources, with "billing". Memory is in whole MB, and billing whole,
/// as limits count them.
inline TresAmounts amounts_of(const QueuedJob& job, const Partition* partition, BillingRule rule) {
  constexpr Bytes megabyte = 1024.0 * 1024.0;
  const double machines = machines_of(job);
  TresAmounts amounts{{"cpu", job.size}, {"node", machines}};
  amounts["mem"] = std::ceil(memory_per_machine(job, partition) * machines / megabyte);
  if (const auto* demands = demands_of(job)) {
    for (const auto& [name, number] : demands->devices) {
      const auto device = lower_case(name);
      const double all = static_cast<double>(number) * machines;
      amounts["gres/" + device] += all;
      if (const auto colon = device.find(':'); colon != std::string::npos)
        amounts["gres/" + device.substr(0, colon)] += all; // whatever their type
    }
    for (const auto& [name, number] : demands->licences)
      amounts["license/" + lower_case(name)] += static_cast<double>(number);
  }
  static const TresWeights no_weights;
  const auto& weights = partition != nullptr ? partition->billing_weights : no_weights;
  amounts["billing"] = recorded_billing(billing(amounts, weights, rule));
  return amounts;
}

/// What a job asks for, as limits see it.
struct JobDemand {
  std::vector<double> amounts; ///< of limited resources, by number
  double machines = 1;
  double minutes = 0; ///< its limit
};

inline JobDemand demand_of(const QueuedJob& job, const Partition* partition, BillingRule rule,
                           const LimitedResources& resources) {
  JobDemand demand;
  if (resources.size() > 0)
    demand.amounts = resources.amounts(amounts_of(job, partition, rule));
  demand.machines = machines_of(job);
  demand.minutes = minutes_up(limit_of(job, partition));
  return demand;
}

} // namespace malha::cluster::limits
