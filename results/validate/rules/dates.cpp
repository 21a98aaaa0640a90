// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class Dates : public RuleCheck {
public:
  Dates(const ValidatedRun& run, Findings& findings) : RuleCheck(run, findings) {
    findings_.checked("every start is at or after its submission, every finish at or after its start");
  }

  void job(const JobInFile& read) override {
    if (read.is_rejected())
      return;
    const auto& job = read.job;
    if (job.start < job.task.submitted)
      findings_.violation("start >= submission", read.who + " starts at " + shortest(job.start) +
                                                     ", submitted at " + shortest(job.task.submitted));
    if (job.finish < job.start)
      findings_.violation("finish >= start", read.who + " finishes at " + shortest(job.finish) +
                                                 ", started at " + shortest(job.start));
  }
};

} // namespace

MALHA_RULE("dates", "Each job starts at or after its submission and finishes at or after its start.",
           check_by<Dates>, 30, true)

} // namespace malha
