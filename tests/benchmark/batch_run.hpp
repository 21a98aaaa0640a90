// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Batches of rigid jobs for one cluster: simulated by Malha, and by EASY with nothing around it.
namespace malha::overhead {

/// Of the cluster.
constexpr int batch_nodes = 1024;

struct BatchJob {
  Seconds submitted;
  int size;
  Seconds run_time, walltime;
};

/// Run times log-normal (6, 1.5) s, sizes 2^U{0..8}, walltimes 1, 2 or 5 times the run time, Poisson arrivals
/// that offer the load.
std::vector<BatchJob> make_jobs(std::int64_t number, double load);

/// What a batch took, and what became of it.
struct BatchRun {
  double wall_seconds;      ///< of the simulation alone
  double processor_seconds; ///< likewise
  Seconds mean_wait;
  double mean_queue; ///< length
};

/// EASY with nothing around it: counts of nodes, a sorted vector of what runs, a scan of the queue at every
/// event.
BatchRun run_bare_easy(const std::vector<BatchJob>& jobs);

/// The deployment's scheduler in SimGrid, with jobs from memory and no rows. To be called in a process of its
/// own. Throws std::runtime_error when the run does not end well.
BatchRun simulate_batch(const std::vector<BatchJob>& jobs, const std::string& deployment);

} // namespace malha::overhead
