// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/platform.hpp"
#include "deployment.hpp"
#include "policies/sdk/workload.hpp"
#include "scenarios/workload/files/snapshot.hpp"
#include "support.hpp"

namespace malha {

/// The source of the jobs of a run.
struct WorkloadSource {
  std::string name;
  const WorkloadDescriptor* generator; ///< a generator or a reader
  Parameters parameters;
  std::filesystem::path file = {}; ///< the file to be read; "" for a generator
};

/// The `max_time` of a run that has none.
inline constexpr Seconds no_limit = 1e300;

/// The parameters of a run itself, such as transport and max_time.
const std::vector<ParameterSpec>& run_parameters();

/// Whether a run is cut to be continued, or continues one.
struct Continuation {
  bool leaves_snapshot = false; ///< it writes snapshot.json at its end, or where it is cut
  /// The state through which the run must pass; null: any.
  std::shared_ptr<const Snapshot> from = nullptr;
};

/// One simulation, in which every name is found and every value is checked.
struct SimulationPlan {
  PlatformSource platform;
  Deployment deployment;
  WorkloadSource workload;
  Parameters run; ///< of `run_parameters`
  std::uint64_t seed = 0;
  std::vector<std::string> simgrid_options;         ///< "network/latency-factor:10.4"
  std::vector<const ActorDescriptor*> entry_actors; ///< all that exist, to be listed in errors
  std::vector<PlacedActor> environment = {};        ///< actors that belong to the grid
  /// The files that parameters of actors name, by the names in the parameters.
  std::map<std::string, std::filesystem::path> files = {};
  Continuation continuation = {};

  /// Whether the environment has an actor for messages that are late, lost or doubled.
  bool has_message_faults() const;
};

/// The place of the profile that switches the host, as " (file:line)"; "" if there is none.
std::string switched_by(const PlatformSource& platform, const std::string& host);

} // namespace malha
