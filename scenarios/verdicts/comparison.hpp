// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"
#include "results/comparison.hpp"

namespace malha {

/// Deployments that are compared on one platform under one workload.
struct Comparison {
  std::string platform;                      ///< a generator, a shipped platform, or a path
  std::string workload;                      ///< a generator, or a path
  std::vector<std::string> deployments;      ///< shipped names, or paths
  std::vector<std::string> environment = {}; ///< environment actors, the same for all deployments

  /// The name of each deployment. Where several have the same name, "#2" and so on stand behind it.
  std::vector<std::string> names() const;
  /// The comparison as a text: "a comparison of cluster.fcfs, mine on star under rigid_jobs".
  std::string text() const;
};

/// The scenario of the comparison. It has one run for each deployment, named after it. Settings go to the
/// deployments that declare them. Throws InputError.
Scenario scenario_of(const Comparison& comparison, const Settings& settings,
                     const std::vector<std::string>& simgrid_options, const Library& library);

/// The compared metrics that at least one run has.
std::vector<ComparedMetric> compared_metrics(const std::vector<CellResult>& cells);

} // namespace malha
