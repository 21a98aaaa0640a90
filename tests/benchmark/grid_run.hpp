// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"
#include "stopwatch.hpp"

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

/// A bag of about so many tasks of 1000 s on about so many resources, both mixed, with more settings.
SimulationPlan plan_of_bag(const Library& library, const std::string& deployment, std::int64_t resources,
                           std::int64_t tasks, const Settings& more);

/// Of this process.
double peak_mib();

/// Simulates the plan in this process, with the metrics and without rows. Throws std::runtime_error when the
/// run does not end well.
GridRun simulated(const SimulationPlan& plan);
double us_a_task(const GridRun& run);

/// A table: a line of it simulates its plan in a process of its own.
void print_header(const char* first_column);
void print_line(const std::string& what, std::int64_t resources, const SimulationPlan& plan);

} // namespace malha::overhead
