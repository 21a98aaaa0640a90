// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/allowance.hpp"
#include "validator.hpp"

#include <map>
#include <optional>
#include <set>

namespace malha {

/// The actors and policies of a run, any of which could declare a trait: names of actors, and names of
/// policies by the property that selects them in a deployment ("policy", "policy.checkpoint").
struct Declarers {
  std::set<std::string> actors;
  std::map<std::string, std::set<std::string>> policies;
};

/// Explains how to declare the trait that lifts a violated rule, for a schedule that breaks it on purpose: by
/// which actor or policy, and how. "" if no actor or policy is known.
std::string hint_of(const std::string& rule, Trait trait, const Declarers& declarers);

/// Collects the findings of a validation. It keeps the first `most_violations` violations of each rule.
class Findings {
public:
  void checked(const std::string& what) { found_.checks.push_back(what); }
  void not_checked(const std::string& what) { found_.unchecked.push_back(what); }
  /// Adds a violation. `lifted_by`: the trait that would permit it.
  void violation(const std::string& rule, const std::string& text,
                 std::optional<Trait> lifted_by = std::nullopt) {
    const auto number = ++violations_[rule];
    if (number <= most_violations)
      found_.violations.push_back(rule + ": " + text);
    else if (number == most_violations + 1)
      found_.violations.push_back(rule + ": … and more");
    if (lifted_by)
      lifted_by_.emplace(rule, *lifted_by);
  }
  void job() { ++found_.jobs; }
  /// Returns all findings, with a hint for each trait that would lift a violated rule.
  Validation take(const Declarers& declarers) {
    for (const auto& [rule, trait] : lifted_by_)
      if (auto hint = hint_of(rule, trait, declarers); !hint.empty())
        found_.hints.push_back(std::move(hint));
    return std::move(found_);
  }

private:
  Validation found_;
  std::map<std::string, std::size_t> violations_;
  std::set<std::pair<std::string, Trait>> lifted_by_;
};

} // namespace malha
