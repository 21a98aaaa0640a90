// SPDX-License-Identifier: MIT
#include "findings.hpp"

namespace malha {
namespace {

/// The property that selects the policy which usually decides about the trait; "" if only actors do.
std::string property_of(Trait trait) {
  switch (trait) {
  case Trait::copies:
  case Trait::changing_heads:
    return "policy";
  case Trait::resumed_work:
    return "policy.checkpoint";
  case Trait::stops_within_shares:
    return "policy.preemption";
  default:
    return "";
  }
}

/// The policies that may decide about the trait: those that its property selects, or all policies if the run
/// does not have that property.
std::set<std::string> policies_of(Trait trait, const Declarers& declarers) {
  const auto property = property_of(trait);
  if (property.empty())
    return {};
  if (const auto known = declarers.policies.find(property); known != declarers.policies.end())
    return known->second;
  std::set<std::string> all;
  for (const auto& [other, names] : declarers.policies)
    all.insert(names.begin(), names.end());
  return all;
}

/// Whether an actor may declare the trait.
bool is_of_actors(Trait trait) { return trait != Trait::changing_heads; }

/// "policy a", "one of policies a, b"; "" for no name.
std::string named(const std::string& kind, const std::string& kinds, const std::set<std::string>& names) {
  if (names.size() == 1)
    return kind + " " + *names.begin();
  std::string text;
  for (const auto& name : names)
    text.append(text.empty() ? "one of " + kinds + " " : ", ").append(name);
  return text;
}

} // namespace

std::string hint_of(const std::string& rule, Trait trait, const Declarers& declarers) {
  const auto& word = word_of(trait);
  const bool has_amount = *word.unit != '\0';
  const std::string written = std::string("malha::Trait::") + word.word;
  const auto policies = policies_of(trait, declarers);
  const bool by_policy = !policies.empty();
  const bool by_actor = is_of_actors(trait) && !declarers.actors.empty();
  if (!by_policy && !by_actor)
    return "";
  std::string who, how;
  if (by_policy) {
    who = named("policy", "policies", policies);
    how = written + " behind its parameters";
  }
  if (by_actor) {
    who += (who.empty() ? "" : ", or ") + named("actor", "actors", declarers.actors);
    how += (how.empty() ? "" : ", or ") + written + " in .allows(…)" + (by_policy ? " of an actor" : "");
  }
  return rule + ": this run does not declare '" + word.word + "'" +
         (has_amount ? ", or declares a smaller amount" : "") + ": " + word.meaning + ". If " + who +
         " does this on purpose, declare it: " + how + " (docs/files.md, What a schedule may show)";
}

} // namespace malha
