// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/catalog.hpp"
#include "scenarios/workload/files/slurm_conf.hpp"

namespace malha {

/// A deployment of Slurm's schedulers as slurm.conf sets them.
struct SlurmDeployment {
  /// Properties of cluster/scheduler: policy cluster/slurm, and cluster/multifactor if the site has
  /// priorities.
  std::map<std::string, std::string> properties;
  std::set<std::string> used; ///< keys of `SlurmConf::keys` of which it is made
  std::vector<std::string>
      ignored; ///< parts of their values that have no effect: "SchedulerParameters=defer"
};

/// Of SchedulerParameters and Priority… it takes what the two policies have parameters for, by their
/// descriptors. `file` is where messages say that values come from. Throws InputError if a policy refuses
/// one.
SlurmDeployment deployment_of(const SlurmConf& conf, const Catalog& catalog, const std::string& file);

/// Writes it as SimGrid deployment XML, for the hosts of `platform_of`.
void write_xml(const SlurmDeployment& deployment, std::ostream& out);

} // namespace malha
