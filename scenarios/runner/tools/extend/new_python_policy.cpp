// SPDX-License-Identifier: MIT
#include "actors/runtime/external/external_question.hpp"
#include "new_project.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> external_questions() {
  std::vector<std::string> names;
  for (const auto& question : linked_parts<external::ExternalQuestion>())
    names.push_back(question.name);
  return names;
}

/// How a simulation uses the policy: with the first shipped deployment that asks the question; "" if a
/// command asks it.
std::string way_to_simulate(const std::string& question, const std::string& script, const Library& library) {
  for (const auto& name : library.deployments())
    for (const auto& placed : read_deployment(library.deployment_file(name), {}, library.catalog()).actors)
      for (const auto& slot : placed.descriptor->asks)
        if (slot.question == question) {
          const auto text = template_in(library.deployment_file(name));
          const bool has_sites = text.find("@role=front") != std::string::npos;
          const std::string platform = platform_for(question, library.data())
                                           ? "platform.xml --set transport=instant"
                                       : has_sites ? "clusters"
                                                   : "star";
          return "malha simulate -p " + platform + " -d " + name + " -w bag_of_tasks --set " +
                 slot.property() + "=python:" + script + " -o out";
        }
  return "";
}

} // namespace

Project new_python_policy(const std::string& name, const Options& options, const Library& library) {
  const auto question = options.has("question") ? options.text("question") : "";
  const auto known = external_questions();
  if (external::find_external_question(question) == nullptr)
    throw InputError((question.empty() ? "new: which question does the policy answer? --question Q"
                                       : "new: no policy in Python can answer '" + question + "'") +
                     "; valid: " + listed(known));
  auto blanks = blanks_of_plugin("policy", name, library.catalog().policies().count(name) > 0);
  const auto script = blanks.at("STEM") + ".py";
  blanks["QUESTION"] = question;
  blanks["HEADER"] = "policies/" + question + ".hpp";
  const auto way = way_to_simulate(question, script, library);
  blanks["HOW"] = way.empty() ? "" : "\n    " + way + "\n";
  auto project = project_of(library.data() / "scenarios/runner/commands/templates/python_policy", blanks);
  project[script] = template_in(library.data() / "policies" / (question + ".python.template"));
  if (auto platform = platform_for(question, library.data()))
    project["platform.xml"] = *platform;
  return project;
}

} // namespace malha
