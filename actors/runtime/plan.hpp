// SPDX-License-Identifier: MIT
#pragma once
#include "bearing.hpp"
#include "deployment.hpp"
#include "platform.hpp"
#include "policies/sdk/workload.hpp"

namespace malha {

/// Where the jobs of a run come from.
struct WorkloadSource {
  std::string name;
  const WorkloadDescriptor* generator; ///< or reader
  Parameters parameters;
  std::filesystem::path file = {}; ///< that a reader reads
};

/// The `max_time` of a run that has none.
inline constexpr Seconds no_limit = 1e300;

/// The parameters of a run itself: transport, max_time.
const std::vector<ParameterSpec>& run_parameters();

/// One simulation, every name found and every value checked.
struct SimulationPlan {
  PlatformSource platform;
  Deployment deployment;
  WorkloadSource workload;
  Parameters run; ///< of `run_parameters`
  std::uint64_t seed = 0;
  std::vector<std::string> simgrid_options;         ///< "network/latency-factor:10.4"
  std::vector<const ActorDescriptor*> entry_actors; ///< all there are, to be named in an error
  std::vector<PlacedActor> environment = {};        ///< actors that belong to the grid
};

/// " (file:line)", where the platform says when the host is on, or "".
std::string switched_by(const PlatformSource& platform, const std::string& host);

} // namespace malha
