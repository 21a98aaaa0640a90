// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

namespace malha::overhead {

/// A run of a bag on a grid. Its times are of the processor, on which other programs tell less than on those
/// of a clock; it reads and writes no file.
struct GridRun {
  double set_up_seconds; ///< platform and actors
  double seconds;        ///< the simulation
  Seconds date;          ///< simulated, of its end
  double tasks;
  double peak_mib; ///< of the process
};

/// Of this process.
double processor_seconds();
double peak_mib();

/// What broker/workqueue and pull/ticket_classes make of the first bag of the plan under network transport,
/// written in S4U for nothing else: mailboxes with permanent receivers, detached puts of as many bytes, and
/// the containers that it takes. Platform, works and SimGrid options are those of the plan; nothing is
/// recorded.
GridRun push_by_hand(const SimulationPlan& plan);
GridRun pull_by_hand(const SimulationPlan& plan);

} // namespace malha::overhead
