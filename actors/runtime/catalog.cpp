// SPDX-License-Identifier: MIT
#include "catalog.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

template <class Named>
std::vector<std::string> names_of(const std::map<std::string, Named>& all) {
  std::vector<std::string> names;
  for (const auto& [name, value] : all)
    names.push_back(name);
  return names;
}

} // namespace

std::vector<fs::path> shared_objects(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw InputError("plugin folder " + folder.string() + ": is not a folder");
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".so")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Catalog::Catalog(const std::vector<fs::path>& folders) {
  for (const auto& metric : known_metrics())
    metrics_[metric.name] = metric;
  std::set<fs::path> opened; // what two folders of the search path reach is one plugin
  for (const auto& folder : folders)
    for (const auto& file : shared_objects(folder)) {
      std::error_code no_file; // as a link to nothing: to be told when it cannot be opened
      if (const auto real = fs::canonical(file, no_file); opened.insert(no_file ? file : real).second)
        open(file);
    }
  check_questions();
}

void Catalog::open(const fs::path& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw InputError("plugin " + file.string() + ": cannot be opened: " + dlerror());
  auto* entry_point = reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"));
  if (entry_point == nullptr)
    throw InputError("plugin " + file.string() +
                     ": has no entry point 'malha_plugin'; end its source with MALHA_POLICY or MALHA_ACTOR");
  const PluginEntry entry = [&] {
    try {
      return entry_point();
    } catch (const std::exception& error) {
      throw InputError("plugin " + file.string() + ": its entry point threw: " + error.what());
    } catch (...) {
      throw InputError("plugin " + file.string() +
                       ": its entry point threw something that is no std::exception");
    }
  }();
  if (entry.abi != plugin_abi)
    throw InputError("plugin " + file.string() + ": was built for plugin ABI " + std::to_string(entry.abi) +
                     ", this Malha has ABI " + std::to_string(plugin_abi) + "; build it again");
  if (entry.kind != PluginKind::policy && entry.kind != PluginKind::actors)
    throw InputError("plugin " + file.string() + ": is of a kind that this Malha does not know");
  if (entry.kind == PluginKind::policy)
    add(*static_cast<const PolicyDescriptor*>(entry.contents), file);
  else
    for (const auto& actor : *static_cast<const std::vector<ActorDescriptor>*>(entry.contents))
      add(actor, file);
}

void Catalog::claim(const std::string& name, const fs::path& file) {
  const auto [place, is_new] = files_.emplace(name, file);
  if (!is_new)
    throw InputError("plugin " + file.string() + ": the name '" + name + "' is taken by " +
                     place->second.string());
}

void Catalog::add(const PolicyDescriptor& policy, const fs::path& file) {
  if (fs::path(policy.name).filename() != file.stem())
    throw InputError("plugin " + file.string() + ": calls itself '" + policy.name +
                     "'; its file must be named " + fs::path(policy.name).filename().string() + ".so");
  claim(policy.name, file);
  policies_[policy.name] = &policy;
}

void Catalog::add(const ActorDescriptor& actor, const fs::path& file) {
  claim(actor.name, file);
  actors_[actor.name] = &actor;
  for (const auto& metric : actor.metrics)
    if (const auto [known, is_new] = metrics_.emplace(metric.name, metric);
        !is_new && known->second.unit != metric.unit)
      throw InputError("plugin " + file.string() + ": measures '" + metric.name + "' in " + metric.unit +
                       ", which is known in " + known->second.unit);
}

void Catalog::check_questions() const {
  std::set<std::string> asked;
  for (const auto& [name, actor] : actors_)
    for (const auto& slot : actor->asks)
      asked.insert(slot.question);
  for (const auto& [name, policy] : policies_)
    if (asked.count(policy->question) == 0)
      throw InputError("plugin " + files_.at(name).string() + ": answers the question '" + policy->question +
                       "', which no actor asks; valid: " + listed({asked.begin(), asked.end()}));
}

const PolicyDescriptor& Catalog::policy(const std::string& name, const std::string& question) const {
  const auto found = policies_.find(name);
  if (found != policies_.end() && (question.empty() || found->second->question == question))
    return *found->second;
  const std::string valid = "; valid: " + listed(policies_of(question));
  throw std::invalid_argument(found == policies_.end()
                                  ? "unknown policy '" + name + "'" + valid
                                  : "policy '" + name + "' answers " + found->second->question + ", not " +
                                        question + valid);
}

std::vector<std::string> Catalog::policies_of(const std::string& question) const {
  std::vector<std::string> names;
  for (const auto& [name, policy] : policies_)
    if (question.empty() || policy->question == question)
      names.push_back(name);
  return names;
}

const ActorDescriptor& Catalog::actor(const std::string& name) const {
  const auto found = actors_.find(name);
  if (found == actors_.end())
    throw std::invalid_argument("unknown actor '" + name + "'; valid: " + listed(names_of(actors_)));
  return *found->second;
}

} // namespace malha
