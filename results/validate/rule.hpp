// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "jobs.hpp"
#include "policies/sdk/linked_parts.hpp"
#include "validated_run.hpp"

namespace malha {

/// The check of one run by one rule. It reports what it finds to `findings_`.
class RuleCheck {
public:
  RuleCheck(const ValidatedRun& run, Findings& findings) : run_(run), findings_(findings) {}
  virtual ~RuleCheck() = default;
  RuleCheck(const RuleCheck&) = delete;
  RuleCheck& operator=(const RuleCheck&) = delete;

  /// Checks a row of jobs.csv; called in the order of the file.
  virtual void job(const JobInFile&) {}
  /// Checks a row of attempts.csv; called in the order of the file, after all jobs.
  virtual void attempt(const Attempt&) {}
  /// Checks what only the whole run shows; called after all rows. States what was checked and what was not.
  virtual void end() {}

protected:
  const ValidatedRun& run_;
  Findings& findings_;
};

/// A rule that schedules keep. Each has a file of its own, in results/validate/rules/ or in a plugin, which
/// ends with MALHA_RULE.
struct __attribute__((visibility("default"))) Rule {
  static constexpr const char* kind = "rule";

  std::string name;    ///< lower case with '_'
  std::string meaning; ///< a sentence that is true of a valid schedule
  std::unique_ptr<RuleCheck> (*make)(const ValidatedRun& run, Findings& findings);
  int place = last_place;   ///< rules check each row, and then the whole run, by increasing place
  bool is_of_tools = false; ///< whether it also checks the jobs.csv of another tool, which has no other files
};

/// Makes a check of class `Check`; a value for `Rule::make`.
template <class Check>
std::unique_ptr<RuleCheck> check_by(const ValidatedRun& run, Findings& findings) {
  return std::make_unique<Check>(run, findings);
}

/// Prints the rules as a table in Markdown.
void print_rules(std::ostream& out);

} // namespace malha

/// MALHA_RULE("name", "meaning", check_by<Check>, place, is_of_tools)
#define MALHA_RULE(...) MALHA_LINKED_PART(malha::Rule{__VA_ARGS__})
