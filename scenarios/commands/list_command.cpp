// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "descriptions.hpp"
#include "options.hpp"
#include "results/table.hpp"
#include "scenarios/language/claim_rule.hpp"
#include "scenarios/runs/each_readable.hpp"

#include <unistd.h>

#include <iostream>
#include <utility>

namespace malha {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>; ///< name, one sentence

Rows policies(const Library& library) {
  Rows rows;
  for (const auto& [name, policy] : library.catalog().policies())
    rows.emplace_back(name, policy->question + ": " + policy->summary);
  return rows;
}

Rows actors(const Library& library) {
  Rows rows;
  for (const auto& [name, actor] : library.catalog().actors())
    rows.emplace_back(name, actor->summary);
  return rows;
}

Rows platforms(const Library& library) {
  Rows rows;
  for (const auto& name : library.platforms()) {
    const auto* generator = library.platform_generator(name);
    rows.emplace_back(name, generator ? generator->summary : "SimGrid XML");
  }
  return rows;
}

/// Generators, then readers.
Rows workloads(const Library& library) {
  Rows rows;
  for (const bool readers : {false, true})
    for (const auto& [name, workload] : library.catalog().workloads())
      if (workload->is_reader() == readers)
        rows.emplace_back(name, workload->summary);
  return rows;
}

Rows deployments(const Library& library) {
  Rows rows;
  for_each_readable(library.deployments(), [&](const std::string& name) {
    std::string functions;
    for (const auto& actor : read_deployment(library.deployment_file(name), {}, library.catalog()).actors)
      functions += (functions.empty() ? "" : ", ") + actor.descriptor->name;
    rows.emplace_back(name, functions);
  });
  return rows;
}

Rows scenarios(const Library& library) {
  Rows rows;
  for_each_readable(library.scenarios(), [&](const std::string& name) {
    rows.emplace_back(name, read_scenario(library.scenario_file(name), {}, {}, library).question);
  });
  return rows;
}

Rows metrics(const Library& library) {
  Rows rows;
  for (const auto& [name, metric] : library.catalog().metrics())
    rows.emplace_back(name, metric.meaning);
  return rows;
}

Rows claims(const Library&) {
  Rows rows;
  for (const auto& rule : linked_parts<ClaimRule>())
    rows.emplace_back(rule.name, rule.example + ": " + rule.holds_when);
  return rows;
}

Rows commands(const Library&) {
  Rows rows;
  for (const auto& command : linked_parts<Command>())
    rows.emplace_back(command.name, command.summary);
  return rows;
}

struct Kind {
  std::string name;
  Rows (*rows)(const Library&);
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"scenarios", scenarios}, {"policies", policies},       {"actors", actors},
      {"platforms", platforms}, {"deployments", deployments}, {"workloads", workloads},
      {"metrics", metrics},     {"claims", claims},           {"commands", commands}};
  return all;
}

int list_command(const std::vector<std::string>& words) {
  const Options options("list", words, Options::none, "[KIND]");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  bool listed_any = false;
  for (const auto& kind : kinds()) {
    if (!options.positional().empty() && options.one() != kind.name)
      continue;
    std::cout << (listed_any ? "\n" : "");
    Table table({kind.name, ""}, {false, false});
    for (const auto& [name, sentence] : kind.rows(library))
      table.add({name, sentence});
    table.print(std::cout,
                isatty(STDOUT_FILENO) ? terminal_width : std::string::npos); // a pipe cuts nothing
    listed_any = true;
  }
  if (!listed_any)
    throw InputError("list: unknown kind '" + options.one() + "'; valid: " + listed(listed_kinds()));
  return 0;
}

} // namespace

std::vector<std::string> listed_kinds() {
  std::vector<std::string> names;
  for (const auto& kind : kinds())
    names.push_back(kind.name);
  return names;
}

MALHA_COMMAND("list", "list [KIND]", "every name that there is, or those of a kind", list_command, 10,
              "Prints the name and one sentence of everything that can be used: scenarios, policies, actors, "
              "platforms, deployments, workloads, metrics, claims and commands. With a KIND it prints those "
              "of that kind.",
              "list deployments")

} // namespace malha
