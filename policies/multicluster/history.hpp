// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <string>

namespace malha::multicluster {

/// A job that has ended on a cluster, as the history of the cluster keeps it.
struct Experience {
  static constexpr TaskId of_another_run = -1;

  TaskId id = of_another_run;           ///< the job, if it ended in this run
  std::string user, queue, application; ///< "": unknown
  int size = 1;                         ///< nodes
  double jiffies_ahead = 0;             ///< CPU time of the jobs that waited when it came, 1/100 s
  int jobs_ahead = 0;                   ///< jobs that waited when it came
  double mean_mpl = 1; ///< parallel tasks on its nodes with its own: mean over nodes and time
  Seconds waiting_time = 0;
  Seconds execution_time = 0;
};

} // namespace malha::multicluster
