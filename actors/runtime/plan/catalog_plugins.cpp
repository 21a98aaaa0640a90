// SPDX-License-Identifier: MIT
// How plugins come into the catalog: they are opened, checked and added.
#include "catalog.hpp"

#include "plugin_file.hpp"
#include "policies/sdk/near_names.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Throws InputError unless a plugin of one part is in a file of the part's name.
void check_file_name(const std::string& name, const fs::path& file) {
  if (fs::path(name).filename() != file.stem())
    throw InputError("plugin " + file.string() + ": calls itself '" + name + "'; its file must be named " +
                     fs::path(name).filename().string() + ".so");
}

/// Throws InputError on a name that could be that of a file.
void check_word(const std::string& name, const fs::path& file) {
  constexpr auto allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
  if (name.empty() || name.find_first_not_of(allowed) != std::string::npos)
    throw InputError("plugin " + file.string() + ": calls itself '" + name +
                     "'; valid for a workload or platform: lower case letters, digits and '_'");
}

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What an actor or a policy shows depends on parameters that it has.
void check_shows(const std::string& name, const std::vector<Allowance>& shows,
                 const std::vector<ParameterSpec>& parameters, const fs::path& file) {
  std::vector<std::string> settings{"transport"}, numbers;
  for (const auto& spec : parameters) {
    settings.push_back(spec.name);
    if (spec.type == ParameterSpec::Type::integer || spec.type == ParameterSpec::Type::real)
      numbers.push_back(spec.name);
  }
  for (const auto& [trait, when, unless, amount] : shows) {
    const auto& word = word_of(trait);
    const auto begin = "plugin " + file.string() + ": '" + name + "' shows " + word.word;
    for (const auto* conditions : {&when, &unless})
      for (const auto& [key, value] : *conditions)
        if (!is_in(settings, key) && key.find('/') == std::string::npos)
          throw InputError(begin + " by '" + key + "'; valid: a name of an actor, or one of " +
                           listed(settings));
    if (*word.unit == '\0' && !amount.empty())
      throw InputError(begin + " with the amount '" + amount + "'; valid: without one");
    if (*word.unit != '\0' && !is_in(numbers, amount))
      throw InputError(begin + " with the amount '" + amount + "'; valid: one of its parameters " +
                       listed(numbers));
  }
}

} // namespace

Catalog::Catalog(const std::vector<fs::path>& folders) {
  for (const auto& metric : known_metrics())
    metrics_[metric.name] = metric;
  std::set<fs::path> known; // what two folders of the search path reach is one plugin
  const auto is_new = [&known](const fs::path& file) {
    std::error_code no_file; // as a link to nothing: to be told when it cannot be opened
    const auto real = fs::canonical(file, no_file);
    return known.insert(no_file ? file : real).second;
  };
  for (const auto& folder : folders) {
    for (const auto& plugin : plugins_in_index(folder))
      if (is_new(plugin.file)) {
        claim(plugin.name, plugin.file);
        unopened_.emplace(plugin.name, plugin);
      }
    for (const auto& file : shared_objects(folder))
      if (is_new(file))
        open(file);
  }
  adopt_parts();
}

void Catalog::write_index(const fs::path& folder) {
  Catalog catalog;
  for (const auto& file : shared_objects(folder))
    try {
      catalog.open(file);
    } catch (const InputError&) { // is not in the index: the program opens it at its start, and refuses it
    }
  std::vector<IndexedPlugin> plugins;
  for (const auto& [name, policy] : catalog.policies_)
    plugins.push_back({catalog.file_of(name), PluginKind::policy, name, policy->question});
  for (const auto& [name, workload] : catalog.workloads_)
    plugins.push_back({catalog.file_of(name), PluginKind::workload, name, "", workload->endings});
  for (const auto& [name, platform] : catalog.platforms_)
    plugins.push_back({catalog.file_of(name), PluginKind::platform, name, ""});
  write_plugin_index(folder, plugins);
}

void Catalog::open(const fs::path& file) {
  const auto entry = open_plugin(file);
  switch (entry.kind) {
  case PluginKind::policy:
  case PluginKind::workload:
  case PluginKind::platform:
    return claim(add(entry, file), file);
  case PluginKind::actors:
    for (const auto& actor : *static_cast<const std::vector<ActorDescriptor>*>(entry.contents))
      add(actor, file);
    return;
  case PluginKind::parts:
    for (const auto& part : *static_cast<const std::vector<PluginPart>*>(entry.contents))
      add(part, file);
    return;
  }
  throw InputError("plugin " + file.string() + ": is of a kind that this Malha does not know");
}

void Catalog::claim(const std::string& name, const fs::path& file) {
  const auto [place, is_new] = files_.emplace(name, file);
  if (!is_new)
    throw InputError("plugin " + file.string() + ": the name '" + name + "' is taken by " +
                     place->second.string());
}

/// Checks a policy, workload or platform, and adds it. Returns its name.
const std::string& Catalog::add(const PluginEntry& entry, const fs::path& file) const {
  if (entry.kind == PluginKind::policy)
    return add(*static_cast<const PolicyDescriptor*>(entry.contents), file);
  if (entry.kind == PluginKind::workload)
    return add(workload_of(entry), file);
  return add(*static_cast<const PlatformDescriptor*>(entry.contents), file);
}

const std::string& Catalog::add(const PolicyDescriptor& policy, const fs::path& file) const {
  check_file_name(policy.name, file);
  check_shows(policy.name, policy.allows, policy.parameters, file);
  policies_.emplace(policy.name, &policy);
  return policy.name;
}

const std::string& Catalog::add(const WorkloadDescriptor& workload, const fs::path& file) const {
  check_word(workload.name, file);
  check_file_name(workload.name, file);
  check_endings(workload, file);
  workloads_.emplace(workload.name, &workload);
  return workload.name;
}

const std::string& Catalog::add(const PlatformDescriptor& platform, const fs::path& file) const {
  check_word(platform.name, file);
  check_file_name(platform.name, file);
  platforms_.emplace(platform.name, &platform);
  return platform.name;
}

void Catalog::add(const ActorDescriptor& actor, const fs::path& file) {
  check_shows(actor.name, actor.allows, actor.parameters, file);
  claim(actor.name, file);
  actors_[actor.name] = &actor;
  for (const auto& metric : actor.metrics)
    if (const auto [known, is_new] = metrics_.emplace(metric.name, metric);
        !is_new && known->second.unit != metric.unit)
      throw InputError("plugin " + file.string() + ": measures '" + metric.name + "' in " + metric.unit +
                       ", which is known in " + known->second.unit);
}

void Catalog::add(const PluginPart& part, const fs::path& file) {
  const auto [place, is_new] =
      parts_.emplace(std::pair(part.kind, part.name), FoundPart{file, part.descriptor});
  if (!is_new)
    throw InputError("plugin " + file.string() + ": the " + part.kind + " '" + part.name + "' is also in " +
                     place->second.file.string());
}

/// The metrics of actors are known before those of plugins: neither may have the name of another.
void Catalog::adopt_parts() {
  for (const auto& [kind_and_name, part] : parts_) {
    const auto& [kind, name] = kind_and_name;
    const auto list = part_lists().find(kind);
    if (list == part_lists().end())
      throw InputError("plugin " + part.file.string() + ": brings the " + kind + " '" + name +
                       "', and this program takes no " + kind);
    if (!list->second->adopt(part.descriptor))
      throw InputError("plugin " + part.file.string() + ": the " + kind + " '" + name + "' is also in " +
                       fs::read_symlink("/proc/self/exe").string());
  }
  for (const auto& metric : known_metrics()) {
    const bool is_new = metrics_.emplace(metric.name, metric).second;
    if (const auto found = parts_.find({Metric::kind, metric.name}); !is_new && found != parts_.end())
      for (const auto& [name, actor] : actors_)
        for (const auto& own : actor->metrics)
          if (own.name == metric.name)
            throw InputError("plugin " + found->second.file.string() + ": the metric '" + metric.name +
                             "' is also in " + files_.at(name).string());
  }
}

void Catalog::check_endings(const WorkloadDescriptor& reader, const fs::path& file) const {
  for (const auto& ending : reader.endings) {
    if (ending.size() < 2 || ending.front() != '.' || ending.find('/') != std::string::npos)
      throw InputError("plugin " + file.string() + ": reads files that end in '" + ending +
                       "'; valid: '.' and what follows it, such as .swf");
    need_readers_of("any" + ending);
    for (const auto& [name, other] : workloads_)
      if (reader.recognizes == nullptr && other->recognizes == nullptr &&
          std::find(other->endings.begin(), other->endings.end(), ending) != other->endings.end())
        throw InputError("plugin " + file.string() + ": reads files that end in " + ending + ", as '" + name +
                         "' does");
  }
}

} // namespace malha
