// SPDX-License-Identifier: MIT
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class Conservation : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void end() override {
    const auto& tasks = run_.tasks;
    if (!tasks.are_known) {
      findings_.not_checked("conservation of tasks: manifest.json is missing");
      return;
    }
    const auto with_row = tasks.are_consecutive ? submitted_with_row() : run_.starts.jobs();
    const auto missing = tasks.submitted - with_row;
    if (tasks.unfinished == 0 && tasks.are_consecutive)
      name_missing(missing);
    else if (missing < 0)
      findings_.violation("conservation", std::to_string(with_row) + " jobs have a row, and " +
                                              std::to_string(tasks.submitted) + " were submitted");
    else if (missing != tasks.unfinished)
      findings_.violation("conservation", "the manifest has " + std::to_string(tasks.unfinished) +
                                              " unfinished tasks, and " + std::to_string(missing) +
                                              " have no row");
    const auto submitted = std::to_string(tasks.submitted);
    findings_.checked(tasks.unfinished == 0 ? "all " + submitted + " tasks have a row each"
                                            : std::to_string(tasks.submitted - tasks.unfinished) + " of " +
                                                  submitted + " tasks have a row each, " +
                                                  std::to_string(tasks.unfinished) + " did not finish");
  }

private:
  /// Counts the rows of submitted tasks, whose ids are 0, 1, 2…, and reports rows of others.
  std::int64_t submitted_with_row() {
    std::int64_t with_row = 0;
    for (const auto id : run_.ids_in_order)
      if (id >= 0 && id < run_.tasks.submitted)
        ++with_row;
      else
        findings_.violation("conservation",
                            "job " + std::to_string(id) + " has a row and was never submitted");
    return with_row;
  }

  /// Reports the missing tasks with the lowest ids: one more than are shown, so that the findings end with
  /// "and more".
  void name_missing(std::int64_t missing) {
    auto unnamed = std::min(missing, static_cast<std::int64_t>(most_violations) + 1);
    for (std::int64_t id = 0; unnamed > 0; ++id)
      if (!run_.starts.has(std::to_string(id))) {
        findings_.violation("conservation", "job " + std::to_string(id) + " was submitted and has no row");
        --unnamed;
      }
  }
};

} // namespace

MALHA_RULE("conservation",
           "Each submitted task has a row in jobs.csv, or the manifest counts it as unfinished.",
           check_by<Conservation>, 120)

} // namespace malha
