// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "scenario_file.hpp"

#include <algorithm>

namespace malha {
namespace {

class KnownReader {
public:
  explicit KnownReader(ScenarioFile& file) : file_(file), xml_(file.xml) {}

  void read() {
    const auto root = xml_.root("scenario");
    for (const auto node : root.children("measure")) {
      xml_.allow(node, {"metric"}, {});
      file_.scenario.metrics.push_back(file_.metric(node));
    }
    for (const auto node : root.children("published"))
      read_published(node);
    for (const auto node : root.children("claim"))
      read_claim(node);
  }

private:
  /// Refuses what speaks of this scenario and does not mean just one cell. Settings of the command line may
  /// have merged or moved cells: then anything goes.
  void means_one_cell(const pugi::xml_node& node, const CellFilter& filter) {
    if (filter.scenario == file_.scenario.name && file_.overrides.empty() && file_.cells_of(filter) != 1)
      xml_.fail(node, "speaks of " + std::to_string(file_.cells_of(filter)) + " cells; valid: one");
  }

  void means_a_series(const pugi::xml_node& node, const CellFilter& filter) {
    if (filter.scenario == file_.scenario.name && file_.overrides.empty() && file_.cells_of(filter) < 2)
      xml_.fail(node, "speaks of " + std::to_string(file_.cells_of(filter)) +
                          " cells; valid: a series of at least two");
  }

  /// "5%" of the value, or "2 s" in its unit.
  void read_tolerance(const pugi::xml_node& node, PublishedValue& published) {
    const auto text = xml_.required(node, "tolerance");
    const auto end = std::min(text.find_first_of(" %"), text.size());
    const auto value = parse_number<double>(text.substr(0, end));
    published.tolerance_is_relative = text.substr(end) == "%";
    if (!value || *value < 0 ||
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
  }

  void read_flat(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"flat"});
    claim.rule = Claim::Rule::flat;
    claim.cell = file_.filter(node, xml_.required(node, "flat"));
    means_a_series(node, claim.cell);
  }

  void read_crossing(const pugi::xml_node& node, Claim& claim) {
    allow_in_claim(node, {"crossing", "with", "over", "at"});
    claim.rule = Claim::Rule::crossing;
    claim.cell = file_.filter(node, xml_.required(node, "crossing"));
    claim.other = file_.filter(node, xml_.required(node, "with"));
    claim.over = xml_.required(node, "over");
    claim.at = file_.number(node, "at");
    means_a_series(node, claim.cell);
    means_a_series(node, claim.other);
    const auto axis = std::find_if(file_.axes.begin(), file_.axes.end(),
                                   [&](const auto& one) { return one.key == claim.over; });
    if (axis == file_.axes.end())
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
    claim.cell = file_.filter(node, xml_.required(node, "cell"));
    if (node.attribute("at_least"))
      claim.at_least = file_.number(node, "at_least");
    if (node.attribute("at_most"))
      claim.at_most = file_.number(node, "at_most");
    means_one_cell(node, claim.cell);
  }

  ScenarioFile& file_;
  const XmlFile& xml_;
};

} // namespace

void read_known(ScenarioFile& file) { KnownReader(file).read(); }

} // namespace malha
