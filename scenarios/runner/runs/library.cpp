// SPDX-License-Identifier: MIT
#include "library.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "actors/runtime/plan/environment.hpp"
#include "command_question.hpp"
#include "needed_file.hpp"
#include "platforms/plans/power.hpp"
#include "plugin_folders.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/near_names.hpp"
#include "results/files/files.hpp"
#include "scenarios/runner/processes/platform_check.hpp"
#include "unused_profiles.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

template <class Named>
const Named* find_named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const auto& one : all)
    names.push_back(one.name);
  return names;
}

/// Checks the settings that are given for parameters. `described` is the name by which `malha describe` shows
/// the parameters. Throws InputError, which begins with `who`.
Parameters checked(const std::string& who, const std::vector<ParameterSpec>& specs, const Settings& given,
                   const std::string& described) {
  try {
    return {specs, given, "malha describe " + described};
  } catch (const std::invalid_argument& error) {
    throw InputError(who + ": " + error.what());
  }
}

/// The same for a platform's generator.
Parameters platform_values(const PlatformDescriptor& generator, const Settings& given) {
  try {
    return values_for(generator.parameters, given, "malha describe " + generator.name);
  } catch (const std::invalid_argument& error) {
    throw InputError("platform '" + generator.name + "': " + error.what());
  }
}

/// The SimGrid options of the platform, without those whose keys are given, then the given ones.
std::vector<std::string> options_of(const PlatformSource& platform, const std::vector<std::string>& given) {
  const auto key_of = [](const std::string& option) { return option.substr(0, option.find(':')); };
  std::vector<std::string> all;
  for (const auto& option : platform.simgrid_options())
    if (std::none_of(given.begin(), given.end(),
                     [&](const auto& other) { return key_of(other) == key_of(option); }))
      all.push_back(option);
  all.insert(all.end(), given.begin(), given.end());
  return all;
}

/// The keys of all settings that are not properties of actors.
std::vector<std::string> other_settings(const Catalog& catalog) {
  auto names = names_of(run_parameters());
  const auto add = [&](const std::string& prefix, const std::vector<ParameterSpec>& specs) {
    for (const auto& spec : specs)
      names.push_back(prefix + spec.name);
  };
  for (const auto& [name, platform] : catalog.platforms())
    add("platform.", platform->parameters);
  for (const auto& [name, workload] : catalog.workloads())
    add("workload.", workload->parameters);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

} // namespace

fs::path shipped_data() {
  const fs::path folder = program_file().parent_path().parent_path() / "share" / "malha";
  if (!fs::is_directory(folder / "scenarios"))
    throw InputError(folder.string() + ": the data of this Malha is not there; valid: install it again");
  return fs::canonical(folder); // in a build tree it is a link to the sources
}

/// The settings that are neither of the platform nor of the workload, by what they are for.
struct Library::SplitSettings {
  Settings of_run;
  Settings of_environment;
  Settings of_actors;
};

Library::SplitSettings Library::split(const Settings& settings,
                                      const std::vector<std::string>& environment) const {
  SplitSettings found;
  for (const auto& [key, value] : settings)
    if (key.rfind("platform.", 0) != 0 && key.rfind("workload.", 0) != 0)
      (find_named(run_parameters(), key) ? found.of_run : found.of_actors)[key] = value;
  found.of_environment = take_environment_settings(found.of_actors, environment, catalog_);
  return found;
}

bool is_path(const std::string& name) {
  return name.find('/') != std::string::npos || fs::path(name).extension() == ".xml";
}

bool is_workload_path(const std::string& name) { return name.find_first_of("./") != std::string::npos; }

bool matters(const std::string& simgrid_option) { return simgrid_option.rfind("contexts/", 0) != 0; }

std::string joined(const Settings& settings, const std::string& separator) {
  std::string text;
  for (const auto& [key, value] : settings)
    text += (text.empty() ? "" : separator) + key + "=" + value;
  return text;
}

Settings with_prefix(const Settings& settings, const std::string& prefix) {
  Settings found;
  for (const auto& [key, value] : settings)
    if (key.compare(0, prefix.size() + 1, prefix + ".") == 0)
      found[key.substr(prefix.size() + 1)] = value;
  return found;
}

Library::Library(const std::vector<fs::path>& plugin_paths, const std::vector<fs::path>& file_folders)
    : data_(shipped_data()), catalog_(plugin_folders(plugin_paths)),
      file_folders_(folders_of_files(file_folders)) {
  external::set_python_folder(data_ / "policies/python");
  catalog_.check_questions(questions_of_commands());
}

const PlatformDescriptor* Library::platform_generator(const std::string& name) const {
  return catalog_.platform(name);
}

const WorkloadDescriptor* Library::workload_generator(const std::string& name) const {
  const auto* found = catalog_.workload(name);
  return found == nullptr || found->is_reader() ? nullptr : found;
}

fs::path Library::find_platform(const std::string& name) const {
  if (!is_path(name) && platform_generator(name) != nullptr)
    return {};
  const fs::path file = is_path(name) ? fs::path(name) : data_ / "platforms" / (name + ".xml");
  if (!is_path(name) && !is_there(file))
    throw InputError("unknown platform '" + name + "'" +
                     instead_of(name, platforms(), "malha list platforms", "a path"));
  return file;
}

PlatformSource Library::platform(const std::string& name, const Settings& settings) const {
  auto source = described_platform(name, settings);
  check_platform(source);
  return source;
}

PlatformSource Library::described_platform(const std::string& name, const Settings& settings) const {
  const fs::path file = find_platform(name);
  if (file.empty()) {
    const auto* generator = platform_generator(name);
    return {name, PlatformSource::Generated{generator, platform_values(*generator, settings)}, {}};
  }
  if (!settings.empty())
    throw InputError("setting platform." + settings.begin()->first + "=" + settings.begin()->second +
                     ": platform '" + name + "' is a file and has no parameters");
  return read_platform_file(file);
}

const WorkloadDescriptor& Library::workload(const std::string& name) const {
  if (const auto* generator = workload_generator(name))
    return *generator;
  if (const auto* reader = catalog_.reader_of(name)) {
    refuse_endless(name);
    if (!is_there(name) || !fs::is_regular_file(name))
      throw InputError("workload " + name + ": there is no such file");
    return *reader;
  }
  const auto endings = "a path that ends in " + listed(catalog_.workload_endings());
  if (is_there(name))
    throw InputError("workload " + name +
                     ": is there, and its name does not say what is in it; valid: " + endings);
  if (is_workload_path(name))
    throw InputError("workload " + name + ": there is no such file; valid: " + endings);
  throw InputError("unknown workload '" + name + "'" +
                   instead_of(name, catalog_.workload_generators(), "malha list workloads", endings));
}

WorkloadSource Library::workload_source(const std::string& name, const Settings& settings) const {
  const auto& generator = workload(name);
  const std::string called = generator.is_reader() ? fs::path(name).filename().string() : name;
  return {called, &generator,
          checked("workload '" + called + "'", generator.parameters, settings, generator.name),
          generator.is_reader() ? fs::path(name) : fs::path()};
}

PlatformSource Library::platform_for(const WorkloadSource& workload, const RunRequest& request) const {
  auto settings = with_prefix(request.settings, "platform");
  const auto* generator =
      find_platform(request.platform).empty() ? platform_generator(request.platform) : nullptr;
  if (generator == nullptr || workload.generator->recorded_nodes == nullptr || settings.count("hosts") > 0 ||
      find_named(generator->parameters, "hosts") == nullptr)
    return described_platform(request.platform, settings);
  const auto nodes = workload.generator->recorded_nodes(workload.file);
  if (!nodes)
    return described_platform(request.platform, settings);
  settings["hosts"] = std::to_string(*nodes);
  const std::string why =
      "as many hosts as the machine of " + workload.name + " (platform.hosts=" + settings["hosts"] + ")";
  try {
    auto source = described_platform(request.platform, settings);
    source.note = "the platform has " + why;
    return source;
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + "; without platform.hosts, a platform has " + why);
  }
}

SimulationPlan Library::plan(const RunRequest& request) const {
  auto plan = plan_again(request);
  check_platform(plan.platform);
  check_supports(plan);
  note_unused_profiles(plan);
  return plan;
}

void Library::check_settings(const RunRequest& request) const {
  const auto [of_run, of_environment, of_actors] = split(request.settings, request.environment);
  if (!is_path(request.platform) || is_there(request.platform))
    described_platform(request.platform, with_prefix(request.settings, "platform"));
  const auto* reader = catalog_.reader_of(request.workload);
  const auto& workload = reader != nullptr ? *reader : this->workload(request.workload);
  checked("workload '" + request.workload + "'", workload.parameters,
          with_prefix(request.settings, "workload"), workload.name);
  read_deployment(deployment_file(request.deployment), of_actors, catalog_,
                  [this] { return other_settings(catalog_); });
  checked("run", run_parameters(), of_run, "run");
  read_environment(request.environment, of_environment, catalog_);
}

SimulationPlan Library::plan_again(const RunRequest& request) const {
  const auto [of_run, of_environment, of_actors] = split(request.settings, request.environment);
  std::vector<const ActorDescriptor*> entry_actors;
  for (const auto& [name, actor] : catalog_.actors())
    if (!actor->runs.empty())
      entry_actors.push_back(actor);
  auto workload = workload_source(request.workload, with_prefix(request.settings, "workload"));
  auto platform = platform_for(workload, request);
  auto options = options_of(platform, request.simgrid_options);
  SimulationPlan plan{std::move(platform),
                      read_deployment(deployment_file(request.deployment), of_actors, catalog_,
                                      [this] { return other_settings(catalog_); }),
                      std::move(workload),
                      checked("run", run_parameters(), of_run, "run"),
                      request.seed,
                      std::move(options),
                      entry_actors,
                      read_environment(request.environment, of_environment, catalog_)};
  auto actors = plan.deployment.actors;
  actors.insert(actors.end(), plan.environment.begin(), plan.environment.end());
  plan.files = files_of(actors, request.files);
  return plan;
}

std::map<std::string, fs::path> Library::files_of(const std::vector<PlacedActor>& actors,
                                                  const std::map<std::string, std::string>& known) const {
  std::map<std::string, fs::path> files;
  for (const auto& placed : actors)
    for (const auto& spec : placed.descriptor->parameters) {
      const auto& name = placed.parameters.text(spec.name);
      if (spec.type != ParameterSpec::Type::file || name.empty())
        continue;
      const auto path = known.find(name);
      const auto given = path == known.end() ? name : path->second;
      refuse_endless(given);
      files[name] = is_there(given) ? fs::path(given) : shipped_file(name);
      if (!is_there(files[name]) || !fs::is_regular_file(files[name]))
        throw InputError(placed.place + ": actor '" + placed.descriptor->name + "': parameter '" + spec.name +
                         "': there is no file '" + given + "'; valid: " + spec.accepts());
    }
  return files;
}

bool Library::is_file_setting(const std::string& key) const {
  const auto& actors = catalog_.actors();
  return std::any_of(actors.begin(), actors.end(), [&](const auto& actor) {
    const std::string prefix = actor.second->is_environment ? prefix_of(*actor.second) + "." : "";
    if (key.rfind(prefix, 0) != 0)
      return false;
    const auto* spec = find_named(actor.second->parameters, key.substr(prefix.size()));
    return spec != nullptr && spec->type == ParameterSpec::Type::file;
  });
}

std::vector<Settings> Library::settings_of_each(const std::vector<std::string>& deployments,
                                                const Settings& given,
                                                const std::vector<std::string>& environment,
                                                const std::vector<Settings>& own) const {
  const auto of_all = split(given, environment).of_actors;
  std::vector<Settings> each(deployments.size(), given);
  std::set<std::string> taken, declared;
  const auto refuse = [&](const std::string& key, const std::string& value,
                          const std::vector<std::string>& whose, const std::set<std::string>& names) {
    std::vector<std::string> valid(names.begin(), names.end());
    const auto others = other_settings(catalog_);
    valid.insert(valid.end(), others.begin(), others.end());
    throw InputError("setting " + key + "=" + value + ": no actor of " + listed(whose) + " declares '" + key +
                     "'" + instead_of(key, valid, "malha list settings"));
  };
  for (std::size_t i = 0; i < deployments.size(); ++i) {
    auto of_actors = of_all;
    if (!own.empty())
      for (const auto& [key, value] : own[i])
        of_actors[key] = value;
    const auto found = declared_settings(deployment_file(deployments[i]), of_actors, catalog_);
    for (const auto& [key, value] : of_actors) {
      const bool is_own = !own.empty() && own[i].count(key) > 0;
      if (found.taken.count(key) == 0 && is_own)
        refuse(key, value, {deployments[i]}, found.declared);
      if (found.taken.count(key) == 0)
        each[i].erase(key);
      else if (is_own)
        each[i][key] = value;
    }
    taken.insert(found.taken.begin(), found.taken.end());
    declared.insert(found.declared.begin(), found.declared.end());
  }
  for (const auto& [key, value] : of_all)
    if (taken.count(key) == 0)
      refuse(key, value, deployments, declared);
  return each;
}

} // namespace malha
