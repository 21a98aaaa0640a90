// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha::multicluster {

/// An extension of rigid jobs: the known behaviour of a parallel application on dedicated nodes of full power
/// (M-CISNE, section 3.3.1 and table D.1). All its tasks do the same. In each of its iterations a task
/// computes, and then exchanges data with the others.
struct Application {
  std::string name;          ///< "IS-A"
  Seconds computation = 0;   ///< T_P: run time of a task without its communication
  Seconds communication = 0; ///< T_C: time for which a task communicates
  Bytes memory = 0;          ///< of each task
  double bandwidth = 0;      ///< PNBW: what each task sends while it communicates, B/s
};

/// The application among the extensions; null if the job has none.
inline const Application* application_in(const Extensions& extensions) {
  return extensions.find<Application>();
}

} // namespace malha::multicluster
