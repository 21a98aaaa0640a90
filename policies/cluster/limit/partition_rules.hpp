// SPDX-License-Identifier: MIT
#pragma once
#include "job_demand.hpp"

namespace malha::cluster::limits {

/// Whether the QOS of a job may lift rules of its partition. Where the partition refuses jobs
/// (EnforcePartLimits), it may not.
enum class QosLifts { yes, no };

/// Why the job is outside of the rules of its partition, whatever runs there; null: it is not. Slurm keeps
/// such a job in the queue for ever, or refuses it (Slurm 22.05 documentation, slurm.conf,
/// EnforcePartLimits).
inline const char* why_outside(const QueuedJob& job, const JobDemand& demand, const Partition& partition,
                               const Qos* qos, QosLifts lifts, const LimitView& view) {
  static const Qos none;
  const auto& flags = qos != nullptr && lifts == QosLifts::yes ? *qos : none;
  const auto* allowed = job.request != nullptr ? job.request->allowed : nullptr;
  if (job.size > (allowed != nullptr ? allowed->size() : view.nodes))
    return "PartitionNodeLimit";
  if (partition.max_nodes && demand.machines > static_cast<double>(*partition.max_nodes) &&
      !flags.ignores_max_nodes)
    return "PartitionNodeLimit";
  if (demand.machines < static_cast<double>(partition.min_nodes) && !flags.ignores_min_nodes)
    return "PartitionNodeLimit";
  if (demand.minutes > minutes_up(partition.max_time) && !flags.ignores_max_time)
    return "PartitionTimeLimit";
  if (partition.max_memory_per_node > 0 &&
      memory_per_machine(job, &partition) > partition.max_memory_per_node)
    return "MaxMemPerLimit";
  return nullptr;
}

/// Why no job of the partition can be submitted; null: jobs can. Slurm has one error for both states.
inline const char* why_no_submission(const Partition& partition) {
  return partition.state == PartitionState::inactive ? "PartitionInactive"
         : partition.state == PartitionState::drain  ? "partition_drains"
                                                     : nullptr;
}

/// Why no job of the partition starts; null: jobs start.
inline const char* why_no_start(const Partition& partition) {
  return partition.state == PartitionState::inactive ? "PartitionInactive"
         : partition.state == PartitionState::down   ? "PartitionDown"
                                                     : nullptr;
}

} // namespace malha::cluster::limits
