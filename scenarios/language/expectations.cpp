// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "scenario_file.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

class ExpectationsReader {
public:
  explicit ExpectationsReader(ScenarioFile& file) : file_(file), xml_(file.xml) {}

  void read() {
    const auto root = xml_.root("scenario");
    read_average(root);
    for (const auto node : root.children("measure"))
      read_measure(node);
    for (const auto node : root.children("published"))
      read_published(node);
    for (const auto node : root.children("claim"))
      read_claim(node);
  }

private:
  using Names = std::vector<std::string>;

  static bool holds(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  /// The words of an attribute, each once.
  Names names_in(const pugi::xml_node& node, const char* attribute) {
    const auto names = words_of(xml_.required(node, attribute));
    for (auto name = names.begin(); name != names.end(); ++name)
      if (std::find(names.begin(), name, *name) != name)
        xml_.fail(node, "'" + std::string(attribute) + "' names '" + *name + "' twice");
    if (names.empty())
      xml_.fail(node, "'" + std::string(attribute) + "' names nothing");
    return names;
  }

  void must_be_varied(const pugi::xml_node& node, const std::string& key) {
    if (file_.axis(key) == nullptr)
      xml_.fail(node, "'" + key + "' is not varied here");
  }

  void read_average(const pugi::xml_node& root) {
    const auto node = root.child("average");
    if (!node)
      return;
    if (node.next_sibling("average"))
      xml_.fail(node.next_sibling("average"), "a second <average>");
    xml_.allow(node, {"over"}, {});
    file_.scenario.averaged = names_in(node, "over");
    for (const auto& key : file_.scenario.averaged)
      must_be_varied(node, key);
  }

  void read_measure(const pugi::xml_node& node) {
    xml_.allow(node, {"metric", "by"}, {});
    const auto& averaged = file_.scenario.averaged;
    Measure measure{file_.metric(node), {averaged.begin(), averaged.end()}};
    if (node.attribute("by")) {
      const auto by = names_in(node, "by");
      for (const auto& key : by) {
        must_be_varied(node, key);
        measure.folded.erase(key);
      }
      for (const auto& axis : file_.axes)
        if (!holds(by, axis.key) && measure.folded.count(axis.key) == 0)
          xml_.fail(node, "'by' leaves out '" + axis.key + "', which <average> does not name");
    }
    for (const auto& other : file_.scenario.measures)
      if (other.metric == measure.metric && other.folded == measure.folded)
        xml_.fail(node, "metric '" + measure.metric + "' is measured twice");
    file_.scenario.measures.push_back(std::move(measure));
  }

  /// Whether a filter can be checked: settings of the command line may have merged or moved cells, then
  /// anything goes; the cells of another scenario are known only when it has been run.
  bool is_checked(const CellFilter& filter) const {
    return filter.scenario == file_.scenario.name && file_.overrides.empty();
  }

  /// Refuses what speaks of this scenario and does not mean just one cell, or the mean over some.
  void means_one_cell(const pugi::xml_node& node, const CellFilter& filter) {
    if (!is_checked(filter))
      return;
    const auto open = file_.left_open(filter);
    if (file_.cells_of(filter) == 0 || !std::all_of(open.begin(), open.end(), [&](const auto& key) {
          return holds(file_.scenario.averaged, key);
        }))
      xml_.fail(node, "speaks of " + std::to_string(file_.cells_of(filter)) + " cells; valid: one");
  }

  /// Refuses what is no series over what the claim names. Without a name every cell is a point, unless one of
  /// several parameters that are left open is averaged.
  void means_a_series(const pugi::xml_node& node, const CellFilter& filter, Claim& claim) {
    if (!is_checked(filter))
      return;
    if (file_.cells_of(filter) < 2)
      xml_.fail(node, "speaks of " + std::to_string(file_.cells_of(filter)) +
                          " cells; valid: a series of at least two");
    auto open = file_.left_open(filter);
    const auto is_averaged = [&](const auto& key) { return holds(file_.scenario.averaged, key); };
    if (claim.over.empty() && std::none_of(open.begin(), open.end(), is_averaged))
      return;
    if (claim.over.empty() && open.size() > 1)
      xml_.fail(node, "leaves " + listed(open) + " open; valid: one of them as 'over'");
    if (claim.over.empty())
      claim.over = open.front();
    const auto over = std::find(open.begin(), open.end(), claim.over);
    if (over == open.end())
      xml_.fail(node, "goes over '" + claim.over + "' and does not leave it open");
    open.erase(over);
    open.erase(std::remove_if(open.begin(), open.end(), is_averaged), open.end());
    if (!open.empty())
      xml_.fail(node, "leaves " + listed(open) + " open, too; valid: with a value, or in <average>");
  }

  /// Refuses to compare cells with themselves.
  void are_different(const pugi::xml_node& node, const CellFilter& one, const CellFilter& other) {
    const auto matches = [&](const CellFilter& filter, const Cell& cell) {
      return filter.matches(file_.scenario.name, cell.run, cell.varied);
    };
    const auto& cells = file_.scenario.cells;
    if (is_checked(one) && is_checked(other) &&
        std::all_of(cells.begin(), cells.end(),
                    [&](const auto& cell) { return matches(one, cell) == matches(other, cell); }))
      xml_.fail(node, "compares with itself what it speaks of");
  }

  /// Reads what a series goes over, and which part of it. `in_numbers`: its order matters.
  void read_range(const pugi::xml_node& node, bool in_numbers, Claim& claim) {
    claim.over = xml_.optional(node, "over", "");
    if (node.attribute("from"))
      claim.from = file_.number(node, "from");
    if (node.attribute("up_to"))
      claim.up_to = file_.number(node, "up_to");
    if (claim.from && claim.up_to && *claim.from > *claim.up_to)
      xml_.fail(node, "'from' is above 'up_to'");
    if (claim.over.empty() && (in_numbers || claim.from || claim.up_to))
      xml_.required(node, "over");
    if (claim.over.empty() || (claim.over == "run" && !in_numbers && !claim.from && !claim.up_to))
      return;
    must_be_varied(node, claim.over);
    int points = 0;
    for (const auto& value : file_.axis(claim.over)->values) {
      const auto place = parse_number<double>(value);
      if (!place && (in_numbers || claim.from || claim.up_to))
        xml_.fail(node, "'" + claim.over + "' is varied over '" + value + "', which is no number");
      points += !place || (*place >= claim.from.value_or(*place) && *place <= claim.up_to.value_or(*place));
    }
    if (points < 2 && file_.overrides.empty())
      xml_.fail(node, "keeps " + std::to_string(points) + " values of '" + claim.over +
                          "'; valid: a series of at least two");
  }

  /// "5%" of the value, or "2 s" in its unit.
  void read_tolerance(const pugi::xml_node& node, PublishedValue& published) {
    const auto text = xml_.required(node, "tolerance");
    const auto end = std::min(text.find_first_of(" %"), text.size());
    const auto value = parse_number<double>(text.substr(0, end));
    published.tolerance_is_relative = text.substr(end) == "%";
    if (!value || !std::isfinite(*value) || *value < 0 ||
        (!published.tolerance_is_relative && text.substr(end) != " " + published.unit))
      xml_.fail(node,
                "tolerance '" + text + "' is not a percentage such as 5%, nor a number of " + published.unit);
    published.tolerance = published.tolerance_is_relative ? *value / 100 : *value;
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
    std::vector<std::string> attributes{"metric", "called",    "cell",   "value", "sd",
                                        "unit",   "tolerance", "source", "where", "read"};
    if (node.attribute("against"))
      attributes.insert(attributes.begin() + 3, {"against", "as"});
    xml_.allow(node, attributes, {"deviation", "evidence"});
    PublishedValue published;
    published.metric = file_.metric(node);
    file_.one_of(node, "read", xml_.required(node, "read"), {"table", "figure", "formula", "text"});
    published.cell = file_.filter(node, xml_.required(node, "cell"));
    published.called = xml_.optional(node, "called", published.metric);
    published.value = file_.number(node, "value");
    if (node.attribute("sd") && file_.number(node, "sd") < 0)
      xml_.fail(node, "'" + xml_.required(node, "sd") + "' in 'sd' is below 0");
    published.unit = xml_.required(node, "unit");
    published.source = xml_.required(node, "source") + ", " + xml_.required(node, "where");
    published.notes = notes(node);
    auto unit = file_.library.catalog().metrics().at(published.metric).unit;
    if (node.attribute("against"))
      unit = read_comparison(node, published, unit);
    if (unit != published.unit)
      xml_.fail(node, "metric '" + published.metric + "' is in " + unit + ", not in " + published.unit);
    read_tolerance(node, published);
    means_one_cell(node, published.cell);
    file_.scenario.published.push_back(std::move(published));
  }

  /// The answer is the unit of the compared.
  std::string read_comparison(const pugi::xml_node& node, PublishedValue& published,
                              const std::string& unit) {
    using Compared = PublishedValue::Compared;
    published.against = file_.filter(node, xml_.required(node, "against"));
    means_one_cell(node, published.against);
    are_different(node, published.cell, published.against);
    const auto as = file_.one_of(node, "as", xml_.required(node, "as"),
                                 {"ratio", "ratio_of_means", "difference", "percent"});
    published.compared = as == "ratio"            ? Compared::ratio
                         : as == "ratio_of_means" ? Compared::ratio_of_means
                         : as == "difference"     ? Compared::difference
                                                  : Compared::percent;
    return as == "percent" ? "%" : as == "difference" ? unit : "1";
  }

  void read_claim(const pugi::xml_node& node) {
    Claim claim;
    claim.text = xml_.required(node, "text");
    claim.metric = file_.metric(node);
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
    else if (node.attribute("grows"))
      read_growth(node, claim);
    else
      read_bounds(node, claim);
    file_.scenario.claims.push_back(std::move(claim));
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
    claim.cell = file_.filter(node, xml_.required(node, one));
    claim.other = file_.filter(node, xml_.required(node, other));
    means_one_cell(node, claim.cell);
    means_one_cell(node, claim.other);
    are_different(node, claim.cell, claim.other);
  }

  void read_flat(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"flat", "over", "from", "up_to", "runs"});
    claim.rule = Claim::Rule::flat;
    claim.cell = file_.filter(node, xml_.required(node, "flat"));
    read_range(node, false, claim);
    if (node.attribute("runs"))
      read_runs(node, claim);
    means_a_series(node, claim.cell, claim);
  }

  void read_runs(const pugi::xml_node& node, Claim& claim) {
    if (claim.over != "run")
      xml_.fail(node, "'runs' is for a series over=\"run\"");
    claim.runs = names_in(node, "runs");
    for (const auto& run : claim.runs)
      if (file_.cells_of({file_.scenario.name, run, {}}) == 0)
        xml_.fail(node, "there is no run '" + run + "'");
    if (claim.runs.size() < 2)
      xml_.fail(node, "'runs' names one run; valid: at least two");
  }

  void read_crossing(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"crossing", "with", "over", "at", "from", "up_to"});
    claim.rule = Claim::Rule::crossing;
    read_two_series(node, "crossing", "with", claim);
    claim.at = file_.number(node, "at");
  }

  void read_growth(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"grows", "against", "over", "from", "up_to"});
    claim.rule = Claim::Rule::grows;
    read_two_series(node, "grows", "against", claim);
  }

  void read_two_series(const pugi::xml_node& node, const char* one, const char* other, Claim& claim) {
    claim.cell = file_.filter(node, xml_.required(node, one));
    claim.other = file_.filter(node, xml_.required(node, other));
    read_range(node, true, claim);
    means_a_series(node, claim.cell, claim);
    means_a_series(node, claim.other, claim);
    are_different(node, claim.cell, claim.other);
  }

  void read_bounds(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"cell", "at_least", "at_most"});
    if (!node.attribute("cell") || (!node.attribute("at_least") && !node.attribute("at_most")))
      xml_.fail(
          node,
          "claims nothing; valid: less and than; near and to; flat; crossing, with, over and at; grows, "
          "against and over; or cell with at_least, at_most or both");
    claim.cell = file_.filter(node, xml_.required(node, "cell"));
    if (node.attribute("at_least"))
      claim.at_least = file_.number(node, "at_least");
    if (node.attribute("at_most"))
      claim.at_most = file_.number(node, "at_most");
    if (claim.at_least && claim.at_most && *claim.at_least > *claim.at_most)
      xml_.fail(node, "'at_least' is above 'at_most'");
    means_one_cell(node, claim.cell);
  }

  ScenarioFile& file_;
  const XmlFile& xml_;
};

} // namespace

void read_expectations(ScenarioFile& file) { ExpectationsReader(file).read(); }

} // namespace malha
