// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "policies/sdk/platform.hpp"
#include "policies/sdk/workload.hpp"

#include <filesystem>
#include <set>

namespace malha {

/// The shared objects below a folder, sorted by path. Throws InputError when there is no such folder.
std::vector<std::filesystem::path> shared_objects(const std::filesystem::path& folder);

/// All plugins of the search path, opened once and never closed.
class Catalog {
public:
  /// Opens every .so below the folders once, in the order of their paths. Metrics, claim rules and commands
  /// go into the lists of the program. Throws InputError on a plugin that cannot be opened, has no entry
  /// point, or has another ABI; and on one with a name or an ending of files that another plugin has.
  explicit Catalog(const std::vector<std::filesystem::path>& folders);

  /// Opens one plugin and reads its description. The caller should be a process of its own, because
  /// the plugin may end it. Throws InputError.
  static void try_plugin(const std::filesystem::path& file) { Catalog().open(file); }

  /// Throws InputError on a policy that answers a question which no actor asks, and which is not in `asked`.
  void check_questions(std::set<std::string> asked) const;

  /// The descriptor of a policy or an actor. Throws std::invalid_argument, which lists the valid names, when
  /// there is none, or when the policy answers another question than the one given ("": any).
  const PolicyDescriptor& policy(const std::string& name, const std::string& question = "") const;
  const ActorDescriptor& actor(const std::string& name) const;
  /// The names of the policies that answer a question. "" gives the names of all policies.
  std::vector<std::string> policies_of(const std::string& question) const;

  /// The descriptors by name.
  const std::map<std::string, const PolicyDescriptor*>& policies() const { return policies_; }
  const std::map<std::string, const ActorDescriptor*>& actors() const { return actors_; }
  /// The generators of jobs, and the readers of files that hold jobs, by name.
  const std::map<std::string, const WorkloadDescriptor*>& workloads() const { return workloads_; }
  const std::map<std::string, const PlatformDescriptor*>& platforms() const { return platforms_; }
  /// The names of the generators of jobs.
  std::vector<std::string> workload_generators() const;
  /// The endings of the files that can be read as workloads.
  std::vector<std::string> workload_endings() const;
  /// The reader of a file, found by the ending of its name; null when there is none.
  const WorkloadDescriptor* reader_of(const std::filesystem::path& file) const;
  /// The metrics of the shared vocabulary, those of plugins among them, and of every actor, by name.
  const std::map<std::string, MetricSpec>& metrics() const { return metrics_; }
  /// The file of the policy, actor, workload or platform of that name.
  const std::filesystem::path& file_of(const std::string& name) const { return files_.at(name); }
  /// The files of the parts of a kind ("metric") that came in plugins, by name.
  std::map<std::string, std::filesystem::path> plugins_with(const std::string& kind) const;

private:
  struct FoundPart {
    std::filesystem::path file;
    const void* descriptor;
  };

  Catalog() = default;
  void open(const std::filesystem::path& file);
  void add(const PolicyDescriptor& policy, const std::filesystem::path& file);
  void add(const ActorDescriptor& actor, const std::filesystem::path& file);
  void add(const WorkloadDescriptor& workload, const std::filesystem::path& file);
  void add(const PlatformDescriptor& platform, const std::filesystem::path& file);
  void check_endings(const WorkloadDescriptor& reader, const std::filesystem::path& file) const;
  void claim(const std::string& name, const std::filesystem::path& file);
  void add(const PluginPart& part, const std::filesystem::path& file);
  void adopt_parts();

  std::map<std::string, const PolicyDescriptor*> policies_;
  std::map<std::string, const ActorDescriptor*> actors_;
  std::map<std::string, const WorkloadDescriptor*> workloads_;
  std::map<std::string, const PlatformDescriptor*> platforms_;
  std::map<std::string, MetricSpec> metrics_;
  std::map<std::string, std::filesystem::path> files_;
  std::map<std::pair<std::string, std::string>, FoundPart> parts_; ///< by kind and name
};

} // namespace malha
