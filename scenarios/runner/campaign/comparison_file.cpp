// SPDX-License-Identifier: MIT
#include "comparison_file.hpp"

#include "policies/sdk/input_files.hpp"
#include "results/files/files.hpp"
#include "results/measures/metrics.hpp"
#include "scenarios/runner/language/path_names.hpp"
#include "scenarios/runner/runs/run_request.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace malha {
namespace {

namespace fs = std::filesystem;
using Attributes = std::vector<std::pair<const char*, std::string>>;

pugi::xml_node add(pugi::xml_node& parent, const char* name, const Attributes& attributes) {
  auto node = parent.append_child(name);
  for (const auto& [attribute, value] : attributes)
    node.append_attribute(attribute) = value.c_str();
  return node;
}

/// A path relative to the folder; a name as it is. `is_file` distinguishes them.
std::string seen_from(const fs::path& folder, const std::string& name,
                      bool (*is_file)(const std::string& name)) {
  if (!is_file(name))
    return name;
  const auto path = fs::relative(fs::absolute(name), folder).string();
  return is_file(path) ? path : "./" + path;
}

/// The settings that all deployments take, with the same values.
Settings common(const std::vector<DeploymentSettings>& each) {
  auto found = each.front().settings;
  for (const auto& other : each)
    for (auto setting = found.begin(); setting != found.end();)
      setting = other.settings.count(setting->first) == 0 ? found.erase(setting) : std::next(setting);
  return found;
}

/// The keys, joined by blanks, of swept settings that the deployment does not take.
std::string ignored(const Comparison& comparison, const DeploymentSettings& own) {
  std::string keys;
  for (const auto& axis : comparison.sweeps)
    if (std::none_of(own.sweeps.begin(), own.sweeps.end(),
                     [&](const auto& taken) { return taken.key == axis.key; }))
      keys += (keys.empty() ? "" : " ") + axis.key;
  return keys;
}

void add_settings(pugi::xml_node& parent, const Settings& settings, const Library& library) {
  for (const auto& [key, value] : settings)
    add(parent, "set", {{"key", key}, {"value", placed_setting(key, value, library)}});
}

/// The values of a <vary>, joined by blanks.
std::string varied_values(const Axis& axis, const Library& library) {
  std::string values;
  for (const auto& value : axis.values) {
    const auto written = placed_setting(axis.key, value, library);
    if (written.find(' ') != std::string::npos)
      throw InputError("--save: " + axis.key + "=" + written +
                       " has a blank; valid: files in a folder whose path has none");
    values += (values.empty() ? "" : " ") + written;
  }
  return values;
}

void add_runs(pugi::xml_node& root, const Comparison& comparison, const fs::path& folder,
              const std::vector<DeploymentSettings>& each, const Settings& of_all, const Library& library) {
  const auto names = comparison.names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto run = add(root, "run",
                   {{"name", names[i]},
                    {"deployment", seen_from(folder, comparison.deployments[i].deployment, is_path)}});
    if (const auto keys = ignored(comparison, each[i]); !keys.empty())
      run.append_attribute("ignores") = keys.c_str();
    auto own = each[i].settings;
    for (const auto& [key, value] : of_all)
      own.erase(key);
    const auto& of_label = comparison.deployments[i].settings;
    own.insert(of_label.begin(), of_label.end());
    add_settings(run, own, library);
  }
}

/// A metric that nobody asked for is left out if runs may lack it.
void add_measures(pugi::xml_node& root, const Comparison& comparison, const Catalog& catalog) {
  const bool are_asked = !comparison.metrics.empty() && comparison.metrics.front() != Comparison::all_metrics;
  for (const auto& metric : are_asked ? comparison.metrics : comparison.headlines)
    if (const auto known = catalog.metrics().find(metric);
        are_asked || known == catalog.metrics().end() || !known->second.is_optional)
      add(root, "measure", {{"metric", metric}});
}

std::string text_of_scenario(const CampaignRequest& request, const Library& library, const fs::path& folder) {
  const auto& comparison = *request.comparison;
  const auto each = settings_of_deployments(comparison, request.settings, library);
  const auto of_all = common(each);
  pugi::xml_document document;
  auto root = document.append_child("scenario");
  root.append_child("question").text() = ("What differs in " + comparison.text() + "?").c_str();
  add(root, "platform", {{"name", seen_from(folder, comparison.platform, is_path)}});
  add(root, "workload", {{"name", seen_from(folder, comparison.workload, is_workload_path)}});
  for (const auto& actor : comparison.environment)
    add(root, "environment", {{"name", actor}});
  add(root, "seeds", {{"vary", "the random streams"}, {"number", std::to_string(request.seeds.value_or(1))}});
  add_settings(root, of_all, library);
  for (const auto& option : request.simgrid_options)
    add(root, "simgrid",
        {{"option", option.substr(0, option.find(':'))}, {"value", option.substr(option.find(':') + 1)}});
  for (const auto& axis : comparison.sweeps)
    add(root, "vary", {{"key", axis.key}, {"values", varied_values(axis, library)}});
  add_runs(root, comparison, folder, each, of_all, library);
  add_measures(root, comparison, library.catalog());
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

} // namespace

void save_as_scenario(const CampaignRequest& request, const Library& library, const fs::path& file) {
  if (file.extension() != ".xml" || file.stem().empty())
    throw InputError("--save " + file.string() + ": names no scenario; valid: a path that ends in .xml");
  check_names({file.stem().string(), "run", "", 0, ""});
  const auto text = text_of_scenario(request, library, fs::absolute(file).parent_path());
  if (is_there(file)) {
    if (all_bytes(file) != text)
      throw InputError("--save " + file.string() +
                       ": exists and has other content; valid: another name, or remove it");
    return;
  }
  write_file(file, [&](std::ostream& out) { out << text; });
}

} // namespace malha
