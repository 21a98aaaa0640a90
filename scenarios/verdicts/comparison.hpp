// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"
#include "results/comparison.hpp"
#include "scenarios/language/axes.hpp"

namespace malha {

/// Deployments that are compared on one platform under one workload, or under each combination of settings.
struct Comparison {
  std::string platform;                      ///< a generator, a shipped platform, or a path
  std::string workload;                      ///< a generator, or a path
  std::vector<std::string> deployments;      ///< shipped names, or paths
  std::vector<std::string> environment = {}; ///< environment actors, the same for all deployments
  std::vector<Axis> sweeps = {};             ///< settings that are varied
  std::vector<std::string> metrics = {};     ///< that are compared; none: those that say they are

  /// The name of each deployment. Where several have the same name, "#2" and so on stand behind it.
  std::vector<std::string> names() const;
  /// The comparison as a text: "a comparison of cluster.fcfs, mine on star under rigid_jobs".
  std::string text() const;
};

/// The scenario of the comparison. It has one run for each deployment, named after it. Settings go to the
/// deployments that declare them, and what is swept varies for them. Throws InputError.
Scenario scenario_of(const Comparison& comparison, const Settings& settings,
                     const std::vector<std::string>& simgrid_options, const Library& library);

/// The settings of each deployment of the comparison: those that it takes. What is swept is not among them.
struct DeploymentSettings {
  Settings settings;
  std::vector<Axis> sweeps;
};
std::vector<DeploymentSettings> settings_of_deployments(const Comparison& comparison,
                                                        const Settings& settings, const Library& library);

/// The metrics that are compared and that at least one run has. Of a sweep they come again for each of its
/// combinations.
std::vector<ComparedMetric> compared_metrics(const Comparison& comparison,
                                             const std::vector<CellResult>& cells);

/// The cells of one combination of what is swept: those that have its settings, or ignore them.
std::vector<CellResult> cells_at(const Settings& point, const std::vector<CellResult>& cells);

} // namespace malha
