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
  /// The paths of files, by the names that parameters of actors give them. Files without a path here are
  /// looked for in the current folder and among the shipped ones.
  std::map<std::string, std::string> files = {};
};

/// The folder of the shipped files. Throws InputError if it is not there.
std::filesystem::path shipped_data();

/// Finds everything by its name: plugins, and the shipped platforms, deployments, workloads and scenarios.
class Library {
public:
  /// Opens the plugins of the program, of MALHA_PLUGIN_PATH and of `plugin_paths`. Files that are not shipped
  /// are looked for in `file_folders` and in those of MALHA_FILES. Throws InputError.
  explicit Library(const std::vector<std::filesystem::path>& plugin_paths,
                   const std::vector<std::filesystem::path>& file_folders = {});

  const Catalog& catalog() const { return catalog_; }
  /// The folder of the shipped files.
  const std::filesystem::path& data() const { return data_; }

  /// The folders of files that scenarios need and that are not shipped.
  const std::vector<std::filesystem::path>& file_folders() const { return file_folders_; }

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
  /// Whether a setting with this key names a file that an actor reads.
  bool is_file_setting(const std::string& key) const;
  /// The study of a scenario, which is the name of its folder.
  static std::string study_of(const std::filesystem::path& scenario_file);

  /// The generator with this name; null if there is none.
  const PlatformDescriptor* platform_generator(const std::string& name) const;
  const WorkloadDescriptor* workload_generator(const std::string& name) const;
  /// The generator of a name, or the reader of a path. Throws InputError, which lists what is valid.
  const WorkloadDescriptor& workload(const std::string& name) const;
  /// The file of a shipped platform or of a path; empty for a generator. Throws InputError, which lists the
  /// valid names.
  std::filesystem::path find_platform(const std::string& name) const;
  /// The platform of a name, which SimGrid has checked. Throws InputError.
  PlatformSource platform(const std::string& name, const Settings& settings) const;
  /// The workload of a name or path, with its parameters. Throws InputError.
  WorkloadSource workload_source(const std::string& name, const Settings& settings) const;

  /// Finds every name and checks every value of a run. Throws InputError.
  SimulationPlan plan(const RunRequest& request) const;
  /// Checks the names and values of a run that cannot be planned, since a file is not here. The platform or
  /// the workload may be that file. Throws InputError.
  void check_settings(const RunRequest& request) const;
  /// Plans a run that this command has planned before. Does not check the platform with SimGrid or whether
  /// actors support the conditions of the run, and prints no notes.
  SimulationPlan plan_again(const RunRequest& request) const;

  /// The settings of each deployment. `given` is for all of them: a property goes to the deployments in which
  /// an actor declares it, any other setting to all. `own`, if not empty, has one entry for each deployment,
  /// which takes precedence. Throws InputError if no deployment takes a given property, or if a deployment
  /// does not take one of its own.
  std::vector<Settings> settings_of_each(const std::vector<std::string>& deployments, const Settings& given,
                                         const std::vector<std::string>& environment,
                                         const std::vector<Settings>& own = {}) const;

private:
  /// The files that parameters of the actors name, by these names. `known` has the paths of some.
  std::map<std::string, std::filesystem::path>
  files_of(const std::vector<PlacedActor>& actors, const std::map<std::string, std::string>& known) const;
  /// The platform of a name, without a check by SimGrid.
  PlatformSource described_platform(const std::string& name, const Settings& settings) const;
  /// The platform of a request. If it is generated, it has as many hosts as the machine on which the workload
  /// was recorded, unless a setting says how many.
  PlatformSource platform_for(const WorkloadSource& workload, const RunRequest& request) const;
  struct SplitSettings;
  SplitSettings split(const Settings& settings, const std::vector<std::string>& environment) const;

  std::filesystem::path data_; ///< has platforms/, deployments/, scenarios/ and results/reference/
  Catalog catalog_;
  std::vector<std::filesystem::path> file_folders_;
};

/// Whether the name of a platform, deployment or scenario is a path, and not something that is shipped.
bool is_path(const std::string& name);
/// Whether the name of a workload is a path, and not a generator. A generator's name has no '.' and no '/'.
bool is_workload_path(const std::string& name);

/// Whether a SimGrid option, "key:value", may change a result. Options "contexts/…", which say how SimGrid
/// switches between actors, do not.
bool matters(const std::string& simgrid_option);

/// The settings as "key=value" pairs, sorted by key, with the separator between them.
std::string joined(const Settings& settings, const std::string& separator);

/// The settings whose keys begin with "<prefix>.", under their keys without it.
Settings with_prefix(const Settings& settings, const std::string& prefix);

} // namespace malha
