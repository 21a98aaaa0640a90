// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/simulation.hpp"

namespace malha {

/// One simulation as a user names it.
struct RunRequest {
  std::string platform;   ///< a generator, a shipped platform, or a path
  std::string deployment; ///< a shipped deployment, or a path
  std::string workload;   ///< a generator, or a path
  Settings settings;      ///< `platform.…`, `workload.…`, parameters of the run, and properties of actors
  std::uint64_t seed = 0;
  std::vector<std::string> simgrid_options;
  std::vector<std::string> environment = {}; ///< actors that are added to the grid: "crashes", "folder/actor"
  /// The paths of files that parameters of actors name, by the names there. Other files are looked for in the
  /// folder of the command and among the shipped ones.
  std::map<std::string, std::string> files = {};
};

/// Finds everything by its name: plugins, and the shipped platforms, deployments, workloads and scenarios.
class Library {
public:
  /// Opens the plugins of the program, of MALHA_PLUGIN_PATH and of `plugin_paths`. Throws InputError.
  explicit Library(const std::vector<std::filesystem::path>& plugin_paths);

  const Catalog& catalog() const { return catalog_; }
  const std::filesystem::path& data() const { return data_; }

  /// The names that are shipped, sorted.
  std::vector<std::string> platforms() const;
  std::vector<std::string> deployments() const;
  std::vector<std::string> scenarios() const;
  std::vector<std::string> studies() const;
  std::vector<std::string> scenarios_of(const std::string& study) const;

  /// The file of a shipped name, or of a path. Throws InputError, which lists the shipped names.
  std::filesystem::path deployment_file(const std::string& name) const;
  std::filesystem::path scenario_file(const std::string& name) const;
  /// The file that a parameter names by its path below scenarios/.
  std::filesystem::path shipped_file(const std::string& name) const { return data_ / "scenarios" / name; }
  /// Whether a setting of this key names a file that an actor reads.
  bool is_file_setting(const std::string& key) const;
  /// The study of a scenario, which is the name of its folder.
  static std::string study_of(const std::filesystem::path& scenario_file);

  /// The generator of that name; null if there is none.
  const PlatformDescriptor* platform_generator(const std::string& name) const;
  const WorkloadDescriptor* workload_generator(const std::string& name) const;
  /// The generator of a name, or the reader of a path. Throws InputError, which lists what is valid.
  const WorkloadDescriptor& workload(const std::string& name) const;
  /// The file of a shipped platform or of a path; empty for a generator. Throws InputError, which lists the
  /// valid names.
  std::filesystem::path find_platform(const std::string& name) const;
  PlatformSource platform(const std::string& name, const Settings& settings) const;

  WorkloadSource workload_source(const std::string& name, const Settings& settings) const;

  /// Finds every name and checks every value of a run. Throws InputError.
  SimulationPlan plan(const RunRequest& request) const;
  /// Plans a run that this command has planned before: without checking the platform with SimGrid, and
  /// without notes.
  SimulationPlan plan_again(const RunRequest& request) const;

  /// The settings for each of several deployments. A property goes to those deployments in which an actor
  /// declares it, and `own` settings of one win over those that are given for all. Settings of the
  /// environment go to all. Throws InputError if no deployment takes a setting, or if a
  /// deployment does not take its own.
  std::vector<Settings> settings_of_each(const std::vector<std::string>& deployments, const Settings& given,
                                         const std::vector<std::string>& environment,
                                         const std::vector<Settings>& own = {}) const;

private:
  std::map<std::string, std::filesystem::path>
  files_of(const std::vector<PlacedActor>& actors, const std::map<std::string, std::string>& known) const;
  /// The platform as it is described, without a check by SimGrid.
  PlatformSource described_platform(const std::string& name, const Settings& settings) const;
  PlatformSource platform_for(const WorkloadSource& workload, const RunRequest& request) const;
  struct SplitSettings;
  SplitSettings split(const Settings& settings, const std::vector<std::string>& environment) const;

  std::filesystem::path data_; ///< has platforms/, deployments/, scenarios/ and results/reference/
  Catalog catalog_;
};

/// Whether the name of a platform, deployment or scenario is a path, and not something that is shipped.
bool is_path(const std::string& name);
/// Whether the name of a workload is a path, and not a generator. A generator's name has no '.' and no '/'.
bool is_workload_path(const std::string& name);

/// Whether a SimGrid option, "key:value", may change a result. Options of how actors are switched
/// (contexts/…) must not.
bool matters(const std::string& simgrid_option);

/// The settings as "key=value" pairs, sorted, with the separator between them.
std::string joined(const Settings& settings, const std::string& separator);

/// The settings whose keys begin with "prefix.", without that part.
Settings with_prefix(const Settings& settings, const std::string& prefix);

} // namespace malha
