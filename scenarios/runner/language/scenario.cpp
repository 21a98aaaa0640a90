// SPDX-License-Identifier: MIT
#include "actors/runtime/plan/former_names.hpp"
#include "needed_files.hpp"
#include "path_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "scenario_file.hpp"
#include "scenarios/runner/processes/simgrid_options.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

void merge(Settings& into, const Settings& more) {
  for (const auto& [key, value] : more)
    into[key] = value;
}

class Reader {
public:
  Reader(const fs::path& file, const Settings& overrides, const std::vector<std::string>& simgrid_options,
         const Library& library)
      : file_(file, overrides, library), simgrid_options_(simgrid_options) {}

  Scenario read() {
    const auto root = xml_.root("scenario");
    xml_.allow(root, {"records"},
               {"question", "needs", "platform", "workload", "environment", "include", "set", "simgrid",
                "vary", "when", "run", "seeds", "expect", "average", "measure", "hypothesis", "published",
                "claim"});
    scenario_.name = xml_.path().stem().string();
    scenario_.study = Library::study_of(xml_.path());
    scenario_.altered =
        !file_.overrides.empty() || std::any_of(simgrid_options_.begin(), simgrid_options_.end(),
                                                [](const auto& option) { return matters(option); });
    needed_.emplace(file_, root);
    read_setting(root);
    expand(root);
    needed_->check_all_read(root);
    read_expectations(file_);
    return std::move(scenario_);
  }

private:
  pugi::xml_node one(const pugi::xml_node& parent, const char* name) {
    const auto node = parent.child(name);
    if (!node)
      xml_.fail(parent, "has no <" + std::string(name) + ">");
    if (node.next_sibling(name))
      xml_.fail(node.next_sibling(name), "a second <" + std::string(name) + ">");
    return node;
  }

  void read_setting(const pugi::xml_node& root) {
    scenario_.question = xml_.prose(one(root, "question"));
    const auto platform = one(root, "platform"), workload = one(root, "workload");
    base_.platform = located(named(platform), is_path);
    base_.workload = located(named(workload), is_workload_path);
    if (!needed_->lacks(base_.platform))
      file_.at(platform, [&] { file_.library.find_platform(base_.platform); });
    if (!needed_->lacks(base_.workload))
      file_.at(workload, [&] { file_.library.workload(base_.workload); });
    for (const auto node : root.children("environment"))
      base_.environment.push_back(current_name(named(node)));
    scenario_.keeps_records =
        file_.one_of(root, "records", xml_.optional(root, "records", "jobs"), {"jobs", "metrics"}) == "jobs";
    read_seeds(one(root, "seeds"));
    if (const auto expect = root.child("expect")) {
      xml_.allow(one(root, "expect"), {"end"}, {});
      file_.one_of(expect, "end", xml_.required(expect, "end"), {"max_time"});
      scenario_.cut_expected = true;
    }
    for (const auto node : root.children("include"))
      read_include(node);
    merge(base_.settings, settings(xml_, root));
    add_simgrid_options(xml_, root, base_);
  }

  void read_seeds(const pugi::xml_node& node) {
    xml_.allow(node, {"vary", "number", "first"}, {});
    const auto varies = xml_.required(node, "vary");
    if (varies.empty())
      xml_.fail(node, "'vary' is empty; valid: what a seed varies, or nothing");
    if (varies != "nothing")
      scenario_.seed_varies = varies;
    if (node.attribute("number")) {
      const auto text = xml_.required(node, "number");
      const auto seeds = parse_number<int>(text);
      if (!seeds || *seeds < 1 || (*seeds > 1 && scenario_.seed_varies.empty()))
        xml_.fail(node, "number '" + text +
                            "' is no number of seeds; valid: at least 1, and 1 where they vary nothing");
      scenario_.seeds = *seeds;
    }
    if (node.attribute("first")) {
      const auto text = xml_.required(node, "first");
      const auto seed = parse_number<int>(text);
      if (!seed || *seed < 0 || (*seed > 0 && scenario_.seed_varies.empty()))
        xml_.fail(node, "first '" + text + "' is no seed; valid: at least 0, and 0 where they vary nothing");
      scenario_.first_seed = *seed;
    }
  }

  std::string named(const pugi::xml_node& node) {
    xml_.allow(node, {"name"}, {});
    return xml_.required(node, "name");
  }

  /// A path is one from the scenario's folder. A file that is not shipped is somewhere else, or nowhere.
  std::string located(const std::string& name, bool (*is_file)(const std::string&)) {
    if (const auto* needed = needed_->read(name))
      return needed->is_here() ? needed->path.string() : name;
    return is_file(name) ? (xml_.path().parent_path() / name).lexically_normal().string() : name;
  }

  void read_include(const pugi::xml_node& node) {
    xml_.allow(node, {"file"}, {});
    std::optional<XmlFile> file;
    file_.at(node, [&] { file.emplace(xml_.path().parent_path() / xml_.required(node, "file")); });
    const XmlFile& included = *file;
    const auto root = included.root("settings");
    included.allow(root, {}, {"set", "simgrid"});
    merge(base_.settings, settings(included, root));
    add_simgrid_options(included, root, base_);
  }

  Settings settings(const XmlFile& xml, const pugi::xml_node& parent) {
    Settings found;
    for (const auto node : parent.children("set")) {
      xml.allow(node, {"key", "value", "reason"}, {});
      if (!found.emplace(xml.required(node, "key"), xml.required(node, "value")).second)
        xml.fail(node, "'" + xml.required(node, "key") + "' is set twice");
    }
    return found;
  }

  /// An option that is there already gets the new value.
  void add_simgrid_options(const XmlFile& xml, const pugi::xml_node& parent, RunRequest& request) {
    auto& options = request.simgrid_options;
    for (const auto node : parent.children("simgrid")) {
      xml.allow(node, {"option", "value", "reason"}, {});
      const auto name = xml.required(node, "option") + ":", option = name + xml.required(node, "value");
      try {
        check_simgrid_option(option);
      } catch (const InputError& error) {
        xml.fail(node, error.what());
      }
      options.erase(std::remove_if(options.begin(), options.end(),
                                   [&](const auto& other) { return other.rfind(name, 0) == 0; }),
                    options.end());
      options.push_back(option);
    }
  }

  void expand(const pugi::xml_node& root) {
    for (const auto node : root.children("vary")) {
      xml_.allow(node, {"key", "values"}, {});
      const auto key = xml_.required(node, "key");
      if (file_.axis(key) != nullptr)
        xml_.fail(node, "varies '" + key + "' a second time; valid: all its values in one <vary>");
      file_.axes.push_back({key, {}});
      file_.at(node, [&] { file_.axes.back().values = values_of(xml_.required(node, "values")); });
      if (file_.axes.back().values.empty())
        xml_.fail(node, "varies over no value");
      if (const auto fixed = file_.overrides.find(file_.axes.back().key); fixed != file_.overrides.end())
        file_.axes.back().values = {fixed->second};
      refuse_twice(node, file_.axes.back().values, "varies over '");
      for (const auto& value : file_.axes.back().values)
        file_.at(node, [&] { check_varied(file_.axes.back().key, value); });
    }
    const auto runs = root.children("run");
    if (runs.begin() == runs.end())
      xml_.fail(root, "has no <run>");
    file_.at(root, [&] {
      check_number_of_cells(static_cast<std::size_t>(std::distance(runs.begin(), runs.end())), file_.axes);
    });
    std::set<std::string> names;
    for (const auto run : runs) {
      xml_.allow(run, {"name", "deployment", "ignores"}, {"set", "simgrid"});
      Cell cell{xml_.required(run, "name"), {}, base_};
      if (!names.insert(cell.run).second)
        xml_.fail(run, "a second run '" + cell.run + "'");
      file_.at(run, [&] { check_folder_name("run", cell.run); });
      cell.request.deployment = located(xml_.required(run, "deployment"), is_path);
      merge(cell.request.settings, settings(xml_, run));
      add_simgrid_options(xml_, run, cell.request);
      const auto ignored = ignored_by(run);
      for (const auto& point : combinations(axes_without(ignored)))
        add_cell(root, run, cell, point, ignored);
    }
    for (const auto node : root.children("when"))
      if (file_.overrides.empty() && file_.cells_of(file_.filter(node, xml_.required(node, "cell"))) == 0)
        xml_.fail(node, "names no cell of the scenario; valid: at least one");
  }

  /// Varied settings that the run does not take.
  std::set<std::string> ignored_by(const pugi::xml_node& run) const {
    if (!run.attribute("ignores"))
      return {};
    const auto names = file_.names(run, "ignores");
    for (const auto& key : names)
      file_.check_varied_here(run, key);
    return {names.begin(), names.end()};
  }

  std::vector<Axis> axes_without(const std::set<std::string>& ignored) const {
    std::vector<Axis> kept;
    for (const auto& axis : file_.axes)
      if (ignored.count(axis.key) == 0)
        kept.push_back(axis);
    return kept;
  }

  void refuse_twice(const pugi::xml_node& node, const std::vector<std::string>& words,
                    const std::string& what) {
    std::set<std::string> seen;
    for (const auto& word : words)
      if (!seen.insert(word).second)
        xml_.fail(node, what + word + "' twice");
  }

  void add_cell(const pugi::xml_node& root, const pugi::xml_node& run, const Cell& begun,
                const Settings& point, const std::set<std::string>& ignored) {
    Cell cell = begun;
    cell.varied = point;
    merge(cell.request.settings, point);
    for (const auto node : root.children("when")) {
      xml_.allow(node, {"cell"}, {"set"});
      if (file_.filter(node, xml_.required(node, "cell")).matches(scenario_.name, cell.run, cell.varied))
        merge(cell.request.settings, settings(xml_, node));
    }
    for (const auto& [key, value] : file_.overrides)
      if (ignored.count(key) == 0)
        cell.request.settings[key] = cell.varied[key] = value;
    auto& options = cell.request.simgrid_options;
    options.insert(options.end(), simgrid_options_.begin(), simgrid_options_.end());
    needed_->locate(cell.request);
    try {
      if (scenario_.can_run())
        file_.library.plan(cell.request);
      else
        file_.library.check_settings(cell.request);
    } catch (const InputError& error) {
      xml_.fail(run, "run '" + cell.run + "'" + (cell.varied.empty() ? "" : " ") + cell.parameters(", ") +
                         ": " + error.what());
    }
    scenario_.cells.push_back(std::move(cell));
  }

  ScenarioFile file_;
  const XmlFile& xml_ = file_.xml;
  Scenario& scenario_ = file_.scenario;
  const std::vector<std::string>& simgrid_options_;
  std::optional<NeededFiles> needed_;
  RunRequest base_;
};

} // namespace

std::string Scenario::missing() const {
  std::string text;
  for (const auto& file : needed)
    if (!file.is_here())
      text += (text.empty() ? "" : "; ") + text_of_missing(file);
  return text;
}

bool CellFilter::matches(const std::string& of_scenario, const std::string& of_run,
                         const Settings& varied) const {
  return scenario == of_scenario && (run.empty() || run == of_run) &&
         std::all_of(parameters.begin(), parameters.end(), [&](const auto& pair) {
           const auto found = varied.find(pair.first);
           return found != varied.end() && found->second == pair.second;
         });
}

Scenario read_scenario(const fs::path& file, const Settings& overrides,
                       const std::vector<std::string>& simgrid_options, const Library& library) {
  return Reader(file, overrides, simgrid_options, library).read();
}

} // namespace malha
