// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <cstdint>

namespace malha::multicluster {

/// The estimated times of a job on a cluster.
struct Estimate {
  Seconds waiting_time = 0;   ///< from now to its start; `never`: it cannot run there
  Seconds execution_time = 0; ///< from its start to its end; `never`: it cannot run there
  int local_nodes = 0;        ///< nodes with an active local user among those that it would get
  std::int64_t steps = 0;     ///< what the estimate cost; the same on every machine

  Seconds turnaround_time() const { return waiting_time + execution_time; }
};

} // namespace malha::multicluster
