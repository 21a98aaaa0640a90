// SPDX-License-Identifier: MIT
#include "known_losses.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"
#include "work_of_attempts.hpp"

#include <cmath>

namespace malha {
namespace {

/// Checks the attempts of each job: against each other, and against the row of the job.
class AttemptsOfJobs {
public:
  AttemptsOfJobs(const ValidatedRun& run, Findings& findings)
      : run_(run), losses_(run), work_(run, findings), most_(run.settings.most_attempts()),
        findings_(findings) {}

  /// Checks an attempt by itself: its dates, its resources and its outcome.
  void check_alone(const Attempt& attempt) {
    const auto& settings = run_.settings;
    if (attempt.took() < 0)
      findings_.violation("finish >= start", attempt.who() + " ends at " + shortest(attempt.held.end) +
                                                 ", started at " + shortest(attempt.held.start));
    if (!attempt.has_known_resources())
      findings_.violation("capacity", attempt.who() + " is on resources '" + *attempt.unknown_resources +
                                          "', which are not all in resources.csv");
    if (!attempt.ended_job() && !settings.may_end(attempt.outcome))
      findings_.violation("attempts", attempt.who() + " is '" + attempt.outcome +
                                          "'; valid: " + valid_outcomes() + "the final state of its job");
    else if (attempt.is_kept() && !settings.may(Trait::resumed_work))
      findings_.violation("attempts", attempt.who() + " is 'suspended', and no task of this run is resumed",
                          Trait::resumed_work);
    else if (attempt.is_lost() && !losses_.known_to_be_lost(attempt))
      findings_.violation("attempts", attempt.who() + " is " + attempt.outcome + " at " +
                                          shortest(attempt.held.end) + ", when none of its resources fails");
  }

  /// Checks the numbers of the attempts, and how many run at once.
  void check_order(Attempts attempts) {
    check_numbers(attempts);
    sort_by_start(attempts, run_);
    std::multiset<Seconds> ends; // of the attempts that run when the next one starts
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      const auto& held = attempts[i]->held;
      ends.erase(ends.begin(), ends.upper_bound(held.start));
      if (held.end > held.start)
        ends.insert(held.end);
      if (most_ && static_cast<std::int64_t>(ends.size()) > *most_)
        findings_.violation("copies",
                            attempts[i]->who() + " is one of " + std::to_string(ends.size()) +
                                " attempts at " + shortest(held.start) + ", and " + std::to_string(*most_) +
                                " may be at once",
                            Trait::copies);
      else if (most_ == 1 && i > 0)
        check_next(*attempts[i - 1], *attempts[i]);
    }
  }

  /// Checks the attempts of a job against its row in jobs.csv.
  void check_row(const Restarted& job, const Attempts& attempts) {
    const auto number = static_cast<std::int64_t>(attempts.size());
    if (number - 1 != job.restarts)
      findings_.violation("attempts", job.who + " has " + counted(job.restarts, "restart") + " and " +
                                          counted(number, "attempt"));
    const auto ended = std::count_if(attempts.begin(), attempts.end(),
                                     [](const Attempt* attempt) { return attempt->ended_job(); });
    if (ended != 1) {
      findings_.violation("attempts", job.who + " has " + counted(ended, "attempt") + " that ended it");
      return;
    }
    check_again(job, attempts);
    Seconds wasted = 0;
    for (const auto* attempt : attempts) {
      check_dates(job, *attempt);
      if (attempt->ended_job())
        check_last(job, *attempt);
      else
        check_other(job, *attempt);
      wasted += attempt->is_vain() ? attempt->took() : 0;
    }
    const auto stopped = std::count_if(attempts.begin(), attempts.end(),
                                       [](const Attempt* attempt) { return attempt->is_stopped(); });
    if (stopped != job.preemptions)
      findings_.violation("attempts", job.who + " has " + counted(job.preemptions, "preemption") + ", and " +
                                          counted(stopped, "attempt") + " that stopped for another user");
    // Sums in another order may differ in their last digits.
    if (number - 1 == job.restarts && std::abs(wasted - job.job.wasted) > rounding_of(wasted))
      findings_.violation("attempts", job.who + " has wasted_time " + shortest(job.job.wasted) +
                                          ", its other attempts took " + shortest(wasted));
    if (job.state == "COMPLETED_SUCCESSFULLY" && !run_.sizes.has(attempts.front()->id()))
      work_.check(job, attempts);
  }

  /// Checks the attempts of a job that has no row, or was rejected: none of them may show that it ended.
  void check_unfinished(const Attempts& attempts) {
    for (const auto* attempt : attempts)
      if (attempt->has_computed_all() || attempt->is_cancelled())
        findings_.violation("attempts", attempt->who() + " is '" + attempt->outcome +
                                            "', and jobs.csv has no end of the job");
  }

private:
  /// "cancelled, lost, or ": the outcomes that this run may show, if they are known.
  std::string valid_outcomes() const {
    const auto& all = run_.settings.allowed->attempts_end;
    return all.empty() ? "" : listed({all.begin(), all.end()}) + ", or ";
  }

  /// Checks that the attempts of a job are numbered from 1 by start.
  void check_numbers(Attempts attempts) {
    std::stable_sort(attempts.begin(), attempts.end(),
                     [](const Attempt* a, const Attempt* b) { return a->number < b->number; });
    for (std::size_t i = 0; i < attempts.size(); ++i)
      if (const auto& attempt = *attempts[i]; attempt.number != static_cast<std::int64_t>(i) + 1)
        findings_.violation("attempts", attempt.place + " is attempt " + std::to_string(attempt.number) +
                                            " of " + attempt.held.job + ", after " + std::to_string(i));
      else if (i > 0 && starts_before(attempt, *attempts[i - 1], run_))
        findings_.violation("attempts", attempt.who() + " is attempt " + std::to_string(i + 1) +
                                            ", and starts before attempt " + std::to_string(i) +
                                            ", or with it on a lower resource");
  }

  /// Checks two successive attempts of a job, if a job has at most one attempt at once.
  void check_next(const Attempt& before, const Attempt& next) {
    if (before.ended_job() && next.held.start > before.held.start && !run_.settings.may_end("recomputed"))
      findings_.violation("attempts", next.who() + " starts again at " + shortest(next.held.start) +
                                          ", when " + before.place + " has ended the job");
    const auto known =
        before.is_lost() && !may_stop_unseen() ? losses_.known_to_be_lost(before) : std::nullopt;
    if (known && next.held.start < *known - rounding_of(*known))
      findings_.violation("attempts", next.who() + " starts at " + shortest(next.held.start) +
                                          ", before the loss of the attempt before is known at " +
                                          shortest(*known));
  }

  /// Whether a lost attempt may be followed by another one before its loss is known. A task on a machine that
  /// is not yet known to be down may be stopped there, and start elsewhere. But a task that is to be kept in
  /// an image waits for the image, which a machine that is down cannot send.
  bool may_stop_unseen() const {
    return run_.settings.may_end("preempted") && !run_.settings.may(Trait::resumed_work);
  }

  /// Checks the start and the run time of an attempt.
  void check_dates(const Restarted& job, const Attempt& attempt) {
    if (attempt.held.start < job.job.task.submitted)
      findings_.violation("start >= submission", attempt.who() + " starts at " +
                                                     shortest(attempt.held.start) + ", submitted at " +
                                                     shortest(job.job.task.submitted));
    const Seconds limit = job.limit * run_.stretches.of_limit(attempt.held.resources, attempt.held.start,
                                                              job.job.task.work > 0);
    const auto took = run_.against_limit(attempt.held, job.sizes, job.job.task.resources);
    if (took && *took > limit + rounding_of(attempt.held.end))
      findings_.violation("walltime",
                          attempt.who() + " ran for " + shortest(*took) + " s, its walltime is " +
                              shortest(limit),
                          Trait::overrun);
  }

  /// Checks that the attempt that ended the job is the one in jobs.csv.
  void check_last(const Restarted& job, const Attempt& last) {
    if (last.held.start != job.job.start || last.held.end != job.job.finish ||
        !(last.held.resources == job.job.resources) || last.outcome != job.state)
      findings_.violation("attempts", job.who + " differs from its last attempt in attempts.csv");
  }

  /// Whether the attempt began when its job had ended.
  bool runs_again(const Restarted& job, const Attempt& attempt) const {
    return run_.settings.may_end("recomputed") &&
           (attempt.is_recomputed() || attempt.held.start > job.job.finish ||
            (attempt.held.start == job.job.finish && attempt.held.end > job.job.finish));
  }

  /// Checks the attempts that began when their job had ended. Only a task of a DAG may run again: if a
  /// resource of the last attempt that computed all of it has failed since then, with the files that it made.
  void check_again(const Restarted& job, Attempts attempts) {
    sort_by_start(attempts, run_);
    // A copy of a task may begin before the news that the task has ended.
    const bool may_be_late = run_.settings.may(Trait::late_cancellation) && most_ != 1;
    for (const auto* attempt : attempts) {
      if (attempt->ended_job() || !runs_again(job, *attempt))
        continue;
      if (!have_lost_files(attempts, *attempt) && (attempt->is_recomputed() || !may_be_late))
        findings_.violation("attempts", attempt->who() + " starts again at " + shortest(attempt->held.start) +
                                            ", when " + job.who +
                                            " had ended and no crash had taken its files");
      if (attempt->is_cancelled() && !run_.settings.may(Trait::late_cancellation) &&
          std::none_of(attempts.begin(), attempts.end(), [&](const Attempt* other) {
            return other->is_recomputed() && other->held.end == attempt->held.end;
          }))
        findings_.violation("copies", attempt->who() + " is cancelled at " + shortest(attempt->held.end) +
                                          ", when no other attempt ends");
    }
  }

  /// Whether a crash had taken what attempts of the task had made when that one began.
  bool have_lost_files(const Attempts& attempts, const Attempt& again) const {
    const Attempt* last = nullptr;
    for (const auto* attempt : attempts)
      if (attempt->has_computed_all() && attempt != &again && attempt->held.end <= again.held.start &&
          (last == nullptr || attempt->held.end >= last->held.end))
        last = attempt;
    return last != nullptr && run_.parents.count(again.id()) > 0 &&
           losses_.took_its_files(*last, again.held.start);
  }

  /// Checks the size of an attempt that did not end the job, and that it did not outlast the job.
  void check_other(const Restarted& job, const Attempt& attempt) {
    if (attempt.held.resources.size() != job.job.resources.size() && !run_.sizes.has(attempt.id()))
      findings_.violation("capacity",
                          attempt.who() + " has " + counted(attempt.held.resources.size(), "resource") +
                              ", and the one that ended its job " + std::to_string(job.job.resources.size()));
    if (!run_.settings.may(Trait::late_cancellation) && !runs_again(job, attempt) &&
        (attempt.is_cancelled() ? attempt.held.end != job.job.finish : attempt.held.end > job.job.finish))
      findings_.violation("copies",
                          attempt.who() + " is " + attempt.outcome + " at " + shortest(attempt.held.end) +
                              ", its job ended at " + shortest(job.job.finish),
                          Trait::late_cancellation);
  }

  const ValidatedRun& run_;
  const KnownLosses losses_;
  WorkOfAttempts work_;
  const std::optional<std::int64_t> most_; ///< number of attempts of a job at once; none: unknown
  Findings& findings_;
};

class AttemptRule : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_restarted())
      restarted_[read.id] = {read.who,
                             read.job,
                             read.state,
                             read.restarts,
                             read.preemptions,
                             limit(read),
                             run_.sizes.has(read.id) ? sizes_said_in(read.row) : std::nullopt};
    else if (read.preemptions != 0)
      findings_.violation("attempts",
                          read.who + " has " + counted(read.preemptions, "preemption") + " and no restart");
  }

  void end() override {
    if (!run_.attempts.has_file) {
      for (const auto& [id, job] : restarted_)
        findings_.violation("attempts", job.who + " was restarted, and attempts.csv is missing");
      return;
    }
    AttemptsOfJobs checks(run_, findings_);
    for (const auto& attempt : run_.attempts.rows)
      checks.check_alone(attempt);
    const auto& by_job = run_.attempts.by_job;
    for (const auto& [id, job] : restarted_) {
      const auto attempts = by_job.find(id);
      checks.check_row(job, attempts == by_job.end() ? Attempts{} : attempts->second);
    }
    for (const auto& [id, attempts] : by_job) {
      checks.check_order(attempts);
      if (run_.starts.start_of(id))
        findings_.violation("attempts", "job " + id + " has attempts, and no restart in jobs.csv");
      else if (restarted_.count(id) == 0)
        checks.check_unfinished(attempts);
    }
    report_checks();
  }

private:
  /// The longest run time of an attempt; infinity if it has no limit.
  Seconds limit(const JobInFile& read) const {
    const Seconds walltime = finite(read.row, "requested_time");
    const bool is_limited =
        walltime >= 0 && !run_.settings.may(Trait::overrun) && !run_.settings.may(Trait::late_starts);
    return is_limited ? run_.limit(walltime) : std::numeric_limits<Seconds>::infinity();
  }

  void report_checks() {
    const auto& settings = run_.settings;
    findings_.checked(
        "every job with a row has one attempt that ended it, and every loss is a failure of a resource");
    if (const auto most = settings.most_attempts())
      findings_.checked("no job has more than " + counted(*most, "attempt") + " at once");
    if (!settings.allowed)
      return;
    if (settings.may_end("recomputed") && !run_.parents.empty())
      findings_.checked("no task runs again after its end, unless a crash had taken the files that it made");
    if (settings.may_end("cancelled")) {
      if (settings.may(Trait::late_cancellation))
        findings_.not_checked("ends of copies: they run on until the end of their job is known");
      else
        findings_.checked("copies are cancelled at the date at which their job ends");
    }
    if (settings.keeps_images())
      findings_.checked(
          "the work kept in images and the work of the last attempt add up to the work of the job");
    if (settings.may(Trait::resumed_work))
      findings_.checked("no job that resumed the work of earlier attempts is faster than its hosts together");
  }

  std::map<std::string, Restarted> restarted_; ///< by id
};

} // namespace

MALHA_RULE("job_attempts",
           "Each job has one attempt that ended it, and no more attempts at once than its run allows.",
           check_by<AttemptRule>, 110)

} // namespace malha
