// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/allowance.hpp"
#include "validator.hpp"

#include <map>
#include <optional>
#include <set>

namespace malha {

/// Dates are sums of rounded numbers. So a task may seem faster than its host by the last digits of its
/// dates. This relative difference is allowed.
inline constexpr double rounding = 1e-9;

/// Who could have declared a trait: the names of the actors of a run, and of its policies by the property
/// that names them in a deployment ("policy", "policy.checkpoint").
struct Declarers {
  std::set<std::string> actors;
  std::map<std::string, std::set<std::string>> policies;
};

/// What somebody who meets a violation may do where the schedule is meant to be so: who declares the trait,
/// and how. "" where it is not known who decided.
std::string hint_of(const std::string& rule, Trait trait, const Declarers& declarers);

/// Gathers what a validation finds. It names at most `most_violations` violations of a rule, and counts the
/// others.
class Findings {
public:
  void checked(const std::string& what) { found_.checks.push_back(what); }
  void not_checked(const std::string& what) { found_.unchecked.push_back(what); }
  /// `lifted_by` is the trait under which it would be none.
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
  /// All of it, with a hint for each trait that would lift a rule.
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
