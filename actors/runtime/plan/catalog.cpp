// SPDX-License-Identifier: MIT
#include "catalog.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/near_names.hpp"

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

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() > ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
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
  adopt_parts();
}

void Catalog::open(const fs::path& file) {
  try {
    refuse_endless(file);
  } catch (const InputError& error) {
    throw InputError(std::string("plugin ") + error.what());
  }
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw InputError("plugin " + file.string() + ": cannot be opened: " + dlerror());
  auto* entry_point = reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"));
  if (entry_point == nullptr)
    throw InputError(
        "plugin " + file.string() +
        ": has no entry point 'malha_plugin'; end its source with MALHA_POLICY, MALHA_ACTOR, "
        "MALHA_WORKLOAD, MALHA_PLATFORM, MALHA_METRIC, MALHA_RULE, MALHA_CLAIM or MALHA_COMMAND");
  const PluginEntry entry = [&] {
    try {
      return entry_point();
    } catch (const std::exception& error) {
      throw InputError("plugin " + file.string() + ": its entry point threw: " + beginning_of(error.what()));
    } catch (...) {
      throw InputError("plugin " + file.string() +
                       ": its entry point threw something that is no std::exception");
    }
  }();
  if (entry.abi != plugin_abi)
    throw InputError("plugin " + file.string() + ": was built for plugin ABI " + std::to_string(entry.abi) +
                     ", this Malha has ABI " + std::to_string(plugin_abi) + "; build it again");
  switch (entry.kind) {
  case PluginKind::policy:
    return add(*static_cast<const PolicyDescriptor*>(entry.contents), file);
  case PluginKind::workload:
    return add(workload_of(entry), file);
  case PluginKind::platform:
    return add(*static_cast<const PlatformDescriptor*>(entry.contents), file);
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

void Catalog::add(const PolicyDescriptor& policy, const fs::path& file) {
  check_file_name(policy.name, file);
  check_shows(policy.name, policy.allows, policy.parameters, file);
  claim(policy.name, file);
  policies_[policy.name] = &policy;
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

void Catalog::add(const WorkloadDescriptor& workload, const fs::path& file) {
  check_word(workload.name, file);
  check_file_name(workload.name, file);
  check_endings(workload, file);
  claim(workload.name, file);
  workloads_[workload.name] = &workload;
}

void Catalog::add(const PlatformDescriptor& platform, const fs::path& file) {
  check_word(platform.name, file);
  check_file_name(platform.name, file);
  claim(platform.name, file);
  platforms_[platform.name] = &platform;
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

std::map<std::string, fs::path> Catalog::plugins_with(const std::string& kind) const {
  std::map<std::string, fs::path> files;
  for (const auto& [kind_and_name, part] : parts_)
    if (kind_and_name.first == kind)
      files[kind_and_name.second] = part.file;
  return files;
}

void Catalog::check_endings(const WorkloadDescriptor& reader, const fs::path& file) const {
  for (const auto& ending : reader.endings) {
    if (ending.size() < 2 || ending.front() != '.' || ending.find('/') != std::string::npos)
      throw InputError("plugin " + file.string() + ": reads files that end in '" + ending +
                       "'; valid: '.' and what follows it, such as .swf");
    for (const auto& [name, other] : workloads_)
      if (reader.recognizes == nullptr && other->recognizes == nullptr &&
          std::find(other->endings.begin(), other->endings.end(), ending) != other->endings.end())
        throw InputError("plugin " + file.string() + ": reads files that end in " + ending + ", as '" + name +
                         "' does");
  }
}

void Catalog::check_questions(std::set<std::string> asked) const {
  for (const auto& [name, actor] : actors_)
    for (const auto& slot : actor->asks)
      asked.insert(slot.question);
  for (const auto& [name, policy] : policies_)
    if (asked.count(policy->question) == 0)
      throw InputError(
          "plugin " + files_.at(name).string() + ": answers the question '" + policy->question +
          "', which no actor and no command asks; valid: " + listed({asked.begin(), asked.end()}));
}

const PolicyDescriptor& Catalog::policy(const std::string& name, const std::string& question) const {
  if (external::is_external(name))
    return external::external_policy(name, question);
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

std::vector<std::string> Catalog::policies_of(const std::string& question) const {
  std::vector<std::string> names;
  for (const auto& [name, policy] : policies_)
    if (question.empty() || policy->question == question)
      names.push_back(name);
  return names;
}

std::vector<std::string> Catalog::workload_generators() const {
  std::vector<std::string> names;
  for (const auto& [name, workload] : workloads_)
    if (!workload->is_reader())
      names.push_back(name);
  return names;
}

std::vector<std::string> Catalog::workload_endings() const {
  std::vector<std::string> endings;
  for (const auto& [name, reader] : workloads_)
    for (const auto& ending : reader->endings)
      if (std::find(endings.begin(), endings.end(), ending) == endings.end()) // several formats may have it
        endings.push_back(ending);
  return endings;
}

/// Where two endings fit, the longer one says more: ".swf.gz" of ".gz". Where several formats have one
/// ending, all but one recognize their files; that one has the rest.
const WorkloadDescriptor* Catalog::reader_of(const fs::path& file) const {
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
  const auto found = actors_.find(name);
  if (found == actors_.end())
    throw std::invalid_argument("unknown actor '" + name + "'" +
                                instead_of(name, names_of(actors_), "malha list actors"));
  return *found->second;
}

} // namespace malha
