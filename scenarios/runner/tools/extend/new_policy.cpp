// SPDX-License-Identifier: MIT
#include "new_project.hpp"
#include "question_header.hpp"
#include "scenarios/runner/conformance/views.hpp"
#include "scenarios/runner/runs/command_question.hpp"
#include "scenarios/runner/runs/plugin_folders.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The text of a property before its value.
std::string property(const std::string& id) { return "<prop id=\"" + id + "\" value=\""; }

/// The text of an <actor> element with another policy for an answer, without what was said of the old one.
std::string with_policy(std::string element, const QuestionSlot& slot, const PolicyDescriptor& old,
                        const std::string& policy) {
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

/// What the deployment said of itself was of its old policy.
std::string with_comment(std::string deployment, const std::string& comment) {
  const auto begin = deployment.find("<!--"), end = deployment.find("-->", begin);
  if (begin != std::string::npos && end != std::string::npos)
    return deployment.replace(begin, end + 3 - begin, comment);
  return deployment.insert(deployment.find("<platform"), comment + "\n");
}

/// A deployment in which the question is asked, answered by the policy; nothing where it asks another one.
std::optional<std::string> deployment_with(const std::string& policy, const std::string& question,
                                           const fs::path& file, const Library& library) {
  auto text = template_in(file);
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
  if (!asks)
    return std::nullopt;
  return with_comment(text, "<!-- The actors of " + file.stem().string() + ", where " + policy + " answers " +
                                question + ". -->");
}

/// The actor that asks the question; null if a command of the program asks it.
const ActorDescriptor* asker_of(const std::string& question, const Catalog& catalog) {
  std::set<std::string> questions;
  for (const auto& [name, actor] : catalog.actors())
    for (const auto& slot : actor->asks) {
      if (slot.question == question)
        return actor;
      questions.insert(slot.question);
    }
  for (const auto& asked : linked_parts<CommandQuestion>()) {
    if (asked.name == question)
      return nullptr;
    questions.insert(asked.name);
  }
  const std::string valid = "; valid: " + listed({questions.begin(), questions.end()});
  if (question.empty())
    throw InputError("new: which question does the policy answer? --question Q" + valid);
  throw InputError("new: no actor and no command asks the question '" + question + "'" + valid +
                   ", or that of a plugin in a folder of --plugin-path");
}

/// Where the header of a question, its templates and deployments are, and the folder of its plugins. Those of
/// shipped questions are among the data of the program.
struct QuestionPlace {
  fs::path files;
  fs::path plugins; ///< "" for shipped ones
  std::vector<fs::path> deployments;
};

/// The folder that --plugin-path names: plugins of actors are in its folder "actors".
fs::path plugin_folder_of(const fs::path& plugin) {
  for (auto folder = plugin.parent_path(); folder != folder.root_path(); folder = folder.parent_path())
    if (folder.filename() == "actors")
      return folder.parent_path();
  return plugin.parent_path();
}

std::vector<fs::path> deployments_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".xml")
        files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Of a plugin: beside it, where malha_add_question has put the files, or in the project in whose build
/// folder it is.
QuestionPlace place_of_foreign(const std::string& question, const fs::path& plugin) {
  constexpr int deepest = 8;
  const fs::path header = "policies/" + question + ".hpp";
  const auto plugins = plugin_folder_of(plugin);
  auto folder = plugins;
  for (int level = 0; level < deepest; ++level, folder = folder.parent_path()) {
    if (fs::exists(folder / "include" / header))
      return {folder / "include", plugins, deployments_in(folder / "deployments")};
    if (fs::exists(folder / header))
      return {folder, plugins, deployments_in(folder / "deployments")};
    if (folder == folder.root_path())
      break;
  }
  throw InputError("new: the question '" + question + "' is of plugin " + plugin.string() +
                   ", and its header " + header.string() + " is not beside it; valid: malha_add_question(" +
                   question + ") in the CMakeLists.txt of that plugin, which puts it there");
}

QuestionPlace place_of(const std::string& question, const Library& library) {
  QuestionPlace place{library.data(), {}, {}};
  const auto* actor = asker_of(question, library.catalog());
  if (actor == nullptr)
    return place;
  if (const auto plugin = fs::absolute(library.catalog().file_of(actor->name)); !is_shipped(plugin))
    return place_of_foreign(question, plugin.lexically_normal());
  for (const auto& name : library.deployments())
    place.deployments.push_back(library.deployment_file(name));
  return place;
}

/// The first deployment that asks the question; nothing where none does.
std::optional<std::string> first_deployment(const std::string& policy, const std::string& question,
                                            const QuestionPlace& place, const Library& library) {
  for (const auto& file : place.deployments)
    if (auto deployment = deployment_with(policy, question, file, library))
      return deployment;
  return std::nullopt;
}

/// The policy's source, from the template of its question, or else from the header.
std::string policy_source(const QuestionPlace& place, const std::string& question, const Blanks& blanks) {
  const fs::path written = (place.files / "policies" / question).string() + ".policy.template";
  if (place.plugins.empty() || fs::exists(written))
    return filled(template_in(written), blanks);
  const auto header = place.files / blanks.at("HEADER");
  const auto found = interface_in(template_in(header), question);
  if (!found)
    throw InputError("new: " + header.string() + " has no class that can be read, with a question \"" +
                     question +
                     "\" and pure virtual functions; valid: such a class, or a template beside it, " +
                     written.filename().string());
  return empty_answer_to(*found, blanks.at("HEADER"), blanks.at("CLASS"), blanks.at("NAME"));
}

/// The lines of the CMakeLists.txt that only some questions have.
void fill_tests(Blanks& blanks, const std::string& question, bool has_test, bool has_deployment) {
  blanks["UNIT_TEST"] =
      has_test ? filled("\n# Its decisions, without a simulation.\n"
                        "add_executable(@STEM@_test tests/@STEM@_test.cpp policies/@NAME@.cpp)\n"
                        "target_link_libraries(@STEM@_test PRIVATE malha::sdk GTest::gtest_main)\n"
                        "add_test(NAME decisions COMMAND @STEM@_test)\n",
                        blanks)
               : "";
  blanks["VIEWS"] = conformance::views_of(question) != nullptr
                        ? "Its answers to random views: rules, repeatability, what it writes."
                        : "What it says of itself; malha_add_views would add random views of its question.";
  blanks["SIMULATION"] =
      has_test && has_deployment
          ? filled("\n# And in a simulation.\n"
                   "malha_add_simulation_test(simulation -p @PLATFORM_OF_TEST@ --set @SMALL@ -w bag_of_tasks "
                   "--set "
                   "workload.tasks=50\n"
                   "                          -d ${PROJECT_SOURCE_DIR}/deployments/@DOTTED@.xml)\n",
                   blanks)
          : "";
}

} // namespace

Project new_policy(const std::string& name, const Options& options, const Library& library) {
  const auto question = options.has("question") ? options.text("question") : "";
  asker_of(question, library.catalog()); // or it is refused
  auto blanks = blanks_of_plugin("policy", name, library.catalog().policies().count(name) > 0);
  const auto place = place_of(question, library);
  blanks["QUESTION"] = question;
  blanks["HEADER"] = "policies/" + question + ".hpp";
  blanks["INCLUDES"] = place.files.string();
  blanks["PLUGINS"] = place.plugins.string();
  const auto deployment = first_deployment(name, question, place, library);
  if (!deployment && !place.deployments.empty() && place.plugins.empty())
    throw InputError("new: no shipped deployment asks '" + question + "'");
  const bool has_sites = deployment && deployment->find("@role=front") != std::string::npos;
  blanks["PLATFORM"] = has_sites ? "clusters" : "star";
  blanks["SMALL"] = has_sites ? "platform.sizes=4,4" : "platform.hosts=8";
  const auto platform = platform_for(question, place.files);
  if (platform) {
    blanks["PLATFORM"] = "platform.xml";
    blanks["SMALL"] = "transport=instant";
  }
  blanks["PLATFORM_OF_TEST"] = (platform ? "${PROJECT_SOURCE_DIR}/" : "") + blanks["PLATFORM"];
  const fs::path test = (place.files / "policies" / question).string() + ".test.template";
  const bool has_test = place.plugins.empty() || fs::exists(test);
  fill_tests(blanks, question, has_test, deployment.has_value());
  const char* const kind = !place.plugins.empty() ? "policy_of_a_plugin"
                           : deployment           ? "policy"
                                                  : "policy_of_a_command";
  auto project = project_of(library.data() / "scenarios/runner/commands/templates" / kind, blanks);
  project["policies/" + name + ".cpp"] = policy_source(place, question, blanks);
  if (has_test)
    project["tests/" + blanks["STEM"] + "_test.cpp"] = filled(template_in(test), blanks);
  if (platform)
    project["platform.xml"] = *platform;
  if (deployment)
    project["deployments/" + blanks["DOTTED"] + ".xml"] = *deployment;
  return project;
}

} // namespace malha
