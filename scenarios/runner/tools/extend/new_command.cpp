// SPDX-License-Identifier: MIT
#include "new_project.hpp"
#include "results/measures/metric.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/language/claim_rule.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

Project new_actor(const std::string& name, const Library& library) {
  return project_of(library.data() / "scenarios/runner/commands/templates/actor",
                    blanks_of_plugin("actor", name, library.catalog().actors().count(name) > 0));
}

/// Actors where jobs enter, that lead and that run, with a question of their own.
Project new_architecture(const std::string& name, const Library& library) {
  const auto& actors = library.catalog().actors();
  const auto next = actors.lower_bound(name + "/");
  const bool taken = next != actors.end() && next->first.rfind(name + "/", 0) == 0;
  auto blanks = blanks_of_plugin("architecture", name, false);
  if (taken)
    throw InputError("new: the name '" + name + "' is taken; malha describe " + next->first);
  blanks["SPACE"] = blanks.at("FOLDER") + "_" + blanks.at("STEM");
  for (const auto* blank : {"CLASS", "HEADER", "NAME"}) // those of the project's own templates stay open
    blanks[std::string("POLICY_") + blank] = std::string("@") + blank + "@";
  return project_of(library.data() / "scenarios/runner/commands/templates/architecture", blanks);
}

Project new_workload(const std::string& name, const Library& library) {
  const auto& catalog = library.catalog();
  const bool taken = catalog.workload(name) != nullptr || catalog.platform(name) != nullptr;
  return project_of(library.data() / "scenarios/runner/commands/templates/workload",
                    blanks_of_word("workload", name, taken));
}

Project new_platform(const std::string& name, const Library& library) {
  const auto platforms = library.platforms();
  const bool taken = library.catalog().workloads().count(name) > 0 ||
                     std::find(platforms.begin(), platforms.end(), name) != platforms.end();
  return project_of(library.data() / "scenarios/runner/commands/templates/platform",
                    blanks_of_word("platform", name, taken));
}

/// A metric, a claim rule or a command.
template <class Part>
Project new_part(const std::string& what, const std::string& name, const Library& library) {
  const auto& all = linked_parts<Part>();
  const bool taken = std::any_of(all.begin(), all.end(), [&](const Part& part) { return part.name == name; });
  return project_of(library.data() / "scenarios/runner/commands/templates" / what,
                    blanks_of_word(what, name, taken));
}

Project new_scenario(const std::string& name, const Library& library) {
  const auto dash = name.find('-');
  if (!is_word(name, "_-") || dash == std::string::npos || dash + 1 == name.size())
    throw InputError("new: '" + name +
                     "' cannot be the name of a scenario; valid: <study>-<what> in lower case "
                     "letters, digits, '_' and '-', such as mine-first");
  const auto names = library.scenarios();
  if (std::find(names.begin(), names.end(), name) != names.end())
    throw InputError("new: the name '" + name + "' is taken; malha describe " + name);
  return project_of(library.data() / "scenarios/runner/commands/templates/scenario",
                    {{"STEM", name}, {"VERSION", MALHA_VERSION}});
}

int new_command(const std::vector<std::string>& words) {
  const Options options("new", words, Options::project,
                        "policy|actor|architecture|workload|platform|scenario|metric|claim|command NAME");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto& said = options.positional();
  if (said.size() != 2)
    throw InputError(
        "new: takes a kind and a name; valid: policy <folder>/<name> --question Q, actor "
        "<folder>/<name>, architecture <folder>/<name>, workload <name>, platform <name>, scenario "
        "<study>-<what>, metric <name>, claim "
        "<name>, command <name>");
  const auto &kind = said[0], &name = said[1];
  if (kind != "policy" && options.has("question"))
    throw InputError("new: --question is for a policy only");
  if (kind != "policy" && options.has("python"))
    throw InputError("new: --python is for a policy only");
  Project project;
  if (kind == "policy")
    project = options.has("python") ? new_python_policy(name, options, library)
                                    : new_policy(name, options, library);
  else if (kind == "actor")
    project = new_actor(name, library);
  else if (kind == "architecture")
    project = new_architecture(name, library);
  else if (kind == "workload")
    project = new_workload(name, library);
  else if (kind == "platform")
    project = new_platform(name, library);
  else if (kind == "scenario")
    project = new_scenario(name, library);
  else if (kind == "metric")
    project = new_part<Metric>(kind, name, library);
  else if (kind == "claim")
    project = new_part<ClaimRule>(kind, name, library);
  else if (kind == "command")
    project = new_part<Command>(kind, name, library);
  else
    throw InputError(
        "new: cannot write a '" + kind +
        "'; valid: policy, actor, architecture, workload, platform, scenario, metric, claim, command");
  fs::path folder = options.has("output") ? options.text("output") : name.substr(name.find('/') + 1);
  if (folder.filename().empty()) // "folder/"
    folder = folder.parent_path();
  write_project(project, folder);
  std::cout << folder.string() << ":\n";
  for (const auto& [place, text] : project)
    std::cout << "  " << place.string() << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND("new", "new KIND NAME", "write a project that extends Malha, with its test", new_command, 110,
              "Writes a small project that extends Malha by one part, with its source, a test and a README "
              "on how to build it.",
              "new policy mine/widest_first --question cluster/queue")

} // namespace malha
