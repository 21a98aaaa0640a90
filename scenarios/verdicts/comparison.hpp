// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"
#include "results/comparison.hpp"

namespace malha {

/// Deployments on one platform under one workload.
struct Comparison {
  std::string platform;                      ///< a generator, a shipped platform, or a path
  std::string workload;                      ///< a generator, or a path
  std::vector<std::string> deployments;      ///< shipped names, or paths
  std::vector<std::string> environment = {}; ///< the same for all

  /// How each deployment is called: its name, and "#2" behind it when there was one of that name before.
  std::vector<std::string> names() const;
  /// "a comparison of cluster.fcfs, mine on star under rigid_jobs".
  std::string text() const;
};

/// The scenario that compares: a run a deployment, named after it. Settings go to the deployments that
/// declare them. Throws InputError.
Scenario scenario_of(const Comparison& comparison, const Settings& settings,
                     const std::vector<std::string>& simgrid_options, const Library& library);

/// The main metrics of the runs of a comparison, those that some run has.
std::vector<ComparedMetric> compared_metrics(const std::vector<CellResult>& cells);

} // namespace malha
