// SPDX-License-Identifier: MIT
#include "matrix.hpp"

#include "actors/runtime/plan/environment.hpp"

#include <algorithm>
#include <ostream>

namespace malha {
namespace {

std::string folder_of(const std::string& actor) { return actor.substr(0, actor.rfind('/')); }

/// The entry point, the actors of its folder that are no entry points, the actors that yield to it, and the
/// submitter.
std::vector<const ActorDescriptor*> members(const ActorDescriptor& entry, const Catalog& catalog) {
  std::vector<const ActorDescriptor*> all{&entry};
  for (const auto& [name, actor] : catalog.actors())
    if ((actor->runs.empty() && folder_of(name) == folder_of(entry.name)) || name == "workload/submitter" ||
        actor->yields_to == entry.name)
      all.push_back(actor);
  return all;
}

/// The parameters that decide what an actor supports.
std::vector<ParameterSpec> deciding_parameters(const ActorDescriptor& actor) {
  std::vector<ParameterSpec> found;
  for (const auto& spec : actor.parameters)
    if (std::any_of(actor.supports.begin(), actor.supports.end(),
                    [&](const Support& support) { return support.when.count(spec.name) > 0; }))
      found.push_back(spec);
  return found;
}

/// Each of the settings, with each value of one more parameter.
std::vector<Settings> extended(const std::vector<Settings>& all, const ParameterSpec& spec) {
  std::vector<Settings> longer;
  for (const auto& settings : all)
    for (const auto& value : spec.choices) {
      longer.push_back(settings);
      longer.back()[spec.name] = value;
    }
  return longer;
}

PlacedActor with_settings(const ActorDescriptor& actor, const Settings& settings) {
  Settings own;
  for (const auto& spec : deciding_parameters(actor))
    own[spec.name] = settings.at(spec.name);
  return {"", &actor, Parameters(deciding_parameters(actor), own), {}, ""};
}

bool supports(const Architecture& architecture, const MatrixRow& row, const std::string& transport) {
  const bool network = transport == "network";
  auto conditions = row.conditions;
  conditions.push_back(network ? Condition::network : Condition::instant);
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition condition) {
    return (is_of_network(condition) && !network) ||
           cannot_support(architecture.actors, condition, transport) == nullptr;
  });
}

} // namespace

std::string Architecture::name() const {
  return entry + (settings.empty() ? "" : " ") + joined(settings, " ");
}

std::vector<Architecture> architectures(const Catalog& catalog) {
  std::vector<Architecture> all;
  for (const auto& [name, entry] : catalog.actors()) {
    if (entry->runs.empty())
      continue;
    const auto actors = members(*entry, catalog);
    std::vector<Settings> variants{{}};
    for (const auto* actor : actors)
      for (const auto& spec : deciding_parameters(*actor))
        if (variants.front().count(spec.name) == 0)
          variants = extended(variants, spec);
    for (const auto& settings : variants) {
      all.push_back({name, settings, {}});
      for (const auto* actor : actors)
        all.back().actors.push_back(with_settings(*actor, settings));
    }
  }
  return all;
}

std::vector<MatrixRow> matrix_rows(const Catalog& catalog) {
  std::vector<MatrixRow> all;
  for (const auto condition : all_conditions())
    if (condition != Condition::external_load && condition != Condition::message_late &&
        condition != Condition::message_lost &&
        condition != Condition::message_doubled && // imposed by environment actors only
        condition != Condition::snapshot &&        // of two commands only
        condition != Condition::instant)           // each answer says under which transport
      all.push_back({name_of(condition), {condition}, {}});
  for (const auto& [name, actor] : catalog.actors())
    if (actor->is_environment) {
      all.push_back({"--environment " + environment_name(*actor), {}, {}});
      for (const auto& imposed : actor->imposes)
        all.back().conditions.push_back(imposed.condition);
    }
  for (const auto shape : {Shape::bag_of_tasks, Shape::rigid, Shape::dag})
    all.push_back({std::string("jobs: ") + name_of(shape), {}, shape});
  return all;
}

std::string answer(const Architecture& architecture, const MatrixRow& row) {
  const auto& runs = architecture.actors.front().descriptor->runs;
  if (row.shape && std::find(runs.begin(), runs.end(), *row.shape) == runs.end())
    return "no";
  const bool instant = supports(architecture, row, "instant"),
             network = supports(architecture, row, "network");
  return instant && network ? "yes" : instant ? "instant" : network ? "network" : "no";
}

void print_matrix(const std::vector<Architecture>& columns, const std::vector<MatrixRow>& rows,
                  std::ostream& out) {
  std::vector<std::vector<std::string>> cells(rows.size() + 1, {"what a run asks"});
  for (const auto& column : columns)
    cells[0].push_back(column.name());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    cells[row + 1] = {rows[row].name};
    for (const auto& column : columns)
      cells[row + 1].push_back(answer(column, rows[row]));
  }
  for (std::size_t row = 0; row < cells.size(); ++row) {
    for (const auto& cell : cells[row])
      out << "| " << cell << ' ';
    out << "|\n";
    if (row == 0)
      for (std::size_t column = 0; column < cells[0].size(); ++column)
        out << "|---" << (column + 1 == cells[0].size() ? "|\n" : "");
  }
}

} // namespace malha
