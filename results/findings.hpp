// SPDX-License-Identifier: MIT
#pragma once
#include "validator.hpp"

#include <map>

namespace malha {

/// Dates are sums of rounded numbers. So a task may seem faster than its host by the last digits of its
/// dates. This relative difference is allowed.
inline constexpr double rounding = 1e-9;

/// Gathers what a validation finds. It names at most `most_violations` violations of a rule, and counts the
/// others.
class Findings {
public:
  void checked(const std::string& what) { found_.checks.push_back(what); }
  void not_checked(const std::string& what) { found_.unchecked.push_back(what); }
  void violation(const std::string& rule, const std::string& text) {
    const auto number = ++violations_[rule];
    if (number <= most_violations)
      found_.violations.push_back(rule + ": " + text);
    else if (number == most_violations + 1)
      found_.violations.push_back(rule + ": … and more");
  }
  void job() { ++found_.jobs; }
  Validation take() { return std::move(found_); }

private:
  Validation found_;
  std::map<std::string, std::size_t> violations_;
};

} // namespace malha
