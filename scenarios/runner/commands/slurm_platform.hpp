// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"
#include "scenarios/workload/files/slurm_conf.hpp"

namespace malha {

/// A platform as slurm.conf describes it.
struct SlurmPlatform {
  PlatformPlan plan;
  std::set<std::string> used;     ///< keys of `SlurmConf::keys` of which it is made
  std::vector<std::string> notes; ///< what became of nodes, in sentences
};

/// Plans a star of the nodes, which have the role worker, and of a host for the scheduler, which has the role
/// master. A node has as many cores as CPUs, each of that speed; its properties are memory (bytes), gres
/// ("gpu:2", "gpu:a100:2"), weight, and features, with ',' between them, where it has any. `links` are the
/// parameters bandwidth and latency. Throws InputError, which names `file`, if there is no node.
SlurmPlatform platform_of(const SlurmConf& conf, const std::string& file, FlopsPerSecond speed,
                          const Parameters& links);

} // namespace malha
