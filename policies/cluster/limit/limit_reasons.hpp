// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <string>

// Why jobs are refused or wait, in the words of Slurm (documentation, page "Job Reason Codes").
namespace malha::cluster::limits {

/// What a limit on a trackable resource is about. Slurm names a reason for each of these kinds.
enum class ResourceKind { cpu, mem, node, gres, license, bb, billing, other };

/// The kind of a trackable resource, such as "gres/gpu:a100".
inline ResourceKind kind_of(const std::string& tres) {
  static const std::map<std::string, ResourceKind> kinds{
      {"cpu", ResourceKind::cpu},        {"mem", ResourceKind::mem},         {"node", ResourceKind::node},
      {"gres", ResourceKind::gres},      {"license", ResourceKind::license}, {"bb", ResourceKind::bb},
      {"billing", ResourceKind::billing}};
  const auto found = kinds.find(tres.substr(0, tres.find('/')));
  return found == kinds.end() ? ResourceKind::other : found->second;
}

/// The limits on trackable resources: whose they are, and what they count.
enum class TresLimit {
  assoc_grp,
  assoc_grp_minutes,
  assoc_grp_run_minutes,
  assoc_per_job,
  assoc_per_node,
  assoc_minutes_per_job,
  qos_grp,
  qos_grp_minutes,
  qos_grp_run_minutes,
  qos_per_job,
  qos_per_node,
  qos_minutes_per_job,
  qos_per_user,
  qos_per_account,
  qos_min,
};

/// The reason of Slurm for a limit on a kind of resource. A node or a licence has no amount on each node:
/// Slurm has no name for such a limit, and falls back to AccountingPolicy.
inline const char* reason_of(TresLimit limit, ResourceKind kind) {
  constexpr std::size_t kinds = 8, limits = 15;
  static constexpr std::array<std::array<const char*, kinds>, limits> reasons{{
      {"AssocGrpCpuLimit", "AssocGrpMemLimit", "AssocGrpNodeLimit", "AssocGrpGRES", "AssocGrpLicense",
       "AssocGrpBB", "AssocGrpBilling", "AssocGrpUnknown"},
      {"AssocGrpCPUMinutesLimit", "AssocGrpMemMinutes", "AssocGrpNodeMinutes", "AssocGrpGRESMinutes",
       "AssocGrpLicenseMinutes", "AssocGrpBBMinutes", "AssocGrpBillingMinutes", "AssocGrpUnknownMinutes"},
      {"AssocGrpCPURunMinutesLimit", "AssocGrpMemRunMinutes", "AssocGrpNodeRunMinutes",
       "AssocGrpGRESRunMinutes", "AssocGrpLicenseRunMinutes", "AssocGrpBBRunMinutes",
       "AssocGrpBillingRunMinutes", "AssocGrpUnknownRunMinutes"},
      {"AssocMaxCpuPerJobLimit", "AssocMaxMemPerJob", "AssocMaxNodePerJobLimit", "AssocMaxGRESPerJob",
       "AssocMaxLicensePerJob", "AssocMaxBBPerJob", "AssocMaxBillingPerJob", "AssocMaxUnknownPerJob"},
      {"AssocMaxCpuPerNode", "AssocMaxMemPerNode", "AccountingPolicy", "AssocMaxGRESPerNode",
       "AccountingPolicy", "AssocMaxBBPerNode", "AssocMaxBillingPerNode", "AssocMaxUnknownPerNode"},
      {"AssocMaxCpuMinutesPerJobLimit", "AssocMaxMemMinutesPerJob", "AssocMaxNodeMinutesPerJob",
       "AssocMaxGRESMinutesPerJob", "AssocMaxLicenseMinutesPerJob", "AssocMaxBBMinutesPerJob",
       "AssocMaxBillingMinutesPerJob", "AssocMaxUnknownMinutesPerJob"},
      {"QOSGrpCpuLimit", "QOSGrpMemLimit", "QOSGrpNodeLimit", "QOSGrpGRES", "QOSGrpLicense", "QOSGrpBB",
       "QOSGrpBilling", "QOSGrpUnknown"},
      {"QOSGrpCPUMinutesLimit", "QOSGrpMemoryMinutes", "QOSGrpNodeMinutes", "QOSGrpGRESMinutes",
       "QOSGrpLicenseMinutes", "QOSGrpBBMinutes", "QOSGrpBillingMinutes", "QOSGrpUnknownMinutes"},
      {"QOSGrpCPURunMinutesLimit", "QOSGrpMemoryRunMinutes", "QOSGrpNodeRunMinutes", "QOSGrpGRESRunMinutes",
       "QOSGrpLicenseRunMinutes", "QOSGrpBBRunMinutes", "QOSGrpBillingRunMinutes", "QOSGrpUnknownRunMinutes"},
      {"QOSMaxCpuPerJobLimit", "QOSMaxMemoryPerJob", "QOSMaxNodePerJobLimit", "QOSMaxGRESPerJob",
       "QOSMaxLicensePerJob", "QOSMaxBBPerJob", "QOSMaxBillingPerJob", "QOSMaxUnknownPerJob"},
      {"QOSMaxCpuPerNode", "QOSMaxMemoryPerNode", "AccountingPolicy", "QOSMaxGRESPerNode", "AccountingPolicy",
       "QOSMaxBBPerNode", "QOSMaxBillingPerNode", "QOSMaxUnknownPerNode"},
      {"QOSMaxCpuMinutesPerJobLimit", "QOSMaxMemoryMinutesPerJob", "QOSMaxNodeMinutesPerJob",
       "QOSMaxGRESMinutesPerJob", "QOSMaxLicenseMinutesPerJob", "QOSMaxBBMinutesPerJob",
       "QOSMaxBillingMinutesPerJob", "QOSMaxUnknownMinutesPerJob"},
      {"QOSMaxCpuPerUserLimit", "QOSMaxMemoryPerUser", "QOSMaxNodePerUserLimit", "QOSMaxGRESPerUser",
       "QOSMaxLicensePerUser", "QOSMaxBBPerUser", "QOSMaxBillingPerUser", "QOSMaxUnknownPerUser"},
      {"MaxCpuPerAccount", "MaxMemoryPerAccount", "MaxNodePerAccount", "MaxGRESPerAccount",
       "MaxLicensePerAccount", "MaxBBPerAccount", "MaxBillingPerAccount", "MaxUnknownPerAccount"},
      {"QOSMinCpuNotSatisfied", "QOSMinMemory", "QOSMinNode", "QOSMinGRES", "QOSMinLicense", "QOSMinBB",
       "QOSMinBilling", "QOSMinUnknown"},
  }};
  return reasons[static_cast<std::size_t>(limit)][static_cast<std::size_t>(kind)];
}

} // namespace malha::cluster::limits
