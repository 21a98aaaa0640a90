// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/validate/rule.hpp"

#include <unordered_map>

namespace malha {
namespace {

/// Compares the dates of jobs with those of the jobs that they wait for.
class WaitsOfJobs : public RuleCheck {
public:
  WaitsOfJobs(const ValidatedRun& run, Findings& findings) : RuleCheck(run, findings) {
    const auto file = run.folder() / "preceding_jobs.csv";
    if (!is_written(file))
      return;
    for (CsvReader rows(file); rows.next();) {
      waits_.push_back({rows.integer("job"), rows.integer("preceding"), finite(rows, "think_time"),
                        rows.text("condition") == "afterok"});
      jobs_[waits_.back().job];
      jobs_[waits_.back().preceding];
    }
  }

  void job(const JobInFile& read) override {
    if (waits_.empty())
      return;
    const auto found = jobs_.find(read.row.integer("job"));
    if (found == jobs_.end())
      return;
    auto& job = found->second;
    job.who = job.has_row ? "job " + std::to_string(found->first) : read.who;
    job.submitted = job.has_row ? std::min(job.submitted, read.job.task.submitted) : read.job.task.submitted;
    job.has_row = true;
    job.ended_well = job.ended_well && read.job.state == FinalState::completed;
    job.is_lost = job.is_lost && read.job.state == FinalState::dependency_never_satisfied;
    if (read.is_rejected())
      return;
    job.has_run = true;
    job.end = std::max(job.end, read.job.finish);
  }

  void end() override {
    if (waits_.empty())
      return;
    for (const auto& wait : waits_)
      check(wait);
    for (const auto& wait : waits_)
      if (auto& job = jobs_.at(wait.job); job.has_row && job.is_lost && !std::exchange(job.may_be_lost, true))
        findings_.violation("preceding_jobs",
                            job.who + " never ran, and all jobs that it waits for have ended as they must");
    findings_.checked(std::to_string(waits_.size()) +
                      " waits of jobs for jobs: the job is submitted after the end of the other one and its "
                      "think time");
  }

private:
  struct Wait {
    JobId job, preceding;
    Seconds think_time;
    bool must_end_well;
  };
  /// A job that waits, or is waited for.
  struct Rows {
    std::string who;
    Seconds submitted = 0; ///< the first of its tasks
    Seconds end = 0;       ///< of the last of its tasks that ran
    bool has_row = false, has_run = false, ended_well = true, is_lost = true;
    bool may_be_lost = false; ///< a job that it waits for has not ended well
  };

  void check(const Wait& wait) {
    auto& job = jobs_.at(wait.job);
    const auto& preceding = jobs_.at(wait.preceding);
    const auto other = "job " + std::to_string(wait.preceding);
    if (wait.must_end_well && (!preceding.has_row || !preceding.ended_well))
      job.may_be_lost = true;
    if (!job.has_run)
      return;
    if (!preceding.has_row)
      findings_.violation("preceding_jobs", job.who + " ran, and " + other + ", for which it waits, has not");
    else if (wait.must_end_well && !preceding.ended_well)
      findings_.violation("preceding_jobs",
                          job.who + " ran, and " + other + ", for which it waits, has not ended well");
    else if (const Seconds earliest = preceding.end + wait.think_time;
             preceding.has_run && job.submitted < earliest - run_.slack(earliest))
      findings_.violation("preceding_jobs",
                          job.who + " is submitted at " + shortest(job.submitted) + ", before " +
                              shortest(earliest) + ": " + other + " ends at " + shortest(preceding.end) +
                              ", and its think time is " + shortest(wait.think_time) + " s");
  }

  std::vector<Wait> waits_;
  std::unordered_map<JobId, Rows> jobs_; ///< those of `waits_`
};

} // namespace

MALHA_RULE("preceding_jobs",
           "A job is submitted its think time after the ends of the jobs that it waits for, or later.",
           check_by<WaitsOfJobs>, 96)

} // namespace malha
