// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/allowance.hpp"
#include "validator.hpp"

#include <map>
#include <optional>
#include <set>

namespace malha {

/// The names of the actors and policies of a run. Each of them could declare a trait.
struct Declarers {
  std::set<std::string> actors;
  /// By the property that selects them in a deployment: "policy", "policy.checkpoint".
  std::map<std::string, std::set<std::string>> policies;
};

/// Explains which actor or policy could declare the trait that would lift a violated rule, and how. "" if no
/// actor or policy is known.
std::string hint_of(const std::string& rule, Trait trait, const Declarers& declarers);

/// Collects the findings of a validation. It keeps the first `most_violations` violations of each rule.
class Findings {
public:
  /// Adds a sentence that says what was checked.
  void checked(const std::string& what) { found_.checks.push_back(what); }
  /// Adds a sentence that says what was not checked, and why.
  void not_checked(const std::string& what) { found_.unchecked.push_back(what); }
  /// Adds a violation. `rule`: what violations begin with, which need not be the name of a `Rule`: those of
  /// "size" and "hosts" begin with "capacity". `lifted_by`: the trait that would permit it.
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
  /// Counts a row of jobs.csv.
  void job() { ++found_.jobs; }
  /// Moves all findings out, with a hint for each trait that would lift a violated rule.
  Validation take(const Declarers& declarers) {
    for (const auto& [rule, trait] : lifted_by_)
      if (auto hint = hint_of(rule, trait, declarers); !hint.empty())
        found_.hints.push_back(std::move(hint));
    return std::move(found_);
  }

private:
  Validation found_;
  std::map<std::string, std::size_t> violations_;     ///< their number, by rule
  std::set<std::pair<std::string, Trait>> lifted_by_; ///< violated rules, with traits that would lift them
};

} // namespace malha
