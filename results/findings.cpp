// SPDX-License-Identifier: MIT
#include "findings.hpp"

namespace malha {
namespace {

bool is_of_policies(Trait trait) {
  return trait == Trait::copies || trait == Trait::resumed_work || trait == Trait::changing_heads ||
         trait == Trait::stops_within_shares;
}

bool is_of_actors(Trait trait) { return trait != Trait::changing_heads; }

/// "policy a", "one of policies a, b"
std::string named(const std::string& kind, const std::string& kinds, const std::set<std::string>& names) {
  if (names.size() == 1)
    return kind + " " + *names.begin();
  std::string text;
  for (const auto& name : names)
    text += (text.empty() ? "one of " + kinds + " " : ", ") + name;
  return text;
}

} // namespace

std::string hint_of(const std::string& rule, Trait trait, const Declarers& declarers) {
  const auto& word = word_of(trait);
  const bool has_amount = *word.unit != '\0';
  const std::string written = std::string("malha::Trait::") + word.word;
  const bool by_policy = is_of_policies(trait) && !declarers.policies.empty();
  const bool by_actor = is_of_actors(trait) && !declarers.actors.empty();
  if (!by_policy && !by_actor)
    return "";
  std::string who, how;
  if (by_policy) {
    who = named("policy", "policies", declarers.policies);
    how = written + " behind its parameters";
  }
  if (by_actor) {
    who += (who.empty() ? "" : ", or ") + named("actor", "actors", declarers.actors);
    how += (how.empty() ? "" : ", or ") + written + " in .shows(…)" + (by_policy ? " of an actor" : "");
  }
  return rule + ": this run does not declare '" + word.word + "'" +
         (has_amount ? " with so large an amount" : "") + ": " + word.meaning + ". If " + who +
         " does that on purpose, it says so: " + how + " (docs/files.md, What a schedule may show)";
}

} // namespace malha
