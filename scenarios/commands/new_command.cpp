// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"
#include "policies/sdk/input_files.hpp"
#include "results/files.hpp"
#include "results/metric.hpp"
#include "scenarios/language/claim_rule.hpp"

#include <algorithm>
#include <iostream>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// What the templates of a project leave open: @KEY@ stands for the value.
using Blanks = std::map<std::string, std::string>;
/// The files of a project by their place in it.
using Project = std::map<fs::path, std::string>;

std::string filled(std::string text, const Blanks& blanks) {
  for (const auto& [key, value] : blanks) {
    const std::string blank = "@" + key + "@";
    for (auto at = text.find(blank); at != std::string::npos; at = text.find(blank, at + value.size()))
      text.replace(at, blank.size(), value);
  }
  return text;
}

std::string text_in(const fs::path& file) {
  const auto text = all_bytes(file);
  if (!text)
    throw InputError(file.string() + ": is not there; this Malha cannot write such a project");
  return *text;
}

/// The project of a folder of templates: each file without its ".template", blanks filled in name and text.
Project project_of(const fs::path& templates, const Blanks& blanks) {
  Project project;
  if (!is_there(templates))
    throw InputError("new: " + templates.string() +
                     " is not there; valid: install malha-dev, which has the " + "templates of projects");
  for (const auto& entry : fs::recursive_directory_iterator(templates))
    if (entry.path().extension() == ".template") {
      const auto place = fs::relative(entry.path(), templates).replace_extension().string();
      project[filled(place, blanks)] = filled(text_in(entry.path()), blanks);
    }
  return project;
}

/// "WidestFirst" from "widest_first".
std::string class_name(const std::string& stem) {
  std::string name;
  bool upper = true;
  for (const char c : stem) {
    if (c != '_')
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '_';
  }
  return name;
}

bool is_word(const std::string& text, const std::string& also) {
  const auto fits = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || also.find(c) != std::string::npos;
  };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
         std::all_of(text.begin(), text.end(), fits);
}

/// The blanks of a plugin called "<folder>/<name>".
Blanks blanks_of_plugin(const std::string& kind, const std::string& name, bool taken) {
  const auto slash = std::min(name.find('/'), name.size());
  const std::string folder = name.substr(0, slash), stem = name.substr(std::min(slash + 1, name.size()));
  if (!is_word(folder, "_") || !is_word(stem, "_"))
    throw InputError(
        "new: '" + name + "' cannot be the name of a " + kind +
        "; valid: <folder>/<name> in lower case letters, digits and '_', such as mine/widest_first");
  if (taken)
    throw InputError("new: the name '" + name + "' is taken; malha describe " + name);
  return {{"NAME", name},
          {"FOLDER", folder},
          {"STEM", stem},
          {"CLASS", class_name(stem)},
          {"DOTTED", folder + "." + stem},
          {"VERSION", MALHA_VERSION}};
}

/// The blanks of a plugin that is called by a word: a workload, a platform, a part.
Blanks blanks_of_word(const std::string& kind, const std::string& name, bool taken) {
  if (!is_word(name, "_"))
    throw InputError("new: '" + name + "' cannot be the name of a " + kind +
                     "; valid: lower case letters, digits and '_', such as my_" + kind);
  if (taken)
    throw InputError("new: the name '" + name + "' is taken; malha describe " + name);
  return {{"STEM", name}, {"CLASS", class_name(name)}, {"VERSION", MALHA_VERSION}};
}

/// The text of an <actor> element with another policy for an answer, without what was said of the old one.
std::string with_policy(std::string element, const QuestionSlot& slot, const PolicyDescriptor& old,
                        const std::string& policy) {
  const auto property = [&](const std::string& id) { return "<prop id=\"" + id + "\" value=\""; };
  if (element.find(property(slot.property())) == std::string::npos) // its default answers
    return element.insert(element.rfind("</actor>"), "  " + property(slot.property()) + policy + "\"/>\n  ");
  const auto chosen = element.find(property(slot.property())) + property(slot.property()).size();
  element.replace(chosen, element.find('"', chosen) - chosen, policy);
  for (const auto& parameter : old.parameters)
    if (const auto at = element.find(property(slot.property() + "." + parameter.name));
        at != std::string::npos)
      element.erase(element.rfind('\n', at), element.find('\n', at) - element.rfind('\n', at));
  return element;
}

/// A shipped deployment in which a question is asked, answered by the policy.
std::string deployment_with(const std::string& policy, const std::string& question, const Library& library) {
  for (const auto& name : library.deployments()) {
    const auto file = library.deployment_file(name);
    auto text = text_in(file);
    bool asks = false;
    std::size_t begin = 0;
    for (const auto& placed : read_deployment(file, {}, library.catalog()).actors) {
      begin = text.find("<actor", begin);
      const auto end = text.find("<actor", begin + 1);
      auto element = text.substr(begin, end - begin);
      for (const auto& slot : placed.descriptor->asks)
        if (slot.question == question) {
          asks = true;
          element = with_policy(element, slot, *placed.choices.at(slot.slot).policy, policy);
        }
      text.replace(begin, end - begin, element);
      begin += element.size();
    }
    if (asks)
      return text;
  }
  throw InputError("new: no shipped deployment asks '" + question + "'");
}

Project new_policy(const std::string& name, const Options& options, const Library& library) {
  const auto& catalog = library.catalog();
  std::set<std::string> questions;
  for (const auto& [actor, descriptor] : catalog.actors())
    for (const auto& slot : descriptor->asks)
      questions.insert(slot.question);
  const std::string valid = "; valid: " + listed({questions.begin(), questions.end()});
  if (!options.has("question"))
    throw InputError("new: which question does the policy answer? --question Q" + valid);
  const auto question = options.text("question");
  if (questions.count(question) == 0)
    throw InputError("new: no actor asks the question '" + question + "'" + valid);
  auto blanks = blanks_of_plugin("policy", name, catalog.policies().count(name) > 0);
  blanks["QUESTION"] = question;
  blanks["HEADER"] = "policies/" + question + ".hpp";
  const auto deployment = deployment_with(name, question, library);
  const bool has_sites = deployment.find("@role=front") != std::string::npos;
  blanks["PLATFORM"] = has_sites ? "clusters" : "star";
  blanks["SMALL"] = has_sites ? "platform.sizes=4,4" : "platform.hosts=8";
  auto project = project_of(library.data() / "scenarios/commands/templates/policy", blanks);
  const fs::path templates = library.data() / "policies" / question;
  project["policies/" + name + ".cpp"] = filled(text_in(templates.string() + ".policy.template"), blanks);
  project["tests/" + blanks["STEM"] + "_test.cpp"] =
      filled(text_in(templates.string() + ".test.template"), blanks);
  project["deployments/" + blanks["DOTTED"] + ".xml"] = deployment;
  return project;
}

Project new_actor(const std::string& name, const Library& library) {
  return project_of(library.data() / "scenarios/commands/templates/actor",
                    blanks_of_plugin("actor", name, library.catalog().actors().count(name) > 0));
}

Project new_workload(const std::string& name, const Library& library) {
  const auto& catalog = library.catalog();
  const bool taken = catalog.workloads().count(name) > 0 || catalog.platforms().count(name) > 0;
  return project_of(library.data() / "scenarios/commands/templates/workload",
                    blanks_of_word("workload", name, taken));
}

Project new_platform(const std::string& name, const Library& library) {
  const auto platforms = library.platforms();
  const bool taken = library.catalog().workloads().count(name) > 0 ||
                     std::find(platforms.begin(), platforms.end(), name) != platforms.end();
  return project_of(library.data() / "scenarios/commands/templates/platform",
                    blanks_of_word("platform", name, taken));
}

/// A metric, a claim rule or a command.
template <class Part>
Project new_part(const std::string& what, const std::string& name, const Library& library) {
  const auto& all = linked_parts<Part>();
  const bool taken = std::any_of(all.begin(), all.end(), [&](const Part& part) { return part.name == name; });
  return project_of(library.data() / "scenarios/commands/templates" / what,
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
  return project_of(library.data() / "scenarios/commands/templates/scenario",
                    {{"STEM", name}, {"VERSION", MALHA_VERSION}});
}

/// All of it or nothing: written beside its place, then renamed.
void write_project(const Project& project, const fs::path& folder) {
  const fs::path partial = folder.string() + ".partial";
  std::error_code error;
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder, error)))
    throw InputError("new: " + folder.string() +
                     " is there already; valid: another folder (-o), or remove it");
  if (fs::exists(partial))
    throw InputError("new: " + partial.string() + " is in the way; valid: another folder (-o), or remove it");
  try {
    for (const auto& [place, text] : project) {
      make_folder((partial / place).parent_path());
      write_file(partial / place, [&text = text](std::ostream& out) { out << text; });
    }
    fs::rename(partial, folder);
  } catch (...) {
    fs::remove_all(partial, error);
    throw;
  }
}

int new_command(const std::vector<std::string>& words) {
  const Options options("new", words, Options::project,
                        "policy|actor|workload|platform|scenario|metric|claim|command NAME");
  if (options.help())
    return 0;
  const Library library(options.plugin_paths());
  const auto& said = options.positional();
  if (said.size() != 2)
    throw InputError(
        "new: takes what to write and its name; valid: policy <folder>/<name> --question Q, actor "
        "<folder>/<name>, workload <name>, platform <name>, scenario <study>-<what>, metric <name>, claim "
        "<name>, command <name>");
  const auto &kind = said[0], &name = said[1];
  if (kind != "policy" && options.has("question"))
    throw InputError("new: --question is for a policy only");
  Project project;
  if (kind == "policy")
    project = new_policy(name, options, library);
  else if (kind == "actor")
    project = new_actor(name, library);
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
    throw InputError("new: cannot write a '" + kind +
                     "'; valid: policy, actor, workload, platform, scenario, metric, claim, command");
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
              "Writes a small project that extends Malha by one part, with its source, a test and a page "
              "that says how to build it.",
              "new policy mine/widest_first --question cluster/queue")

} // namespace malha
