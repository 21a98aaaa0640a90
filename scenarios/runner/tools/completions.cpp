// SPDX-License-Identifier: MIT
#include "completions.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/names/descriptions.hpp"
#include "scenarios/runner/language/scenario.hpp"
#include "scenarios/runner/runs/each_readable.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

std::map<std::string, std::string> without_sentences(const std::vector<std::string>& names) {
  std::map<std::string, std::string> words;
  for (const auto& name : names)
    words[name] = "";
  return words;
}

/// What a setting may be set to.
struct Setting {
  std::string meaning;
  std::vector<std::string> values;
  bool is_file = false;
};
using SettingsByKey = std::map<std::string, Setting>;

void add_parameters(SettingsByKey& settings, const std::string& prefix,
                    const std::vector<ParameterSpec>& specs) {
  for (const auto& spec : specs) {
    Setting setting{spec.meaning, spec.choices, spec.type == ParameterSpec::Type::file};
    if (setting.values.empty() && spec.default_value && !spec.default_value->empty())
      setting.values.push_back(*spec.default_value);
    settings.emplace(prefix + spec.name, setting);
  }
}

/// What a command line runs.
struct Parts {
  std::set<std::string> platforms, workloads, deployments, environment;
};

void add_scenario(Parts& parts, const std::string& name, const Library& library) {
  for (const auto& cell : read_scenario(library.scenario_file(name), {}, {}, library).cells) {
    parts.platforms.insert(cell.request.platform);
    parts.workloads.insert(cell.request.workload);
    parts.deployments.insert(cell.request.deployment);
    parts.environment.insert(cell.request.environment.begin(), cell.request.environment.end());
  }
}

/// Arguments are scenarios, a study, a platform or a file of jobs.
void add_argument(Parts& parts, const std::string& argument, const Library& library) {
  const auto scenarios = library.scenarios(), studies = library.studies();
  const auto is_in = [&](const auto& names) {
    return std::find(names.begin(), names.end(), argument) != names.end();
  };
  if (is_in(scenarios) || (is_path(argument) && std::filesystem::path(argument).extension() == ".xml"))
    add_scenario(parts, argument, library);
  else if (is_in(studies))
    for_each_readable(library.scenarios_of(argument),
                      [&](const std::string& name) { add_scenario(parts, name, library); });
  else if (library.platform_generator(argument) != nullptr)
    parts.platforms.insert(argument);
  else if (is_workload_path(argument))
    parts.workloads.insert(argument);
}

Parts parts_of(const TypedLine& line, const Library& library) {
  Parts parts;
  const auto add = [&](std::set<std::string>& names, const std::string& option) {
    const auto& values = line.values(option);
    names.insert(values.begin(), values.end());
  };
  add(parts.platforms, "platform");
  add(parts.workloads, "workload");
  add(parts.deployments, "deployment");
  add(parts.environment, "environment");
  for (const auto& argument : line.arguments)
    add_argument(parts, argument, library);
  return parts;
}

/// The policy that a setting of the line chooses, or else the deployment.
const PolicyDescriptor* chosen_policy(const std::string& property, const PolicyDescriptor* of_deployment,
                                      const TypedLine& line, const Catalog& catalog) {
  for (const auto& setting : line.values("set"))
    if (setting.rfind(property + "=", 0) == 0)
      if (const auto found = catalog.policies().find(setting.substr(property.size() + 1));
          found != catalog.policies().end())
        return found->second;
  return of_deployment;
}

void add_deployment(SettingsByKey& settings, const std::string& name, const TypedLine& line,
                    const Library& library) {
  const auto& catalog = library.catalog();
  for (const auto& actor : read_deployment(library.deployment_file(name), {}, catalog).actors) {
    add_parameters(settings, "", actor.descriptor->parameters);
    for (const auto& slot : actor.descriptor->asks) {
      const auto property = slot.property();
      settings.emplace(property,
                       Setting{"a policy that answers " + slot.question, catalog.policies_of(slot.question)});
      if (const auto* policy = chosen_policy(property, actor.choices.at(slot.slot).policy, line, catalog))
        add_parameters(settings, property + ".", policy->parameters);
    }
  }
}

const WorkloadDescriptor* workload_named(const std::string& name, const Library& library) {
  const auto* generator = library.workload_generator(name);
  return generator != nullptr ? generator : library.catalog().reader_of(name);
}

/// What can be set, as far as the line says what runs.
SettingsByKey settings_of(const TypedLine& line, const Library& library) {
  SettingsByKey settings;
  const auto parts = parts_of(line, library);
  for (const auto& name : parts.platforms)
    if (const auto* platform = library.platform_generator(name))
      add_parameters(settings, "platform.", platform->parameters);
  for (const auto& name : parts.workloads)
    if (const auto* workload = workload_named(name, library))
      add_parameters(settings, "workload.", workload->parameters);
  for (const auto& name : parts.deployments)
    add_deployment(settings, name, line, library);
  for (const auto& [name, actor] : library.catalog().actors())
    if (actor->is_environment && parts.environment.count(environment_name(*actor)) > 0)
      add_parameters(settings, prefix_of(*actor) + ".", actor->parameters);
  if (line.verb != "platform" && line.verb != "convert")
    add_parameters(settings, "", run_parameters());
  return settings;
}

/// "key=" until there is a '=', then "key=value".
Candidates settings_for(const std::string& word, const TypedLine& line, const Library& library) {
  Candidates found;
  const auto settings = settings_of(line, library);
  const auto equals = word.find('=');
  if (equals == std::string::npos) {
    for (const auto& [key, setting] : settings)
      found.words[key + "="] = setting.meaning;
    return found;
  }
  const auto prefix = word.substr(0, equals + 1);
  const auto setting = settings.find(word.substr(0, equals));
  if (setting == settings.end())
    return found;
  for (const auto& value : setting->second.values)
    found.words[prefix + value] = "";
  found.files = setting->second.is_file;
  return found;
}

std::map<std::string, std::string> environments(const Catalog& catalog) {
  std::map<std::string, std::string> words;
  for (const auto& [name, actor] : catalog.actors())
    if (actor->is_environment)
      words[environment_name(*actor)] = actor->summary;
  return words;
}

std::map<std::string, std::string> questions(const Catalog& catalog) {
  std::map<std::string, std::string> words;
  for (const auto& [name, actor] : catalog.actors())
    for (const auto& slot : actor->asks)
      words[slot.question] = "";
  return words;
}

std::map<std::string, std::string> metrics(const Catalog& catalog) {
  std::map<std::string, std::string> words;
  for (const auto& [name, metric] : catalog.metrics())
    words[name] = metric.meaning;
  return words;
}

std::map<std::string, std::string> commands() {
  std::map<std::string, std::string> words;
  for (const auto& command : linked_parts<Command>())
    words[command.name] = command.summary;
  return words;
}

/// The names that an option takes; nothing for an option that takes none.
std::map<std::string, std::string> names_for_option(const std::string& option, const OpenLibrary& library) {
  if (option == "platform")
    return without_sentences(library().platforms());
  if (option == "workload")
    return without_sentences(library().catalog().workload_generators());
  if (option == "deployment")
    return without_sentences(library().deployments());
  if (option == "environment")
    return environments(library().catalog());
  if (option == "metric")
    return metrics(library().catalog());
  if (option == "question")
    return questions(library().catalog());
  return {};
}

/// The names for a placeholder; nothing for one that stands for something else.
std::map<std::string, std::string> names_for(const std::string& placeholder, const std::string& verb,
                                             const OpenLibrary& library) {
  if (placeholder == "SCENARIO")
    return without_sentences(library().scenarios());
  if (placeholder == "DEPLOYMENT")
    return without_sentences(library().deployments());
  if (placeholder == "STUDY")
    return without_sentences(library().studies());
  if (placeholder == "KIND")
    return without_sentences(listed_kinds());
  if (placeholder == "COMMAND")
    return commands();
  if (placeholder == "NAME" && verb == "describe")
    return without_sentences(described_names(library()));
  if (placeholder == "NAME" && verb == "platform")
    return without_sentences(library().platforms());
  return {};
}

/// What a file may stand for, or a folder: options by their names, and placeholders.
const std::set<std::string> for_files{"platform", "workload", "deployment", "DEPLOYMENT",
                                      "SCENARIO", "IN",       "OUT",        "FILE"};
const std::set<std::string> for_folders{"DIR", "RUN"};

} // namespace

const std::vector<std::string>& TypedLine::values(const std::string& option) const {
  static const std::vector<std::string> none;
  const auto found = options.find(option);
  return found == options.end() ? none : found->second;
}

Candidates candidates_for(const std::string& placeholder, const std::string& verb,
                          const OpenLibrary& library) {
  Candidates found;
  for (std::size_t begin = 0; begin <= placeholder.size();) {
    const auto end = std::min(placeholder.find('|', begin), placeholder.size());
    const auto part = placeholder.substr(begin, end - begin);
    begin = end + 1;
    const bool is_word =
        std::all_of(part.begin(), part.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (is_word && !part.empty())
      found.words[part] = "";
    const auto names = names_for(part, verb, library);
    found.words.insert(names.begin(), names.end());
    found.files = found.files || for_files.count(part) > 0 || part.find('.') != std::string::npos;
    found.folders = found.folders || for_folders.count(part) > 0;
  }
  return found;
}

Candidates candidates_for_option(const std::string& option, const std::string& placeholder,
                                 const std::string& word, const TypedLine& line, const OpenLibrary& library) {
  if (option == "set" || option == "sweep")
    return settings_for(word, line, library());
  auto names = names_for_option(option, library);
  if (names.empty())
    return candidates_for(placeholder, line.verb, library);
  return {std::move(names), for_files.count(option) > 0, false};
}

} // namespace malha
