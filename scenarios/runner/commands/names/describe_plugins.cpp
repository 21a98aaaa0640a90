// SPDX-License-Identifier: MIT
#include "actors/runtime/plan/environment.hpp"
#include "actors/runtime/plan/required_settings.hpp"
#include "descriptions.hpp"
#include "results/files/table.hpp"
#include "results/validate/rule.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/language/claim_rule.hpp"
#include "scenarios/runner/runs/matrix.hpp"
#include "scenarios/runner/runs/plugin_folders.hpp"

#include <iostream>

namespace malha {
namespace {

/// What the architectures that it is the entry of support.
void print_bearing(const ActorDescriptor& entry, const Catalog& catalog) {
  std::vector<std::string> header{"supports"};
  std::vector<std::vector<std::string>> rows;
  for (const auto& feature : matrix_rows(catalog))
    rows.push_back({"  " + feature.name});
  for (const auto& architecture : architectures(catalog))
    if (architecture.entry == entry.name) {
      header.push_back(joined(architecture.settings, " "));
      std::size_t row = 0;
      for (const auto& feature : matrix_rows(catalog))
        rows[row++].push_back(answer(architecture, feature));
    }
  Table table(header, std::vector<bool>(header.size(), false));
  for (auto& row : rows)
    table.add(std::move(row));
  std::cout << '\n';
  table.print(std::cout, std::string::npos); // a row that is cut says nothing
  std::cout << wrapped("instant, network: under that transport alone", "  ");
}

/// What schedules show since the actor, or the policy, works so.
void print_shows(const std::vector<Allowance>& shows) {
  for (const auto& showing : shows) {
    const auto& word = word_of(showing.trait);
    const auto when = text_of(showing.when, showing.unless);
    std::cout << "\n  shows " << word.word << (showing.amount.empty() ? "" : " = " + showing.amount)
              << (when.empty() ? "" : " " + when) << '\n'
              << wrapped(word.meaning, "      ");
  }
}

/// Null where there is none of that name.
template <class Part>
const Part* linked_part(const std::string& name) {
  for (const auto& part : linked_parts<Part>())
    if (part.name == name)
      return &part;
  return nullptr;
}

void print_part(const std::string& kind, const std::string& name, const std::string& what,
                const std::string& sentence, const Library& library) {
  print_head(name, what, sentence, "");
  const auto plugins = library.catalog().plugins_with(kind);
  if (const auto found = plugins.find(name); found != plugins.end())
    std::cout << "  from " << found->second.string() << '\n';
}

} // namespace

void print_file(const std::string& name, const Library& library) {
  const auto& file = library.catalog().file_of(name);
  if (!is_shipped(file))
    std::cout << "  from " << file.string() << '\n';
}

bool describe_matrix(const std::string& name, const Library& library) {
  if (name != "matrix")
    return false;
  print_matrix(architectures(library.catalog()), matrix_rows(library.catalog()), std::cout);
  return true;
}

bool describe_plugin(const std::string& name, const Library& library) {
  const auto& catalog = library.catalog();
  if (const auto found = catalog.policies().find(name); found != catalog.policies().end()) {
    const auto& policy = *found->second;
    print_head(name, "a policy that answers " + policy.question, policy.summary, policy.source);
    print_file(name, library);
    print_parameters(policy.parameters, "");
    print_shows(policy.allows);
    return true;
  }
  const auto found = catalog.actors().find(name);
  if (found == catalog.actors().end())
    return false;
  const auto& actor = *found->second;
  print_head(name, actor.is_environment ? "an environment actor" : "an actor", actor.summary, actor.source);
  print_file(name, library);
  for (const auto& slot : actor.asks)
    std::cout << "\n  " << slot.property()
              << (slot.default_policy.empty() ? " (required)" : " = " + slot.default_policy)
              << "\n      a policy that answers " << slot.question << '\n';
  print_parameters(actor.parameters, actor.is_environment ? prefix_of(actor) + "." : "");
  for (const auto& metric : actor.metrics)
    std::cout << "\n  measures " << metric.name << " (" << metric.unit << ")\n"
              << wrapped(metric.meaning, "      ");
  if (!actor.attempts_end.empty())
    std::cout << '\n' << wrapped("attempts may end " + listed(actor.attempts_end), "  ");
  print_shows(actor.allows);
  if (!actor.runs.empty())
    print_bearing(actor, catalog);
  return true;
}

bool describe_part(const std::string& name, const Library& library) {
  const auto& metrics = library.catalog().metrics();
  if (const auto metric = metrics.find(name); metric != metrics.end()) {
    const auto& unit = metric->second.unit;
    print_part(Metric::kind, name, unit == "1" ? "a metric" : "a metric in " + unit, metric->second.meaning,
               library);
  } else if (const auto* rule = linked_part<ClaimRule>(name)) {
    print_part(ClaimRule::kind, name, "a rule of claims", rule->example + " holds when " + rule->holds_when,
               library);
  } else if (const auto* of_schedules = linked_part<Rule>(name)) {
    print_part(Rule::kind, name, "a rule of schedules", of_schedules->meaning, library);
  } else if (const auto* command = linked_part<Command>(name)) {
    print_part(Command::kind, name, "a command", command->summary + "; malha " + name + " --help says more",
               library);
  } else {
    return false;
  }
  return true;
}

bool describe_question(const std::string& name, const Library& library) {
  std::vector<std::string> asking;
  for (const auto& [actor, descriptor] : library.catalog().actors())
    for (const auto& slot : descriptor->asks)
      if (slot.question == name)
        asking.push_back(actor);
  for (const auto& question : linked_parts<CommandQuestion>())
    if (question.name == name)
      asking.push_back("malha " + question.command);
  if (asking.empty())
    return false;
  std::cout << name << ": a question\n"
            << wrapped("asked by: " + listed(asking), "  ")
            << wrapped("answered by: " + listed(library.catalog().policies_of(name)), "  ");
  return true;
}

} // namespace malha
