// SPDX-License-Identifier: MIT
#include "descriptions.hpp"
#include "results/files/table.hpp"
#include "results/validate/rule.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/language/claim_rule.hpp"
#include "scenarios/runner/language/study_counts.hpp"
#include "scenarios/runner/runs/each_readable.hpp"
#include "settings_index.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
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

/// What a deployment is for, as its file says; where it says nothing, its actors.
Rows deployments(const Library& library) {
  Rows rows;
  for_each_readable(library.deployments(), [&](const std::string& name) {
    const auto file = library.deployment_file(name);
    const auto deployment = read_deployment(file, {}, library.catalog());
    auto what = comment_of(file);
    if (what.empty())
      for (const auto& actor : deployment.actors)
        what += (what.empty() ? "" : ", ") + actor.descriptor->name;
    rows.emplace_back(name, what);
  });
  return rows;
}

Rows settings(const Library& library) {
  Rows rows;
  std::map<std::string, std::size_t> more; // meanings of the same key
  for (const auto& setting : all_settings(library)) {
    if (rows.empty() || rows.back().first != setting.key)
      rows.emplace_back(setting.key, setting.spec.meaning);
    else if (rows.back().second != setting.spec.meaning)
      ++more[setting.key];
  }
  for (auto& [key, meaning] : rows)
    if (more.count(key) > 0)
      meaning += "; and others: malha describe " + key;
  return rows;
}

Rows studies(const Library& library) {
  Rows rows;
  for (const auto& name : library.studies())
    rows.emplace_back(name, text_of(counts_of(name, library)));
  return rows;
}

Rows scenarios(const Library& library) {
  Rows rows;
  for_each_readable(library.scenarios(), [&](const std::string& name) {
    const auto scenario = read_scenario(library.scenario_file(name), {}, {}, library);
    std::string files;
    for (const auto& file : scenario.needed)
      files += (files.empty() ? "" : ", ") + file.name + (file.is_here() ? "" : " (not here)");
    rows.emplace_back(name, (files.empty() ? "" : "needs " + files + ": ") + scenario.question);
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

Rows rules(const Library&) {
  Rows rows;
  for (const auto& rule : linked_parts<Rule>())
    rows.emplace_back(rule.name, rule.meaning);
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
      {"studies", studies},     {"scenarios", scenarios}, {"policies", policies},
      {"actors", actors},       {"platforms", platforms}, {"deployments", deployments},
      {"workloads", workloads}, {"settings", settings},   {"metrics", metrics},
      {"rules", rules},         {"claims", claims},       {"commands", commands}};
  return all;
}

void print(const std::string& kind, const Rows& rows) {
  Table table({kind, ""}, {false, false});
  for (const auto& [name, sentence] : rows)
    table.add({name, in_one_line(sentence)});
  table.print(std::cout,
              isatty(STDOUT_FILENO) ? terminal_width : std::string::npos); // a pipe cuts nothing
}

std::string in_lower_case(std::string text) {
  for (auto& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// The rows in which the word is, in the name or in the sentence, in upper or lower case.
Rows rows_with(const std::string& word, const Rows& rows) {
  Rows found;
  for (const auto& row : rows)
    if (in_lower_case(row.first + '\n' + row.second).find(word) != std::string::npos)
      found.push_back(row);
  return found;
}

bool print_kinds(const std::string& only, const std::string& word, const Library& library) {
  bool is_any = false;
  for (const auto& kind : kinds()) {
    if (!only.empty() && kind.name != only)
      continue;
    const auto rows = word.empty() ? kind.rows(library) : rows_with(word, kind.rows(library));
    if (rows.empty() && !word.empty())
      continue;
    std::cout << (is_any ? "\n" : "");
    print(kind.name, rows);
    is_any = true;
  }
  return is_any;
}

int list_command(const std::vector<std::string>& words) {
  const Options options("list", words, Options::none, "[KIND|WORD]");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto asked = options.positional().empty() ? "" : options.one();
  const auto names = listed_kinds();
  const bool is_kind = asked.empty() || std::find(names.begin(), names.end(), asked) != names.end();
  if (!print_kinds(is_kind ? asked : "", is_kind ? "" : in_lower_case(asked), library))
    throw InputError("list: no kind, name or sentence has '" + asked + "'" +
                     suggestion(asked, described_names(library)) + "; kinds: " + listed(names));
  return 0;
}

} // namespace

std::vector<std::string> listed_kinds() {
  std::vector<std::string> names;
  for (const auto& kind : kinds())
    names.push_back(kind.name);
  return names;
}

MALHA_COMMAND(
    "list", "list [KIND|WORD]", "every name that there is; those of a kind, or with a word", list_command, 10,
    "Prints the name and one sentence of everything that can be used: studies, scenarios, policies, "
    "actors, platforms, deployments, workloads, settings, metrics, rules, claims and commands. With a KIND "
    "it prints those of that kind. With any other WORD it prints what has it in its name or in its "
    "sentence. Through a pipe every name has one line.",
    "list backfill")

} // namespace malha
