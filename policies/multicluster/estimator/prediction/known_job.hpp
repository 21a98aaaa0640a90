// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/estimator.hpp"

namespace malha::multicluster {

/// The facts about a job for predictions: its time on dedicated nodes, its user and application.
struct KnownJob {
  std::string_view user, application; ///< "": unknown
  int size = 1;
  Seconds computation = 0;   ///< T_P
  Seconds communication = 0; ///< T_C
  double bandwidth = 0;      ///< what each task sends while it communicates, B/s

  Seconds dedicated() const { return computation + communication; }
  /// Part of its dedicated time for which it computes.
  double cpu_ratio() const { return communication > 0 ? computation / dedicated() : 1; }
};

inline KnownJob known_job(std::string_view user, const Application* application, Seconds estimate, int size) {
  if (application == nullptr)
    return {user, "", size, estimate};
  return {user,
          application->name,
          size,
          application->computation,
          application->communication,
          application->bandwidth};
}
inline KnownJob known(const AskedJob& job) {
  return known_job(job.user, job.application, job.estimate, job.size);
}
inline KnownJob known(const JobFacts& facts, int size) {
  return known_job(facts.user, facts.application, facts.estimate, size);
}

/// CPU time of all tasks of the jobs that wait, in 1/100 s. A job of an unknown application counts nothing.
inline double jiffies_waiting(const ClusterState& cluster) {
  double sum = 0;
  for (const auto& job : cluster.queue)
    if (const auto* application = cluster.facts(job.handle).application; application != nullptr)
      sum += 100 * application->computation * job.size;
  return sum;
}

/// The estimate for a job that cannot run on the cluster.
inline Estimate cannot_run(std::int64_t steps = 0) { return {never, never, 0, steps}; }

} // namespace malha::multicluster
