// SPDX-License-Identifier: MIT
#include "claim_rule.hpp"

#include <algorithm>

namespace malha {
namespace {

using Names = std::vector<std::string>;

class ExpectationsReader {
public:
  explicit ExpectationsReader(ScenarioFile& file) : file_(file), xml_(file.xml) {}

  void read() {
    const auto root = xml_.root("scenario");
    read_average(root);
    for (const auto node : root.children("measure"))
      read_measure(node);
    for (const auto node : root.children("hypothesis"))
      read_hypothesis(node);
    for (const auto node : root.children("published"))
      read_published(node);
    for (const auto node : root.children("claim"))
      read_claim(node);
    for (const auto node : root.children("hypothesis"))
      if (!is_used(xml_.required(node, "name")))
        xml_.fail(node, "no value or claim is judged under hypothesis '" + xml_.required(node, "name") + "'");
  }

private:
  void read_average(const pugi::xml_node& root) {
    const auto node = root.child("average");
    if (!node)
      return;
    if (node.next_sibling("average"))
      xml_.fail(node.next_sibling("average"), "a second <average>");
    xml_.allow(node, {"over"}, {});
    file_.scenario.averaged = file_.names(node, "over");
    for (const auto& key : file_.scenario.averaged)
      file_.check_varied_here(node, key);
  }

  void read_measure(const pugi::xml_node& node) {
    xml_.allow(node, {"metric", "by"}, {});
    const auto& averaged = file_.scenario.averaged;
    const auto metric = file_.metric_spec(node);
    Measure measure{metric.name, metric.unit, {averaged.begin(), averaged.end()}};
    if (node.attribute("by")) {
      const auto by = file_.names(node, "by");
      for (const auto& key : by) {
        file_.check_varied_here(node, key);
        measure.folded.erase(key);
      }
      for (const auto& axis : file_.axes)
        if (std::find(by.begin(), by.end(), axis.key) == by.end() && measure.folded.count(axis.key) == 0)
          xml_.fail(node, "'by' leaves out '" + axis.key + "', which <average> does not name");
    }
    for (const auto& other : file_.scenario.measures)
      if (other.metric == measure.metric && other.folded == measure.folded)
        xml_.fail(node, "metric '" + measure.metric + "' is measured twice");
    file_.scenario.measures.push_back(std::move(measure));
  }

  void read_hypothesis(const pugi::xml_node& node) {
    Hypothesis hypothesis{xml_.required(node, "name"), xml_.prose(node, {"name"})};
    if (hypothesis.text.empty())
      xml_.fail(node, "states nothing; valid: what hypothesis '" + hypothesis.name + "' assumes");
    for (const auto& other : file_.scenario.hypotheses)
      if (other.name == hypothesis.name)
        xml_.fail(node, "a second hypothesis '" + hypothesis.name + "'");
    file_.scenario.hypotheses.push_back(std::move(hypothesis));
  }

  Judged judged(const pugi::xml_node& node) {
    if (!node.attribute("hypothesis")) {
      if (node.attribute("seen"))
        xml_.fail(node, "'seen' without 'hypothesis'");
      return {};
    }
    const auto name = xml_.required(node, "hypothesis");
    Names stated;
    for (const auto& one : file_.scenario.hypotheses)
      stated.push_back(one.name);
    if (stated.empty())
      xml_.fail(node, "names hypothesis '" + name + "', but the scenario has no <hypothesis>");
    file_.one_of(node, "hypothesis", name, stated);
    if (node.first_child())
      xml_.fail(node, "has a note; valid: none, since what a hypothesis does not explain is no miss");
    return {name, file_.one_of(node, "seen", xml_.optional(node, "seen", "no"), {"yes", "no"}) == "yes"};
  }

  bool is_used(const std::string& hypothesis) const {
    const auto uses = [&](const auto& one) { return one.judged.hypothesis == hypothesis; };
    const auto& scenario = file_.scenario;
    return std::any_of(scenario.published.begin(), scenario.published.end(), uses) ||
           std::any_of(scenario.claims.begin(), scenario.claims.end(), uses);
  }

  Tolerance tolerance(const pugi::xml_node& node, const std::string& unit) {
    const auto text = xml_.required(node, "tolerance");
    const auto found = tolerance_of(text, unit);
    if (!found)
      xml_.fail(node, "tolerance '" + text + "' is not a percentage such as 5%, nor a number of " + unit +
                          " such as '2 " + unit + "', nor a factor of at least 1 such as 'factor 2'");
    return *found;
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
    Names attributes{"metric", "called",    "cell",   "value", "sd",
                     "unit",   "tolerance", "source", "where", "read"};
    if (node.attribute("against"))
      attributes.insert(attributes.begin() + 3, {"against", "as"});
    attributes.insert(attributes.end(), {"statistic", "hypothesis", "seen"});
    xml_.allow(node, attributes, {"deviation", "evidence"});
    PublishedValue published;
    published.metric = file_.metric_spec(node).name;
    file_.one_of(node, "read", xml_.required(node, "read"), {"table", "figure", "formula", "text"});
    published.cell = file_.filter(node, xml_.required(node, "cell"));
    published.called = xml_.optional(node, "called", published.metric);
    published.is_deviation =
        file_.one_of(node, "statistic", xml_.optional(node, "statistic", "mean"), {"mean", "sd"}) == "sd";
    if (published.is_deviation && node.attribute("against"))
      xml_.fail(node, "'statistic' is sd, and 'against' compares means; valid: one of them");
    published.value = file_.number(node, "value");
    if (node.attribute("sd") && file_.number(node, "sd") < 0)
      xml_.fail(node, "'" + xml_.required(node, "sd") + "' in 'sd' is below 0");
    published.unit = xml_.required(node, "unit");
    published.source = xml_.required(node, "source") + ", " + xml_.required(node, "where");
    published.notes = notes(node);
    published.judged = judged(node);
    auto unit = file_.metric_spec(node).unit;
    if (node.attribute("against"))
      unit = read_comparison(node, published, unit);
    if (unit != published.unit)
      xml_.fail(node, "metric '" + published.metric + "' is in " + unit + ", not in " + published.unit);
    published.tolerance = tolerance(node, unit);
    file_.check_one_cell(node, published.cell);
    file_.scenario.published.push_back(std::move(published));
  }

  /// The answer is the unit of the compared.
  std::string read_comparison(const pugi::xml_node& node, PublishedValue& published,
                              const std::string& unit) {
    using Compared = PublishedValue::Compared;
    published.against = file_.filter(node, xml_.required(node, "against"));
    file_.check_one_cell(node, published.against);
    file_.check_different(node, published.cell, published.against);
    const auto as = file_.one_of(node, "as", xml_.required(node, "as"),
                                 {"ratio", "ratio_of_means", "difference", "percent"});
    published.compared = as == "ratio"            ? Compared::ratio
                         : as == "ratio_of_means" ? Compared::ratio_of_means
                         : as == "difference"     ? Compared::difference
                                                  : Compared::percent;
    return as == "percent" ? "%" : as == "difference" ? unit : "1";
  }

  void read_claim(const pugi::xml_node& node) {
    const auto metric = file_.metric_spec(node);
    const Claim claim{xml_.required(node, "text"),
                      metric.name,
                      xml_.required(node, "source") + ", " + xml_.required(node, "where"),
                      notes(node),
                      nullptr,
                      metric.unit,
                      {},
                      judged(node)};
    const auto& rules = linked_parts<ClaimRule>();
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const auto& one) {
      return static_cast<bool>(node.attribute(one.name.c_str()));
    });
    if (rule == rules.end()) {
      allow_in_claim(node, attributes_of_all_rules());
      ClaimReader(file_, node).fail_without_statement();
    }
    allow_in_claim(node, rule->attributes);
    for (const auto& point : combinations(axes_of_each(node))) {
      auto& said = file_.scenario.claims.emplace_back(claim);
      said.each = point;
      said.statement = rule->read(ClaimReader(file_, node, point));
    }
  }

  /// What `each` of a claim goes over.
  std::vector<Axis> axes_of_each(const pugi::xml_node& node) {
    std::vector<Axis> axes;
    if (node.attribute("each"))
      for (const auto& key : file_.names(node, "each")) {
        file_.check_varied_here(node, key);
        axes.push_back(*file_.axis(key));
      }
    return axes;
  }

  static Names attributes_of_all_rules() {
    Names all;
    for (const auto& rule : linked_parts<ClaimRule>())
      for (const auto& attribute : rule.attributes)
        if (std::find(all.begin(), all.end(), attribute) == all.end())
          all.push_back(attribute);
    return all;
  }

  void allow_in_claim(const pugi::xml_node& node, Names own) {
    if (node.attribute("each"))
      own.insert(own.begin(), "each");
    own.insert(own.begin(), {"text", "metric"});
    own.insert(own.end(), {"source", "where", "hypothesis", "seen"});
    xml_.allow(node, own, {"deviation", "evidence"});
  }

  ScenarioFile& file_;
  const XmlFile& xml_;
};

} // namespace

void read_expectations(ScenarioFile& file) { ExpectationsReader(file).read(); }

} // namespace malha
