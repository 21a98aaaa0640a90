// SPDX-License-Identifier: MIT
#include "results/validate/rule.hpp"

namespace malha {
namespace {

const std::set<std::string> final_states{
    "COMPLETED_SUCCESSFULLY", "COMPLETED_FAILED", "COMPLETED_WALLTIME_REACHED",
    "COMPLETED_KILLED",       "REJECTED",         "DEPENDENCY_NEVER_SATISFIED"};

class FinalStates : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    const auto& success = read.row.text("success");
    if (final_states.count(read.state) == 0 ||
        success != (read.state == "COMPLETED_SUCCESSFULLY" ? "1" : "0"))
      findings_.violation("final state", read.who + " is '" + read.state + "' with success " + success);
    if (read.is_rejected() && !read.row.text("allocated_resources").empty())
      findings_.violation("final state", read.who + " is rejected and has resources");
  }

  void end() override {
    if (!run_.has_states)
      findings_.not_checked("final states: jobs.csv has no column 'final_state'");
  }
};

} // namespace

MALHA_RULE("final_state", "Each job has a final state that agrees with its success.", check_by<FinalStates>,
           20, true)

} // namespace malha
