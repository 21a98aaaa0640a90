// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/frequency.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

/// A job of one node that starts, and what a policy of frequencies is shown of it.
struct StartingJob {
  /// `levels`: the fastest first.
  explicit StartingJob(std::vector<cluster::FrequencyLevel> all, Watts if_idle = 0)
      : levels(std::move(all)), idle(if_idle) {
    job.walltime = 1000;
  }

  /// The pstate at which the job runs under a policy with these parameters.
  int pstate(const std::string& policy, const std::map<std::string, std::string>& parameters = {}) const {
    const IndexSet nodes(0, 1);
    return make<cluster::Frequency>(policy, parameters)
        ->pstate({now, job, nodes, levels, platform, idle, waiting});
  }

  std::vector<cluster::FrequencyLevel> levels;
  Watts idle;
  Seconds now = 0;
  cluster::QueuedJob job;
  int platform = 0, waiting = 0;
};

/// SimGrid's energy_platform: 100:200, 93:170 and 90:150 W at 100, 50 and 20 Mflop/s. 1e8 flop take 1, 2 or
/// 5 s: 200, 340 or 750 J.
inline StartingJob on_simgrids_profile() { return StartingJob({{0, 1, 200}, {1, 2, 170}, {2, 5, 150}}, 100); }

/// 40 W, and above that 160 W at full speed f, of which (1/2)^3 and (1/4)^3 are left at f/2 and f/4: 200, 60
/// and 42.5 W. The same work takes 200, 120 or 170 J; above idle 160, 40 or 10 J.
inline StartingJob on_cubes() { return StartingJob({{0, 1, 200}, {1, 2, 60}, {2, 4, 42.5}}, 40); }

} // namespace malha::test
