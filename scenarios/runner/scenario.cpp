// SPDX-License-Identifier: MIT
#include "scenario.hpp"

#include "actors/runtime/xml.hpp"
#include "policies/sdk/numbers.hpp"
#include "simgrid_options.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace malha {
namespace {

namespace fs = std::filesystem;

struct Axis {
  std::string key;
  std::vector<std::string> values;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

void merge(Settings& into, const Settings& more) {
  for (const auto& [key, value] : more)
    into[key] = value;
}

class Reader {
public:
  Reader(const fs::path& file, const Settings& overrides, const std::vector<std::string>& simgrid_options,
         const Library& library)
      : xml_(file), overrides_(overrides), library_(library), simgrid_options_(simgrid_options) {}

  Scenario read() {
    const auto root = xml_.root("scenario");
    xml_.allow(root, {"records"},
               {"question", "platform", "workload", "include", "set", "simgrid", "vary", "when", "run",
                "seeds", "expect", "measure", "published", "claim"});
    scenario_.name = xml_.path().stem().string();
    scenario_.study = Library::study_of(xml_.path());
    scenario_.altered =
        !overrides_.empty() || std::any_of(simgrid_options_.begin(), simgrid_options_.end(),
                                           [](const auto& option) { return matters(option); });
    read_setting(root);
    expand(root);
    for (const auto node : root.children("measure")) {
      xml_.allow(node, {"metric"}, {});
      scenario_.metrics.push_back(metric(node));
    }
    for (const auto node : root.children("published"))
      read_published(node);
    for (const auto node : root.children("claim"))
      read_claim(node);
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
    base_.platform = named(platform);
    base_.workload = named(workload);
    at(platform, [&] { library_.find_platform(base_.platform); });
    at(workload, [&] { Library::workload(base_.workload); });
    scenario_.keeps_records =
        one_of(root, "records", xml_.optional(root, "records", "jobs"), {"jobs", "metrics"}) == "jobs";
    read_seeds(one(root, "seeds"));
    if (const auto expect = root.child("expect")) {
      xml_.allow(one(root, "expect"), {"end"}, {});
      one_of(expect, "end", xml_.required(expect, "end"), {"max_time"});
      scenario_.cut_expected = true;
    }
    for (const auto node : root.children("include"))
      read_include(node);
    merge(base_.settings, settings(xml_, root));
    add_simgrid_options(xml_, root);
  }

  void read_seeds(const pugi::xml_node& node) {
    xml_.allow(node, {"vary", "number"}, {});
    if (const auto varies = xml_.required(node, "vary"); varies != "nothing")
      scenario_.seed_varies = varies;
    if (!node.attribute("number"))
      return;
    const auto text = xml_.required(node, "number");
    const auto seeds = parse_number<int>(text);
    if (!seeds || *seeds < 1 || (*seeds > 1 && scenario_.seed_varies.empty()))
      xml_.fail(node, "number '" + text +
                          "' is no number of seeds; valid: at least 1, and 1 where they vary nothing");
    scenario_.seeds = *seeds;
  }

  std::string one_of(const pugi::xml_node& node, const std::string& attribute, const std::string& value,
                     const std::vector<std::string>& valid) {
    if (std::find(valid.begin(), valid.end(), value) == valid.end())
      xml_.fail(node, attribute + " '" + value + "' is unknown; valid: " + listed(valid));
    return value;
  }

  std::string named(const pugi::xml_node& node) {
    xml_.allow(node, {"name"}, {});
    return xml_.required(node, "name");
  }

  void read_include(const pugi::xml_node& node) {
    xml_.allow(node, {"file"}, {});
    std::optional<XmlFile> file;
    at(node, [&] { file.emplace(xml_.path().parent_path() / xml_.required(node, "file")); });
    const XmlFile& included = *file;
    const auto root = included.root("settings");
    included.allow(root, {}, {"set", "simgrid"});
    merge(base_.settings, settings(included, root));
    add_simgrid_options(included, root);
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

  void add_simgrid_options(const XmlFile& xml, const pugi::xml_node& parent) {
    for (const auto node : parent.children("simgrid")) {
      xml.allow(node, {"option", "value", "reason"}, {});
      const auto option = xml.required(node, "option") + ":" + xml.required(node, "value");
      try {
        check_simgrid_option(option);
      } catch (const InputError& error) {
        xml.fail(node, error.what());
      }
      base_.simgrid_options.push_back(option);
    }
  }

  void expand(const pugi::xml_node& root) {
    for (const auto node : root.children("vary")) {
      xml_.allow(node, {"key", "values"}, {});
      axes_.push_back({xml_.required(node, "key"), words_of(xml_.required(node, "values"))});
      if (axes_.back().values.empty())
        xml_.fail(node, "varies over no value");
      if (const auto fixed = overrides_.find(axes_.back().key); fixed != overrides_.end())
        axes_.back().values = {fixed->second};
      refuse_twice(node, axes_.back().values, "varies over '");
    }
    if (!root.child("run"))
      xml_.fail(root, "has no <run>");
    std::set<std::string> names;
    for (const auto run : root.children("run")) {
      xml_.allow(run, {"name", "deployment"}, {"set"});
      Cell cell{xml_.required(run, "name"), {}, base_};
      if (!names.insert(cell.run).second)
        xml_.fail(run, "a second run '" + cell.run + "'");
      cell.request.deployment = xml_.required(run, "deployment");
      merge(cell.request.settings, settings(xml_, run));
      combine(root, run, cell, 0);
    }
    for (const auto node : root.children("when"))
      if (overrides_.empty() && cells_of(filter(node, xml_.required(node, "cell"))) == 0)
        xml_.fail(node, "speaks of 0 cells; valid: at least one");
  }

  void refuse_twice(const pugi::xml_node& node, const std::vector<std::string>& words,
                    const std::string& what) {
    std::set<std::string> seen;
    for (const auto& word : words)
      if (!seen.insert(word).second)
        xml_.fail(node, what + word + "' twice");
  }

  /// Does something that may find an error, which is then told of the node.
  template <class Action>
  void at(const pugi::xml_node& node, Action&& action) {
    try {
      action();
    } catch (const InputError& error) {
      xml_.fail(node, error.what());
    }
  }

  std::ptrdiff_t cells_of(const CellFilter& filter) const {
    return std::count_if(scenario_.cells.begin(), scenario_.cells.end(), [&](const auto& cell) {
      return filter.matches(scenario_.name, cell.run, cell.varied);
    });
  }

  /// Refuses what speaks of this scenario and does not mean just one cell. Settings of the command line may
  /// have merged or moved cells: then anything goes.
  void means_one_cell(const pugi::xml_node& node, const CellFilter& filter) {
    if (filter.scenario == scenario_.name && overrides_.empty() && cells_of(filter) != 1)
      xml_.fail(node, "speaks of " + std::to_string(cells_of(filter)) + " cells; valid: one");
  }

  void means_a_series(const pugi::xml_node& node, const CellFilter& filter) {
    if (filter.scenario == scenario_.name && overrides_.empty() && cells_of(filter) < 2)
      xml_.fail(node,
                "speaks of " + std::to_string(cells_of(filter)) + " cells; valid: a series of at least two");
  }

  void combine(const pugi::xml_node& root, const pugi::xml_node& run, const Cell& partial, std::size_t axis) {
    if (axis < axes_.size()) {
      for (const auto& value : axes_[axis].values) {
        Cell cell = partial;
        cell.varied[axes_[axis].key] = cell.request.settings[axes_[axis].key] = value;
        combine(root, run, cell, axis + 1);
      }
      return;
    }
    Cell cell = partial;
    for (const auto node : root.children("when")) {
      xml_.allow(node, {"cell"}, {"set"});
      if (filter(node, xml_.required(node, "cell")).matches(scenario_.name, cell.run, cell.varied))
        merge(cell.request.settings, settings(xml_, node));
    }
    merge(cell.request.settings, overrides_);
    merge(cell.varied, overrides_);
    auto& options = cell.request.simgrid_options;
    options.insert(options.end(), simgrid_options_.begin(), simgrid_options_.end());
    try {
      library_.plan(cell.request);
    } catch (const InputError& error) {
      xml_.fail(run, "run '" + cell.run + "'" + (cell.varied.empty() ? "" : " ") + cell.parameters(", ") +
                         ": " + error.what());
    }
    scenario_.cells.push_back(std::move(cell));
  }

  /// "platform.hosts=50 workload.tasks=500", also with run=… and scenario=….
  CellFilter filter(const pugi::xml_node& node, const std::string& text) {
    CellFilter found{scenario_.name, "", {}};
    for (const auto& word : words_of(text)) {
      const auto equals = word.find('=');
      if (equals == std::string::npos)
        xml_.fail(node, "'" + word + "' is not key=value");
      const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
      const bool varied =
          std::any_of(axes_.begin(), axes_.end(), [&](const auto& axis) { return axis.key == key; });
      if (key == "scenario") {
        at(node, [&] { library_.scenario_file(value); });
        found.scenario = value;
      } else if (key == "run")
        found.run = value;
      else if (varied || found.scenario != scenario_.name)
        found.parameters[key] = value;
      else
        xml_.fail(node, "'" + key + "' is not varied here");
    }
    return found;
  }

  std::string metric(const pugi::xml_node& node) {
    const auto name = xml_.required(node, "metric");
    const auto& known = library_.catalog().metrics();
    std::vector<std::string> valid;
    for (const auto& [other, spec] : known)
      valid.push_back(other);
    if (known.count(name) == 0)
      xml_.fail(node, "unknown metric '" + name + "'; valid: " + listed(valid));
    return name;
  }

  double number(const pugi::xml_node& node, const char* attribute) {
    const auto text = xml_.required(node, attribute);
    const auto value = parse_number<double>(text);
    if (!value)
      xml_.fail(node, "'" + text + "' in '" + attribute + "' is not a number");
    return *value;
  }

  double tolerance(const pugi::xml_node& node) {
    const auto text = xml_.required(node, "tolerance");
    const auto value =
        parse_number<double>(std::string_view(text).substr(0, text.size() - (text.empty() ? 0 : 1)));
    if (!value || text.back() != '%' || *value < 0)
      xml_.fail(node, "tolerance '" + text + "' is not a percentage such as 5%");
    return *value / 100;
  }

  MissNotes notes(const pugi::xml_node& node) {
    MissNotes found;
    if (std::distance(node.children().begin(), node.children().end()) > 1)
      xml_.fail(node, "has more than one note; valid: one <deviation> or one <evidence>");
    if (const auto deviation = node.child("deviation"))
      found.deviation = xml_.prose(deviation);
    if (const auto evidence = node.child("evidence"))
      found.evidence = xml_.prose(evidence);
    return found;
  }

  void read_published(const pugi::xml_node& node) {
    xml_.allow(node,
               {"metric", "called", "cell", "value", "sd", "unit", "tolerance", "source", "where", "read"},
               {"deviation", "evidence"});
    const auto name = metric(node);
    one_of(node, "read", xml_.required(node, "read"), {"table", "figure", "formula", "text"});
    scenario_.published.push_back(
        {filter(node, xml_.required(node, "cell")), name, xml_.optional(node, "called", name),
         number(node, "value"), tolerance(node), xml_.required(node, "unit"),
         xml_.required(node, "source") + ", " + xml_.required(node, "where"), notes(node)});
    const auto& published = scenario_.published.back();
    if (const auto& unit = library_.catalog().metrics().at(name).unit; unit != published.unit)
      xml_.fail(node, "metric '" + name + "' is in " + unit + ", not in " + published.unit);
    means_one_cell(node, published.cell);
  }

  void read_claim(const pugi::xml_node& node) {
    Claim claim;
    claim.text = xml_.required(node, "text");
    claim.metric = metric(node);
    claim.source = xml_.required(node, "source") + ", " + xml_.required(node, "where");
    claim.notes = notes(node);
    if (node.attribute("less"))
      read_pair(node, Claim::Rule::less, "less", "than", claim);
    else if (node.attribute("near"))
      read_pair(node, Claim::Rule::near, "near", "to", claim);
    else if (node.attribute("flat"))
      read_flat(node, claim);
    else if (node.attribute("crossing"))
      read_crossing(node, claim);
    else
      read_bounds(node, claim);
    scenario_.claims.push_back(std::move(claim));
  }

  void allow_in_claim(const pugi::xml_node& node, std::vector<std::string> own) {
    own.insert(own.begin(), {"text", "metric"});
    own.insert(own.end(), {"source", "where"});
    xml_.allow(node, own, {"deviation", "evidence"});
  }

  void read_pair(const pugi::xml_node& node, Claim::Rule rule, const char* one, const char* other,
                 Claim& claim) {
    allow_in_claim(node, {one, other});
    claim.rule = rule;
    claim.cell = filter(node, xml_.required(node, one));
    claim.other = filter(node, xml_.required(node, other));
    means_one_cell(node, claim.cell);
    means_one_cell(node, claim.other);
  }

  void read_flat(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"flat"});
    claim.rule = Claim::Rule::flat;
    claim.cell = filter(node, xml_.required(node, "flat"));
    means_a_series(node, claim.cell);
  }

  void read_crossing(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"crossing", "with", "over", "at"});
    claim.rule = Claim::Rule::crossing;
    claim.cell = filter(node, xml_.required(node, "crossing"));
    claim.other = filter(node, xml_.required(node, "with"));
    claim.over = xml_.required(node, "over");
    claim.at = number(node, "at");
    means_a_series(node, claim.cell);
    means_a_series(node, claim.other);
    const auto axis =
        std::find_if(axes_.begin(), axes_.end(), [&](const auto& one) { return one.key == claim.over; });
    if (axis == axes_.end())
      xml_.fail(node, "'" + claim.over + "' is not varied here");
    for (const auto& value : axis->values)
      if (!parse_number<double>(value))
        xml_.fail(node, "'" + claim.over + "' is varied over '" + value + "', which is no number");
  }

  void read_bounds(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"cell", "at_least", "at_most"});
    if (!node.attribute("cell") || (!node.attribute("at_least") && !node.attribute("at_most")))
      xml_.fail(node,
                "claims nothing; valid: less and than; near and to; flat; crossing, with, over and at; or "
                "cell with at_least, at_most or both");
    claim.cell = filter(node, xml_.required(node, "cell"));
    if (node.attribute("at_least"))
      claim.at_least = number(node, "at_least");
    if (node.attribute("at_most"))
      claim.at_most = number(node, "at_most");
    means_one_cell(node, claim.cell);
  }

  XmlFile xml_;
  const Settings& overrides_;
  const Library& library_;
  const std::vector<std::string>& simgrid_options_;
  Scenario scenario_;
  RunRequest base_;
  std::vector<Axis> axes_;
};

} // namespace

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
