// SPDX-License-Identifier: MIT
#include "catalog.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "plugin_file.hpp"
#include "policies/sdk/near_names.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() > ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

} // namespace

/// Opens the plugin of that name, if an index described it and it is not opened yet.
void Catalog::need(const std::string& name) const {
  const auto found = unopened_.find(name);
  if (found == unopened_.end())
    return;
  const auto plugin = found->second;
  unopened_.erase(found); // readers ask for each other
  try {
    const auto entry = open_plugin(plugin.file);
    if (entry.kind == plugin.kind && add(entry, plugin.file) == name)
      return;
  } catch (const InputError&) {
    unopened_.emplace(name, plugin); // who asks again hears the same
    throw;
  }
  throw InputError("plugin " + plugin.file.string() + ": is not what the index of its folder says of '" +
                   name + "'; remove " + plugin_index_name + " there");
}

template <class Is>
void Catalog::need_all(const Is& is_needed) const {
  std::vector<std::string> names;
  for (const auto& [name, plugin] : unopened_)
    if (is_needed(plugin))
      names.push_back(name);
  for (const auto& name : names)
    need(name);
}

void Catalog::need_all(PluginKind kind) const {
  need_all([kind](const IndexedPlugin& plugin) { return plugin.kind == kind; });
}

void Catalog::need_readers_of(const fs::path& file) const {
  const auto name = file.filename().string();
  need_all([&name](const IndexedPlugin& plugin) {
    return std::any_of(plugin.endings.begin(), plugin.endings.end(),
                       [&](const std::string& ending) { return ends_with(name, ending); });
  });
}

const std::map<std::string, const PolicyDescriptor*>& Catalog::policies() const {
  need_all(PluginKind::policy);
  return policies_;
}

const std::map<std::string, const WorkloadDescriptor*>& Catalog::workloads() const {
  need_all(PluginKind::workload);
  return workloads_;
}

const std::map<std::string, const PlatformDescriptor*>& Catalog::platforms() const {
  need_all(PluginKind::platform);
  return platforms_;
}

const WorkloadDescriptor* Catalog::workload(const std::string& name) const {
  need(name);
  const auto found = workloads_.find(name);
  return found == workloads_.end() ? nullptr : found->second;
}

const PlatformDescriptor* Catalog::platform(const std::string& name) const {
  need(name);
  const auto found = platforms_.find(name);
  return found == platforms_.end() ? nullptr : found->second;
}

std::map<std::string, fs::path> Catalog::plugins_with(const std::string& kind) const {
  std::map<std::string, fs::path> files;
  for (const auto& [kind_and_name, part] : parts_)
    if (kind_and_name.first == kind)
      files[kind_and_name.second] = part.file;
  return files;
}

void Catalog::check_questions(std::set<std::string> asked) const {
  for (const auto& [name, actor] : actors_)
    for (const auto& slot : actor->asks)
      asked.insert(slot.question);
  for (const auto& [name, question] : questions_of_policies())
    if (asked.count(question) == 0)
      throw InputError(
          "plugin " + files_.at(name).string() + ": answers the question '" + question +
          "', which no actor and no command asks; valid: " + listed({asked.begin(), asked.end()}));
}

const PolicyDescriptor& Catalog::policy(const std::string& name, const std::string& question) const {
  if (external::is_external(name))
    return external::external_policy(name, question);
  need(name);
  const auto found = policies_.find(name);
  if (found != policies_.end() && (question.empty() || found->second->question == question))
    return *found->second;
  const auto valid = instead_of(name, policies_of(question),
                                question.empty() ? "malha list policies" : "malha describe " + question);
  throw std::invalid_argument(found == policies_.end()
                                  ? "unknown policy '" + name + "'" + valid
                                  : "policy '" + name + "' answers " + found->second->question + ", not " +
                                        question + valid);
}

std::map<std::string, std::string> Catalog::questions_of_policies() const {
  std::map<std::string, std::string> questions;
  for (const auto& [name, policy] : policies_)
    questions[name] = policy->question;
  for (const auto& [name, plugin] : unopened_)
    if (plugin.kind == PluginKind::policy)
      questions[name] = plugin.question;
  return questions;
}

std::vector<std::string> Catalog::policies_of(const std::string& question) const {
  std::vector<std::string> names;
  for (const auto& [name, answered] : questions_of_policies())
    if (question.empty() || answered == question)
      names.push_back(name);
  return names;
}

std::vector<std::string> Catalog::workload_generators() const {
  std::vector<std::string> names;
  for (const auto& [name, workload] : workloads())
    if (!workload->is_reader())
      names.push_back(name);
  return names;
}

std::vector<std::string> Catalog::workload_endings() const {
  std::vector<std::string> endings;
  for (const auto& [name, reader] : workloads())
    for (const auto& ending : reader->endings)
      if (std::find(endings.begin(), endings.end(), ending) == endings.end()) // several formats may have it
        endings.push_back(ending);
  return endings;
}

/// Where two endings fit, the longer one says more: ".swf.gz" of ".gz". Where several formats have one
/// ending, all but one recognize their files; that one has the rest.
const WorkloadDescriptor* Catalog::reader_of(const fs::path& file) const {
  need_readers_of(file);
  const WorkloadDescriptor* found = nullptr;
  std::pair<std::size_t, int> best; // length of the ending; how well the content fits
  for (const auto& [name, reader] : workloads_)
    for (const auto& ending : reader->endings)
      if (ends_with(file.filename().string(), ending)) {
        const int fits = reader->recognizes == nullptr ? 2 : reader->recognizes(file) ? 3 : 1;
        if (const std::pair here(ending.size(), fits); here > best) {
          best = here;
          found = reader;
        }
      }
  return found;
}

const ActorDescriptor& Catalog::actor(const std::string& name) const {
  if (const auto found = actors_.find(name); found != actors_.end())
    return *found->second;
  std::vector<std::string> names;
  for (const auto& [known, actor] : actors_)
    names.push_back(known);
  throw std::invalid_argument("unknown actor '" + name + "'" + instead_of(name, names, "malha list actors"));
}

} // namespace malha
