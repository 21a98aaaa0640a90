// SPDX-License-Identifier: MIT
#include "descriptors.hpp"

#include "policies/sdk/errors.hpp"
#include "results/measures/metric.hpp"
#include "scenarios/runner/language/claim_rule.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

namespace malha::conformance {
namespace {

using Sentences = std::vector<std::string>;

void add(Sentences& all, const Sentences& more) { all.insert(all.end(), more.begin(), more.end()); }

Sentences flaws_of_one(const ParameterSpec& spec) {
  using Type = ParameterSpec::Type;
  Sentences flaws;
  const std::string begin = "its parameter '" + spec.name + "' ";
  if (!is_one_line(spec.name) || !is_one_line(spec.meaning))
    flaws.push_back(begin + "has a name or a meaning that is not one line");
  const bool is_number = spec.type == Type::integer || spec.type == Type::real || spec.type == Type::reals;
  if (is_number == spec.unit.empty())
    flaws.push_back(begin + "is a number without a unit (\"1\": a pure number), or a word with one");
  if ((spec.type == Type::choice) == spec.choices.empty())
    flaws.push_back(begin + "is a choice of nothing, or has choices and is none");
  try {
    if (spec.default_value)
      spec.check(*spec.default_value);
  } catch (const std::invalid_argument& error) {
    flaws.push_back(std::string("it has a default that is not valid: ") + error.what());
  }
  return flaws;
}

/// That it depends on settings that there are is checked whenever a plugin is opened.
Sentences flaws_of_traits(const std::vector<Allowance>& shows) {
  Sentences flaws;
  std::set<std::tuple<Trait, decltype(Allowance::when), decltype(Allowance::unless)>> declared;
  for (const auto& showing : shows)
    if (!declared.emplace(showing.trait, showing.when, showing.unless).second)
      flaws.push_back(std::string("it shows ") + word_of(showing.trait).word +
                      " twice under the same settings");
  return flaws;
}

/// What all kinds have.
template <class Descriptor>
Sentences common_flaws(const Descriptor& descriptor, bool can_be_made) {
  Sentences flaws;
  if (!is_one_line(descriptor.summary))
    flaws.emplace_back("its summary is not one line");
  if (!descriptor.source.empty() && !is_one_line(descriptor.source))
    flaws.emplace_back("its source is more than one line");
  if (!can_be_made)
    flaws.emplace_back("nothing makes it");
  add(flaws, flaws_of(descriptor.parameters));
  return flaws;
}

Sentences flaws_of_metric(const Metric& metric) {
  Sentences flaws;
  for (const auto& [what, text] :
       {std::pair("name", &metric.name), {"unit", &metric.unit}, {"meaning", &metric.meaning}})
    if (!is_one_line(*text))
      flaws.push_back(std::string("its ") + what + " is not one line");
  if (metric.source.of_totals == nullptr && !metric.source.make_sum)
    flaws.emplace_back("nothing makes its values");
  return flaws;
}

Sentences flaws_of_rule(const ClaimRule& rule) {
  Sentences flaws;
  for (const auto& [what, text] : {std::pair("name", &rule.name),
                                   {"usage", &rule.usage},
                                   {"example", &rule.example},
                                   {"condition", &rule.holds_when}})
    if (!is_one_line(*text))
      flaws.push_back(std::string("its ") + what + " is not one line");
  const auto& attributes = rule.attributes;
  if (std::find(attributes.begin(), attributes.end(), rule.name) == attributes.end())
    flaws.emplace_back("its name is none of its attributes");
  if (rule.read == nullptr)
    flaws.emplace_back("nothing reads its claims");
  return flaws;
}

} // namespace

bool is_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == std::string::npos && text.front() != ' ' && text.back() != ' ';
}

Sentences flaws_of(const std::vector<ParameterSpec>& parameters) {
  Sentences flaws;
  std::set<std::string> names;
  for (const auto& spec : parameters) {
    if (!names.insert(spec.name).second)
      flaws.push_back("its parameter '" + spec.name + "' is declared twice");
    add(flaws, flaws_of_one(spec));
  }
  return flaws;
}

Sentences flaws_of(const PolicyDescriptor& policy) {
  auto flaws = common_flaws(policy, policy.make != nullptr);
  add(flaws, flaws_of_traits(policy.allows));
  return flaws;
}

Sentences flaws_of(const ActorDescriptor& actor) {
  auto flaws = common_flaws(actor, actor.make != nullptr);
  add(flaws, flaws_of_traits(actor.allows));
  for (const auto& metric : actor.metrics)
    if (!is_one_line(metric.name) || !is_one_line(metric.unit) || !is_one_line(metric.meaning))
      flaws.push_back("its metric '" + metric.name +
                      "' has a name, a unit or a meaning that is not one line");
  std::set<std::string> slots;
  for (const auto& slot : actor.asks)
    if (!slots.insert(slot.slot).second)
      flaws.push_back("it asks twice as '" + slot.slot + "'");
  return flaws;
}

Sentences flaws_of(const WorkloadDescriptor& workload) {
  auto flaws = common_flaws(workload, workload.make != nullptr);
  if (!workload.is_reader() && (workload.recorded_nodes != nullptr || workload.write != nullptr))
    flaws.emplace_back("it reads no files, and says how many nodes they are of, or writes some");
  return flaws;
}

Sentences flaws_of(const PlatformDescriptor& platform) {
  return common_flaws(platform, platform.plan != nullptr);
}

std::optional<Sentences> flaws_of(const PluginPart& part) {
  if (part.kind == Metric::kind)
    return flaws_of_metric(*static_cast<const Metric*>(part.descriptor));
  if (part.kind == ClaimRule::kind)
    return flaws_of_rule(*static_cast<const ClaimRule*>(part.descriptor));
  return std::nullopt;
}

} // namespace malha::conformance
