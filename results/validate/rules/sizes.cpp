// SPDX-License-Identifier: MIT
#include "sizes_of_attempt.hpp"

#include <algorithm>
#include <unordered_set>

namespace malha {
namespace {

/// Checks the rows of sizes.csv: that jobs have nodes as they may, change them when they may, and do their
/// work on them. Each attempt of a job is checked for itself.
class Sizes : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (run_.sizes.by_job.empty() || read.is_rejected())
      return;
    ran_.insert(read.id);
    const auto said = sizes_said_in(read.row);
    const bool has_rows = run_.sizes.has(read.id);
    // Jobs of a cluster whose policy knows no sizes have no rows.
    if (!has_rows && said && said->min < said->max && run_.sites.number() == 1)
      findings_.violation("sizes", read.who + " is " + name_of(said->kind) + ", and has no row in sizes.csv");
    if (has_rows && !said)
      findings_.violation("sizes", read.who + " has rows in sizes.csv, and its metadata do not say its kind "
                                              "and its least and greatest number of nodes");
    if (has_rows && said)
      jobs_.emplace(read.id, job_of(read, *said));
  }

  void end() override {
    if (run_.sizes.by_job.empty())
      return;
    for (const auto& outage : run_.outages.outages)
      failures_.emplace(outage.resource, outage.start);
    std::int64_t rows_checked = 0, without_law = 0;
    for (const auto& [id, rows] : run_.sizes.by_job)
      if (const auto job = jobs_.find(id); job != jobs_.end()) {
        check(id, job->second, rows);
        without_law += job->second.said.law ? 0 : 1;
        rows_checked += static_cast<std::int64_t>(rows.size());
      } else if (ran_.count(id) == 0 && run_.tasks.unfinished == 0 && run_.tasks.are_known) {
        findings_.violation("sizes", "job " + id + " (" + run_.sizes.place(rows.front()) +
                                         ") has no row in jobs.csv that says that it ran");
      }
    findings_.checked(counted(rows_checked, "row") +
                      " of sizes.csv: jobs have nodes within their bounds, and change them at their points");
    const bool is_known =
        std::any_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job.second.work_is_known(); });
    if (without_law > 0)
      findings_.not_checked("the work of " + counted(without_law, "job") +
                            " of several sizes, whose law is not in the metadata");
    if (!is_known && without_law == 0)
      findings_.not_checked("the work of jobs that change their size: none of them says how much it has");
    else if (run_.settings.may(Trait::resumed_work))
      findings_.not_checked("the work of jobs that change their size: attempts may go on with earlier work");
    else if (is_known)
      findings_.checked("jobs that change their size do all of their work, and no more");
  }

private:
  static SizedJob job_of(const JobInFile& read, const SizesSaid& said) {
    return {read.who, read.row.text_if_any("site"), said, read.job.task.resources, read.job.task.work,
            read.job, read.is_restarted()};
  }

  void check(const std::string& id, const SizedJob& job, const std::vector<SizeRead>& rows) {
    if (job.pref < job.said.min || job.pref > job.said.max)
      findings_.violation("sizes", job.who + " asked for " + counted(job.pref, "resource") +
                                       ", and may have " + std::to_string(job.said.min) + " to " +
                                       std::to_string(job.said.max));
    const auto attempts = attempts_of(id, job);
    auto next = rows.begin();
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      SizeRows own;
      const bool is_last = i + 1 == attempts.size();
      // It may have lost a node when it ended, and the next one started.
      const auto has_more = [&] {
        return own.empty() || is_last || next->time < attempts[i + 1].held.start ||
               (next->time == attempts[i].held.end && !(own.back()->resources == attempts[i].held.resources));
      };
      while (next != rows.end() && has_more())
        own.push_back(&*next++);
      SizesOfAttempt(run_, failures_, job, attempts[i].held, attempts[i].completes, findings_).check(own);
    }
  }

  struct Held {
    Occupation held;
    bool completes; ///< the job completed with this attempt
  };
  /// The attempts of a job, in the order of their starts.
  std::vector<Held> attempts_of(const std::string& id, const SizedJob& job) const {
    const bool completed = job.row.state == FinalState::completed;
    if (!job.is_restarted)
      return {{{"job " + id, job.row.start, job.row.finish, job.row.resources}, completed}};
    std::vector<Held> all;
    const auto found = run_.attempts.by_job.find(id);
    if (found == run_.attempts.by_job.end())
      return all;
    auto attempts = found->second;
    sort_by_start(attempts, run_);
    for (const auto* attempt : attempts)
      all.push_back({attempt->held, completed && attempt->ended_job()});
    return all;
  }

  std::map<std::string, SizedJob> jobs_; ///< by id; those with rows
  std::unordered_set<std::string> ran_;  ///< ids of the jobs that have a row in jobs.csv
  SizesOfAttempt::Failures failures_;
};

} // namespace

MALHA_RULE(
    "sizes",
    "Jobs that may change their size have nodes within their bounds, change them at their points, and do "
    "all of their work on them.",
    check_by<Sizes>, 85)

} // namespace malha
