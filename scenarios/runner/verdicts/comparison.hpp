// SPDX-License-Identifier: MIT
#pragma once
#include "compared_deployment.hpp"
#include "judge.hpp"
#include "results/compare/comparison.hpp"
#include "scenarios/runner/language/axes.hpp"

namespace malha {

/// A comparison of deployments on one platform under one workload, or under each combination of settings.
struct Comparison {
  std::string platform;                        ///< a generator, a shipped platform, or a path
  std::string workload;                        ///< a generator, or a path
  std::vector<ComparedDeployment> deployments; ///< the first one is the one to which the others are compared
  std::vector<std::string> environment = {};   ///< environment actors, the same for all deployments
  std::vector<Axis> sweeps = {};               ///< settings that are varied
  /// The compared metrics. Empty: the headlines. "all": all metrics of the runs except those by user.
  std::vector<std::string> metrics = {};
  std::vector<std::string> headlines = {}; ///< headlines of these deployments

  static constexpr const char* all_metrics = "all";

  /// The name of each deployment.
  std::vector<std::string> names() const { return names_of(deployments); }
  /// The metrics that are compared, of cells with results.
  std::vector<std::string> wanted(const std::vector<CellResult>& cells) const;
  /// The comparison as a text: "a comparison of cluster.fcfs, mine on star under rigid_jobs".
  std::string text() const;
};

/// The scenario of the comparison. It has one run for each deployment, named after it. Settings go to the
/// deployments that declare them, and what is swept varies for them. Throws InputError.
Scenario scenario_of(const Comparison& comparison, const Settings& settings,
                     const std::vector<std::string>& simgrid_options, const Library& library);

/// The settings of each deployment of the comparison that it takes, without the swept settings.
struct DeploymentSettings {
  Settings settings; ///< without those of its own
  std::vector<Axis> sweeps;
};
std::vector<DeploymentSettings> settings_of_deployments(const Comparison& comparison,
                                                        const Settings& settings, const Library& library);

/// The metrics that are compared and that at least one run has. A sweep has them for each of its
/// combinations.
std::vector<ComparedMetric> compared_metrics(const Comparison& comparison,
                                             const std::vector<CellResult>& cells);

/// The cells of one combination of swept settings: those that have these settings, or ignore them.
std::vector<CellResult> cells_at(const Settings& point, const std::vector<CellResult>& cells);

} // namespace malha
