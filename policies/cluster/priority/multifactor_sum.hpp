// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/tres.hpp"
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

// Priorities of pending jobs as a weighted sum of factors: Slurm 22.05 documentation, page "Multifactor
// Priority Plugin"; the sum and all but the age were measured on Slurm 22.05.8.
namespace malha::cluster::multifactor {

/// PriorityWeight…: what each factor counts. A factor of weight 0 does not count.
struct Weights {
  std::uint32_t age = 0;
  std::uint32_t assoc = 0;
  std::uint32_t fairshare = 0;
  std::uint32_t job_size = 0;
  std::uint32_t partition = 0;
  std::uint32_t qos = 0;
  TresWeights tres;
};

/// PriorityFavorSmall, and those PriorityFlags that change a factor. NO_NORMAL_ALL is the last four.
struct Flags {
  bool favor_small = false;
  bool small_relative_to_time = false;
  bool no_normal_assoc = false; ///< the raw priority of the association instead of a quotient
  bool no_normal_partition = false;
  bool no_normal_qos = false;
  bool no_normal_tres = false;
};

/// What is added up. A factor is in [0, 1], unless a flag asks for the raw number.
struct Factors {
  double age = 0;
  double assoc = 0;
  double fairshare = 0;
  double job_size = 0;
  double partition = 0;
  double qos = 0;
  double weighted_tres = 0; ///< see `weighted_tres`
  std::int32_t site = 0;    ///< a number that the site gives the job
  std::int32_t nice = 0;    ///< from -2147483645 to 2147483645; what is above 0 makes the job less urgent
};

/// Nodes and CPUs of a job, or of the whole cluster.
struct Size {
  int nodes;
  int cpus;
};

/// Grows from 0 at the date from which the age counts to 1 when it is `full_age` (PriorityMaxAge).
inline double age_factor(Seconds now, Seconds accrues_from, Seconds full_age) {
  if (now <= accrues_from) // it may be a date that does not come
    return 0;
  return now - accrues_from < full_age ? (now - accrues_from) / full_age : 1;
}

/// The job's part of the cluster, mean of nodes and CPUs; PriorityFavorSmall: what it leaves. Relative to
/// time: the CPUs for each minute of its limit as a part of the cluster, where a job has at least all CPUs of
/// a mean node for each of its nodes. `limit` is in minutes; a job without a limit has `never`.
inline double job_size_factor(Size job, Size cluster, double limit, const Flags& flags) {
  const double all_nodes = cluster.nodes, all_cpus = cluster.cpus;
  double factor = 0;
  if (flags.small_relative_to_time) {
    factor = std::max<double>(job.cpus, job.nodes * all_cpus / all_nodes) / limit / all_cpus;
    factor = flags.favor_small ? 1 - factor : factor;
  } else if (flags.favor_small) {
    factor = ((all_nodes - job.nodes) / all_nodes + (all_cpus - job.cpus) / all_cpus) / 2;
  } else {
    factor = (job.nodes / all_nodes + job.cpus / all_cpus) / 2;
  }
  return std::clamp(factor, 0.0, 1.0);
}

/// The factor of an association, a partition or a QOS: its number (Priority, PriorityJobFactor) as a part of
/// the largest one there is, or the number itself where a flag asks for `raw`.
inline double quotient_factor(double number, double largest, bool raw) {
  if (raw)
    return number;
  return largest > 0 ? number / largest : 0;
}

/// The factor of a trackable resource: the amount that the job asks for, or has, as a part of all there is,
/// or the amount itself.
inline double tres_factor(double amount, double total, bool raw) {
  return quotient_factor(amount, total, raw);
}

/// The sum of weight times factor over all weights of PriorityWeightTRES. `totals` has what the partition
/// has; of licences and burst buffers, what the cluster has.
inline double weighted_tres(const TresWeights& weights, const TresAmounts& job, const TresAmounts& totals,
                            bool raw) {
  double sum = 0;
  for (const auto& [name, weight] : weights)
    sum += weight * tres_factor(amount_of(job, name), amount_of(totals, name), raw);
  return sum;
}

/// The priority of a pending job, from 1 to 2^32 - 1, since 0 means held. The sum is a double, which is cut
/// to an integer once, at the end. PriorityFlags=INCR_ONLY is the caller's, who knows the priority before.
inline std::uint32_t priority_of(const Weights& weights, const Factors& factors) {
  const double sum = weights.age * factors.age + weights.assoc * factors.assoc +
                     weights.fairshare * factors.fairshare + weights.job_size * factors.job_size +
                     weights.partition * factors.partition + weights.qos * factors.qos +
                     factors.weighted_tres + factors.site - factors.nice;
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(std::max(1.0, sum), most));
}

} // namespace malha::cluster::multifactor
