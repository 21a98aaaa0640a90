// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// One of the deployments that are compared: "cluster.fcfs", or with a label and with settings of its own,
/// "sjf=cluster.easy_backfill,policy.order=shortest".
struct ComparedDeployment {
  std::string deployment; ///< a shipped name, or a path
  std::string label = {}; ///< empty: it is called after the deployment
  Settings settings = {}; ///< of its actors and policies; they win over settings of all

  /// As it is given on a command line, and read by `read_deployment_option`.
  std::string text() const;
};

/// Reads what stands behind -d. A piece behind a comma that has no '=' belongs to the value before it, and
/// "\," is a comma of a value in any case. What names a file is a path. Throws InputError.
ComparedDeployment read_deployment_option(const std::string& text);

/// The names of deployments: their labels, or what they are called after. Where several files are called
/// alike, "#2" and so on stand behind their names. Throws InputError on a name that is there twice.
std::vector<std::string> names_of(const std::vector<ComparedDeployment>& deployments);

/// Throws InputError where a deployment has a setting of its own that is the same for all: of the platform,
/// the workload, the run, or an environment actor.
void check_own_settings(const std::vector<ComparedDeployment>& deployments,
                        const std::vector<std::string>& environment);

/// A path without folder and ending; any other name as it is.
std::string short_name(const std::string& name);

} // namespace malha
