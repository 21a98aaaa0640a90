// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/random_streams.hpp"

#include <memory>
#include <vector>

namespace malha::lublin {

/// What a job takes on each of its nodes.
struct Take {
  int cores = 0;                          ///< 0: the whole node
  SharedText devices;                     ///< such as "gpu:2"; "": none
  std::shared_ptr<const Demands> demands; ///< the same; null: none
};

/// What jobs take on their nodes, as the settings of the workload `lublin` say it. The model has none of it:
/// that some jobs ask for devices, and that choices are as likely as each other, is ours. Owns its engines,
/// so that a copy draws the same again.
class Takes {
public:
  /// `nodes`: size of the machine. Throws InputError if settings are wrong, or if one has no effect.
  Takes(const Parameters& parameters, int nodes, RandomStreams& random);

  /// Draws what the next kind of jobs takes.
  Take next();
  /// Size of the largest jobs with devices; 0: they are as large as all jobs.
  int device_nodes() const { return device_nodes_; }

  static std::vector<ParameterSpec> parameters();

private:
  std::vector<int> cores_;
  std::vector<Take> with_devices_; ///< each without cores
  double share_;
  int device_nodes_;
  RandomStreams::Engine cores_engine_, share_engine_, devices_engine_;
};

} // namespace malha::lublin
