// SPDX-License-Identifier: MIT
#include "grid_run.hpp"

#include "child.hpp"

#include <simgrid/s4u.hpp>
#include <sys/resource.h>

#include <cstdio>

namespace malha::overhead {

SimulationPlan plan_of_bag(const Library& library, const std::string& deployment, std::int64_t resources,
                           std::int64_t tasks, const Settings& more) {
  Settings settings{{"platform.total_speed", std::to_string(10 * resources)},
                    {"platform.hm", "8"},
                    {"workload.mean", "10000"},
                    {"workload.total", std::to_string(10'000 * tasks)},
                    {"workload.variation", "50"}};
  settings.insert(more.begin(), more.end());
  return library.plan({"uniform_speeds", deployment, "bags", settings, 0, {}});
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

GridRun simulated(const SimulationPlan& plan) {
  const double began = processor_seconds();
  auto* simulation = new Simulation(plan, {});
  const double built = processor_seconds();
  const Outcome outcome = simulation->run();
  const double ended = processor_seconds();
  if (outcome.status != Status::done)
    throw std::runtime_error(outcome.message);
  return {built - began, ended - built, simgrid::s4u::Engine::get_clock(),
          static_cast<double>(outcome.tasks_submitted), peak_mib()};
}

double us_a_task(const GridRun& run) { return 1e6 * run.seconds / run.tasks; }

void print_header(const char* transport) {
  std::printf("%-42s %9s %9s %10s %9s %9s %8s\n", transport, "resources", "tasks", "us a task", "in all, s",
              "set up, s", "MiB");
}

void print_line(const std::string& what, std::int64_t resources, const SimulationPlan& plan) {
  const auto run = in_child<GridRun>([&] { return simulated(plan); });
  std::printf("%-42s %9lld %9.0f %10.2f %9.2f %9.3f %8.1f\n", what.c_str(), static_cast<long long>(resources),
              run.tasks, us_a_task(run), run.seconds, run.set_up_seconds, run.peak_mib);
  std::fflush(stdout);
}

} // namespace malha::overhead
