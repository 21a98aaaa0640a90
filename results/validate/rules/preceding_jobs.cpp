// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/validate/rule.hpp"

#include <map>
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
                        rows.text("condition")});
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
    job.start = job.has_run ? std::min(job.start, read.job.start) : read.job.start;
    job.end = std::max(job.end, read.job.finish);
    job.has_run = true;
  }

  void end() override {
    if (waits_.empty())
      return;
    std::map<JobId, std::vector<const Wait*>> by_job;
    for (const auto& wait : waits_)
      by_job[wait.job].push_back(&wait);
    for (const auto& [job, waits] : by_job)
      check(jobs_.at(job), waits);
    findings_.checked(std::to_string(waits_.size()) +
                      " waits of jobs for jobs: the job is submitted after the end of the other one and its "
                      "think time");
  }

private:
  struct Wait {
    JobId job, preceding;
    Seconds think_time;
    std::string condition; ///< see PrecedingJobRow
  };
  /// A job that waits, or is waited for.
  struct Rows {
    std::string who;
    Seconds submitted = 0;      ///< the first of its tasks
    Seconds start = 0, end = 0; ///< the first start and the last end of its tasks that ran
    bool has_row = false, has_run = false, ended_well = true, is_lost = true;
  };

  void check(const Rows& job, const std::vector<const Wait*>& waits) {
    const bool one_suffices = waits.front()->condition.back() == '?';
    std::vector<std::string> broken;
    std::size_t never_met = 0;
    for (const auto* wait : waits) {
      const auto& preceding = jobs_.at(wait->preceding);
      never_met += is_never_met(*wait, preceding);
      if (auto what = broken_by(job, *wait, preceding); !what.empty())
        broken.push_back(std::move(what));
    }
    if (job.has_run && (!one_suffices || broken.size() == waits.size()))
      for (const auto& what : broken)
        findings_.violation("preceding_jobs", job.who + what);
    const bool may_be_lost = one_suffices ? never_met == waits.size() : never_met > 0;
    if (job.has_row && job.is_lost && !may_be_lost)
      findings_.violation("preceding_jobs",
                          job.who + " never ran, and all jobs that it waits for have ended as they must");
  }

  static bool is(const Wait& wait, const char* condition) {
    return wait.condition == condition || wait.condition == condition + std::string("?");
  }

  static bool is_never_met(const Wait& wait, const Rows& preceding) {
    const bool ended_well = preceding.has_row && preceding.ended_well;
    return is(wait, "afterok") ? !ended_well : is(wait, "afternotok") && ended_well;
  }

  /// What is wrong with a job that ran, behind its name; "": nothing.
  std::string broken_by(const Rows& job, const Wait& wait, const Rows& preceding) const {
    const auto other = "job " + std::to_string(wait.preceding);
    if (!preceding.has_row)
      return " ran, and " + other + ", for which it waits, has not";
    if (is_never_met(wait, preceding))
      return " ran, and " + other + ", for which it waits, has " + (is(wait, "afterok") ? "not " : "") +
             "ended well";
    const bool waits_for_start = is(wait, "after");
    const Seconds date = waits_for_start ? preceding.start : preceding.end;
    if (const Seconds earliest = date + wait.think_time;
        preceding.has_run && job.submitted < earliest - run_.slack(earliest))
      return " is submitted at " + shortest(job.submitted) + ", before " + shortest(earliest) + ": " + other +
             (waits_for_start ? " starts at " : " ends at ") + shortest(date) + ", and its think time is " +
             shortest(wait.think_time) + " s";
    return "";
  }

  std::vector<Wait> waits_;
  std::unordered_map<JobId, Rows> jobs_; ///< those of `waits_`
};

} // namespace

MALHA_RULE("preceding_jobs",
           "A job is submitted its think time after the ends of the jobs that it waits for, or later.",
           check_by<WaitsOfJobs>, 96)

} // namespace malha
