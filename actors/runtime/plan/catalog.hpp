// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "plugin_index.hpp"
#include "policies/sdk/platform.hpp"
#include "policies/sdk/workload.hpp"

#include <filesystem>
#include <set>

namespace malha {

/// All plugins of the search path, opened once and never closed. Functions that are const open what they
/// need: no two threads may call them at a time.
class Catalog {
public:
  /// Knows every .so below the folders. One that the index of its folder describes (`plugins_in_index`) is
  /// opened when it is first needed, and refused then if something is wrong with it. All others are opened
  /// now, in the order of their paths; their metrics, claim rules and commands go into the lists of the
  /// program. Throws InputError on a plugin that cannot be opened, has no entry point, or has another ABI;
  /// and on one with a name or an ending of files that another plugin has.
  explicit Catalog(const std::vector<std::filesystem::path>& folders);

  /// Opens one plugin and reads its description. The caller should be a process of its own, because
  /// the plugin may end it. Throws InputError.
  static void try_plugin(const std::filesystem::path& file) { Catalog().open(file); }

  /// Opens every plugin of a folder, and writes an index of those that may be opened later. Throws InputError
  /// if there is no such folder, or CannotWrite.
  static void write_index(const std::filesystem::path& folder);

  /// Throws InputError on a policy that answers a question which no actor asks, and which is not in `asked`.
  void check_questions(std::set<std::string> asked) const;

  /// The descriptor of a policy or an actor. Throws std::invalid_argument, which lists the valid names, when
  /// there is none, or when the policy answers another question than the one given ("": any).
  const PolicyDescriptor& policy(const std::string& name, const std::string& question = "") const;
  const ActorDescriptor& actor(const std::string& name) const;
  /// The names of the policies that answer a question. "" gives the names of all policies.
  std::vector<std::string> policies_of(const std::string& question) const;

  /// The generator of jobs, or the reader of files that hold jobs, of that name; null if there is none.
  const WorkloadDescriptor* workload(const std::string& name) const;
  /// The generator of platforms of that name; null if there is none.
  const PlatformDescriptor* platform(const std::string& name) const;

  /// The descriptors by name. All plugins that hold such a one are opened.
  const std::map<std::string, const PolicyDescriptor*>& policies() const;
  const std::map<std::string, const ActorDescriptor*>& actors() const { return actors_; }
  const std::map<std::string, const WorkloadDescriptor*>& workloads() const;
  const std::map<std::string, const PlatformDescriptor*>& platforms() const;
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
  void need(const std::string& name) const;
  template <class Is>
  void need_all(const Is& is_needed) const;
  void need_all(PluginKind kind) const;
  void need_readers_of(const std::filesystem::path& file) const;
  std::map<std::string, std::string> questions_of_policies() const;
  void add(const ActorDescriptor& actor, const std::filesystem::path& file);
  const std::string& add(const PluginEntry& entry, const std::filesystem::path& file) const;
  const std::string& add(const PolicyDescriptor& policy, const std::filesystem::path& file) const;
  const std::string& add(const WorkloadDescriptor& workload, const std::filesystem::path& file) const;
  const std::string& add(const PlatformDescriptor& platform, const std::filesystem::path& file) const;
  void check_endings(const WorkloadDescriptor& reader, const std::filesystem::path& file) const;
  void claim(const std::string& name, const std::filesystem::path& file);
  void add(const PluginPart& part, const std::filesystem::path& file);
  void adopt_parts();

  mutable std::map<std::string, IndexedPlugin> unopened_; ///< by name
  mutable std::map<std::string, const PolicyDescriptor*> policies_;
  mutable std::map<std::string, const WorkloadDescriptor*> workloads_;
  mutable std::map<std::string, const PlatformDescriptor*> platforms_;
  std::map<std::string, const ActorDescriptor*> actors_;
  std::map<std::string, MetricSpec> metrics_;
  std::map<std::string, std::filesystem::path> files_;             ///< also of what is not opened
  std::map<std::pair<std::string, std::string>, FoundPart> parts_; ///< by kind and name
};

} // namespace malha
