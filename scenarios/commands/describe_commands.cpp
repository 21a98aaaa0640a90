// SPDX-License-Identifier: MIT
#include "actors/runtime/environment.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "results/table.hpp"
#include "scenarios/language/scenario.hpp"
#include "scenarios/runs/matrix.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <set>
#include <utility>

namespace malha {
namespace {

namespace fs = std::filesystem;

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
  for (const auto& name : library.deployments()) {
    std::string functions;
    for (const auto& actor : read_deployment(library.deployment_file(name), {}, library.catalog()).actors)
      functions += (functions.empty() ? "" : ", ") + actor.descriptor->name;
    rows.emplace_back(name, functions);
  }
  return rows;
}

Rows scenarios(const Library& library) {
  Rows rows;
  for (const auto& name : library.scenarios())
    rows.emplace_back(name, read_scenario(library.scenario_file(name), {}, {}, library).question);
  return rows;
}

struct Kind {
  std::string name;
  Rows (*rows)(const Library&);
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{{"scenarios", scenarios},     {"policies", policies},
                                     {"actors", actors},           {"platforms", platforms},
                                     {"deployments", deployments}, {"workloads", workloads}};
  return all;
}

void print_parameters(const std::vector<ParameterSpec>& specs, const std::string& prefix) {
  for (const auto& spec : specs) {
    std::cout << "\n  " << prefix << spec.name
              << (spec.default_value ? " = " + *spec.default_value : std::string(" (required)"))
              << (spec.unit.empty() || spec.unit == "1" ? "" : " " + spec.unit) << '\n';
    std::cout << wrapped(spec.meaning + "; " + spec.accepts(), "      ");
  }
}

/// Where a plugin is, when it did not come with the program.
void print_file(const std::string& name, const Library& library) {
  const auto& file = library.catalog().file_of(name);
  if (!Library::is_shipped(file))
    std::cout << "  from " << file.string() << '\n';
}

void print_head(const std::string& name, const std::string& what, const std::string& sentence,
                const std::string& source) {
  std::cout << name << ": " << what << '\n' << wrapped(sentence, "  ");
  if (!source.empty())
    std::cout << wrapped("source: " + source, "  ");
}

/// What the architectures that it is the entry of bear.
void print_bearing(const ActorDescriptor& entry, const Catalog& catalog) {
  std::vector<std::string> header{"bears"};
  std::vector<std::vector<std::string>> rows;
  for (const auto& trial : trials(catalog))
    rows.push_back({"  " + trial.name});
  for (const auto& architecture : architectures(catalog))
    if (architecture.entry == entry.name) {
      header.push_back(joined(architecture.settings, " "));
      std::size_t row = 0;
      for (const auto& trial : trials(catalog))
        rows[row++].push_back(answer(architecture, trial));
    }
  Table table(header, std::vector<bool>(header.size(), false));
  for (auto& row : rows)
    table.add(std::move(row));
  std::cout << '\n';
  table.print(std::cout, std::string::npos); // a row that is cut says nothing
  std::cout << wrapped("instant, network: under that transport alone", "  ");
}

bool describe_matrix(const std::string& name, const Library& library) {
  if (name != "matrix")
    return false;
  print_matrix(architectures(library.catalog()), trials(library.catalog()), std::cout);
  return true;
}

bool describe_plugin(const std::string& name, const Library& library) {
  const auto& catalog = library.catalog();
  if (const auto found = catalog.policies().find(name); found != catalog.policies().end()) {
    const auto& policy = *found->second;
    print_head(name, "a policy that answers " + policy.question, policy.summary, policy.source);
    print_file(name, library);
    print_parameters(policy.parameters, "");
    return true;
  }
  const auto found = catalog.actors().find(name);
  if (found == catalog.actors().end())
    return false;
  const auto& actor = *found->second;
  print_head(name, actor.is_environment ? "an environment actor" : "an actor", actor.summary, actor.source);
  print_file(name, library);
  for (const auto& slot : actor.asks)
    std::cout << "\n  " << slot.property() << " (required)\n      a policy that answers " << slot.question
              << '\n';
  print_parameters(actor.parameters, actor.is_environment ? prefix_of(actor) + "." : "");
  for (const auto& metric : actor.metrics)
    std::cout << "\n  measures " << metric.name << " (" << metric.unit << ")\n"
              << wrapped(metric.meaning, "      ");
  if (!actor.runs.empty())
    print_bearing(actor, catalog);
  return true;
}

bool describe_question(const std::string& name, const Library& library) {
  std::vector<std::string> asking;
  for (const auto& [actor, descriptor] : library.catalog().actors())
    for (const auto& slot : descriptor->asks)
      if (slot.question == name)
        asking.push_back(actor);
  if (asking.empty())
    return false;
  std::cout << name << ": a question\n"
            << wrapped("asked by: " + listed(asking), "  ")
            << wrapped("answered by: " + listed(library.catalog().policies_of(name)), "  ");
  return true;
}

bool describe_study(const std::string& name, const Library& library) {
  const auto studies = library.studies();
  if (std::find(studies.begin(), studies.end(), name) == studies.end())
    return false;
  std::cout << name << ": a study; malha reproduce " << name << " runs its scenarios\n";
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

bool describe_scenario(const std::string& name, const Library& library) {
  const auto names = library.scenarios();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return false;
  const auto scenario = read_scenario(library.scenario_file(name), {}, {}, library);
  print_head(name, "a scenario of " + scenario.study, scenario.question, "");
  std::cout << "  " << scenario.cells.size() << " runs, " << scenario.published.size()
            << " published values, " << scenario.claims.size() << " claims\n";
  for (const auto& cell : scenario.cells)
    std::cout << "    " << cell.run << " (" << cell.request.deployment << ") " << cell.parameters(" ")
              << '\n';
  return true;
}

bool describe_platform(const std::string& name, const Library& library) {
  const auto names = library.platforms();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return false;
  const auto platform = library.platform(name, {});
  const auto workers = workers_of(platform, 0);
  std::cout << name << ": a platform, " << std::get<fs::path>(platform.from).string() << '\n'
            << wrapped(std::to_string(workers.size()) + " workers, " + workers.front().first + " to " +
                           workers.back().first,
                       "  ");
  return true;
}

bool describe_deployment(const std::string& name, const Library& library) {
  const auto names = library.deployments();
  if (std::find(names.begin(), names.end(), name) == names.end())
    return false;
  std::cout << name << ": a deployment\n";
  for (const auto& actor : read_deployment(library.deployment_file(name), {}, library.catalog()).actors) {
    std::cout << "\n  " << actor.descriptor->name << " on " << actor.hosts << '\n';
    for (const auto& slot : actor.descriptor->asks)
      std::cout << "      " << slot.property() << " = " << actor.choices.at(slot.slot).policy->name << '\n';
  }
  return true;
}

/// All names that can be described.
std::vector<std::string> names_in(const Library& library) {
  std::vector<std::string> names{"run", "matrix"};
  const auto add = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  for (const auto& [name, actor] : library.catalog().actors()) {
    names.push_back(name);
    for (const auto& slot : actor->asks)
      names.push_back(slot.question);
  }
  add(library.catalog().policies_of(""));
  add(library.platforms());
  add(library.deployments());
  add(library.scenarios());
  add(library.studies());
  for (const auto& [name, workload] : library.catalog().workloads())
    names.push_back(name);
  return names;
}

/// Letters to change, add or leave out that make one word of the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j)
      diagonal = std::exchange(
          row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)}));
  }
  return row.back();
}

/// "; did you mean …?" when a name is near, or the last part of one.
std::string suggestion(const std::string& name, const Library& library) {
  constexpr std::size_t near = 2;
  std::set<std::string> found;
  for (const auto& known : names_in(library))
    if (distance(name, known) <= near || known.substr(known.find('/') + 1) == name)
      found.insert(known);
  return found.empty() ? "" : "; did you mean " + listed({found.begin(), found.end()}) + "?";
}

} // namespace

int list_command(const std::vector<std::string>& words) {
  const Options options("list", words, Options::none, "[KIND]");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  std::vector<std::string> names;
  bool listed_any = false;
  for (const auto& kind : kinds()) {
    names.push_back(kind.name);
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
    throw InputError("list: unknown kind '" + options.one() + "'; valid: " + listed(names));
  return 0;
}

int describe_command(const std::vector<std::string>& words) {
  const Options options("describe", words, Options::none, "NAME");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto& name = options.one();
  if (describe_plugin(name, library) || describe_generator(name, library) || describe_run(name) ||
      describe_matrix(name, library) || describe_scenario(name, library) ||
      describe_deployment(name, library) || describe_platform(name, library) ||
      describe_question(name, library) || describe_study(name, library))
    return 0;
  throw InputError("nothing is named '" + name + "'" + suggestion(name, library) +
                   "; malha list shows every name");
}

} // namespace malha
