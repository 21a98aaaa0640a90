// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// One of the deployments that are compared: "cluster.fcfs", or with a label and with settings of its own,
/// "sjf=cluster.easy_backfill,policy.order=shortest".
struct ComparedDeployment {
  std::string deployment; ///< a shipped name, or a path
  std::string label = {}; ///< empty: the name of the deployment
  Settings settings = {}; ///< of its actors and policies; they take precedence over settings of all

  /// The text of the option on a command line, which `read_deployment_option` reads.
  std::string text() const;
};

/// Reads the value of -d. A part after a comma that has no '=' belongs to the value before it, and "\," is
/// always a comma of a value. The name of a file is a path. Throws InputError.
ComparedDeployment read_deployment_option(const std::string& text);

/// The names of deployments: their labels, or the names of their files. If several files have the same name,
/// "#2" and so on are added. Throws InputError if a label is given twice.
std::vector<std::string> names_of(const std::vector<ComparedDeployment>& deployments);

/// Throws InputError if a deployment has a setting of its own that must be the same for all: of the platform,
/// the workload, the run, or an environment actor.
void check_own_settings(const std::vector<ComparedDeployment>& deployments,
                        const std::vector<std::string>& environment);

/// The name of a file without folder and ending; any other name is returned unchanged.
std::string short_name(const std::string& name);

} // namespace malha
