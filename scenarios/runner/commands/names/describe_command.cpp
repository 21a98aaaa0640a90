// SPDX-License-Identifier: MIT
#include "actors/runtime/plan/environment.hpp"
#include "actors/runtime/plan/former_names.hpp"
#include "descriptions.hpp"
#include "results/files/table.hpp"
#include "results/validate/rule.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/language/claim_rule.hpp"
#include "scenarios/runner/language/study_counts.hpp"
#include "settings_index.hpp"

#include <algorithm>
#include <iostream>

namespace malha {

void print_head(const std::string& name, const std::string& what, const std::string& sentence,
                const std::string& source) {
  std::cout << name << ": " << what << '\n' << wrapped(sentence, "  ");
  if (!source.empty())
    std::cout << wrapped("source: " + source, "  ");
}

void print_parameters(const std::vector<ParameterSpec>& specs, const std::string& prefix) {
  for (const auto& spec : specs) {
    std::cout << "\n  " << prefix << spec.name
              << (spec.default_value ? " = " + *spec.default_value : std::string(" (required)"))
              << (spec.unit.empty() || spec.unit == "1" ? "" : " " + spec.unit) << '\n';
    std::cout << wrapped(spec.meaning + "; " + spec.accepts(), "      ");
  }
}

namespace {

bool describe_study(const std::string& name, const Library& library) {
  const auto studies = library.studies();
  if (std::find(studies.begin(), studies.end(), name) == studies.end())
    return false;
  std::cout << name << ": a study; malha reproduce " << name << " runs its scenarios\n"
            << wrapped(text_of(counts_of(name, library)), "  ");
  for (const auto& scenario : library.scenarios_of(name))
    std::cout << "  " << scenario << '\n';
  return true;
}

bool describe_run(const std::string& name) {
  if (name != "run")
    return false;
  print_head(name, "the parameters of every run", "Given by --set, or by a scenario.", "");
  print_parameters(run_parameters(), "");
  return true;
}

bool describe_generator(const std::string& name, const Library& library) {
  const auto& catalog = library.catalog();
  if (const auto* platform = library.platform_generator(name)) {
    print_head(name, "a generated platform", platform->summary, platform->source);
    print_file(name, library);
    print_parameters(platform->parameters, "platform.");
    return true;
  }
  const auto found = catalog.workloads().find(name);
  if (found == catalog.workloads().end())
    return false;
  const auto& workload = *found->second;
  print_head(name, workload.is_reader() ? "a format of workload files" : "a generated workload",
             workload.summary, workload.source);
  if (workload.is_reader())
    std::cout << wrapped("files that end in " + listed(workload.endings), "  ");
  print_file(name, library);
  print_parameters(workload.parameters, "workload.");
  return true;
}

std::size_t seeds_of(const Scenario& scenario) {
  return scenario.seed_varies.empty() ? 1 : static_cast<std::size_t>(scenario.seeds);
}

/// The platform, the workload, and the settings that all cells have.
void print_settings(const Scenario& scenario) {
  if (scenario.cells.empty())
    return;
  const auto& first = scenario.cells.front().request;
  auto common = first.settings;
  for (const auto& cell : scenario.cells)
    for (auto setting = common.begin(); setting != common.end();) {
      const auto own = cell.request.settings.find(setting->first);
      const bool is_common = own != cell.request.settings.end() && own->second == setting->second;
      setting = is_common ? std::next(setting) : common.erase(setting);
    }
  std::cout << wrapped("platform " + first.platform + ", workload " + first.workload +
                           (first.environment.empty() ? "" : ", environment " + listed(first.environment)),
                       "  ");
  if (!common.empty())
    std::cout << wrapped("settings of all runs: " + joined(common, " "), "  ");
}

bool describe_scenario(const std::string& name, const Library& library) {
  const auto names = library.scenarios();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return false;
  const auto scenario = read_scenario(library.scenario_file(name), {}, {}, library);
  print_head(name, "a scenario of " + scenario.study, scenario.question, "");
  std::cout << wrapped(counted(scenario.cells.size(), "cell") + " of " + counted(seeds_of(scenario), "seed") +
                           ", " + counted(scenario.published.size(), "published value") + ", " +
                           counted(scenario.claims.size(), "claim"),
                       "  ");
  for (const auto& file : scenario.needed)
    std::cout << wrapped(file.is_here() ? "reads " + file.path.string() + ", which is not shipped (SHA-256 " +
                                              file.sha256 + "), from " + file.url + "; source: " + file.source
                                        : text_of_missing(file) + "; source: " + file.source,
                         "  ");
  print_settings(scenario);
  for (const auto& cell : scenario.cells) {
    const auto varied = cell.parameters(" ");
    std::cout << "    " << cell.run << " (" << cell.request.deployment << ")" << (varied.empty() ? "" : " ")
              << varied << '\n';
  }
  return true;
}

bool describe_platform(const std::string& name, const Library& library) {
  const auto names = library.platforms();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return false;
  const auto platform = library.platform(name, {});
  const auto workers = workers_of(platform, 0);
  std::cout << name << ": a platform, " << std::get<std::filesystem::path>(platform.from).string() << '\n'
            << wrapped(std::to_string(workers.size()) + " workers, " + workers.front().first + " to " +
                           workers.back().first,
                       "  ");
  return true;
}

bool describe_deployment(const std::string& name, const Library& library) {
  const auto names = library.deployments();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return false;
  print_head(name, "a deployment", comment_of(library.deployment_file(name)), "");
  for (const auto& actor : read_deployment(library.deployment_file(name), {}, library.catalog()).actors) {
    std::cout << "\n  " << actor.descriptor->name << " on " << actor.hosts << '\n';
    for (const auto& slot : actor.descriptor->asks)
      std::cout << "      " << slot.property() << " = " << actor.choices.at(slot.slot).policy->name << '\n';
  }
  return true;
}

int describe_command(const std::vector<std::string>& words) {
  const Options options("describe", words, Options::none, "NAME");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto name = current_name(options.one());
  if (describe_external(name) || describe_plugin(name, library) || describe_generator(name, library) ||
      describe_run(name) || describe_table(name) || describe_matrix(name, library) ||
      describe_scenario(name, library) || describe_deployment(name, library) ||
      describe_platform(name, library) || describe_question(name, library) || describe_study(name, library) ||
      describe_part(name, library) || describe_setting(name, library))
    return 0;
  throw InputError("nothing is named '" + name + "'" + suggestion(name, described_names(library)) +
                   "; malha list shows every name");
}

} // namespace

std::vector<std::string> described_names(const Library& library) {
  std::vector<std::string> names{"run", "matrix"};
  const auto add = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  for (const auto& [name, actor] : library.catalog().actors()) {
    names.push_back(name);
    for (const auto& slot : actor->asks)
      names.push_back(slot.question);
  }
  add(described_tables());
  add(library.catalog().policies_of(""));
  add(library.platforms());
  add(library.deployments());
  add(library.scenarios());
  add(library.studies());
  for (const auto& [name, workload] : library.catalog().workloads())
    names.push_back(name);
  for (const auto& [name, metric] : library.catalog().metrics())
    names.push_back(name);
  for (const auto& rule : linked_parts<ClaimRule>())
    names.push_back(rule.name);
  for (const auto& rule : linked_parts<Rule>())
    names.push_back(rule.name);
  for (const auto& command : linked_parts<Command>())
    names.push_back(command.name);
  for (const auto& setting : all_settings(library))
    names.push_back(setting.key);
  return names;
}

MALHA_COMMAND(
    "describe", "describe NAME", "the meaning, source and parameters of a name or setting", describe_command,
    20,
    "Describes a name that malha list prints: its meaning, its source, and its parameters with their "
    "defaults and valid values. A setting, such as max_time or policy.order, is described with the "
    "parts that declare it.",
    "describe cluster/easy_backfill")

} // namespace malha
