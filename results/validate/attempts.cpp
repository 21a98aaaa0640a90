// SPDX-License-Identifier: MIT
#include "attempts.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

struct Attempt {
  Occupation held;
  std::int64_t number;
  std::string place; ///< "attempts.csv:3"
  std::string outcome;
  Flops work; ///< that it did and that counts, where attempts may be suspended

  bool ended_job() const { return outcome.rfind("COMPLETED_", 0) == 0; }
  /// Its resource, or one of them, went down.
  bool is_lost() const { return outcome == "lost" || outcome == "node_lost"; }
  /// An image keeps what it did.
  bool is_kept() const { return outcome == "suspended"; }
  /// Another user got its machine.
  bool is_stopped() const { return outcome == "preempted" || is_kept(); }
  /// Another attempt had ended its job.
  bool is_cancelled() const { return outcome == "cancelled"; }
  /// Nothing of it counts.
  bool is_vain() const { return !ended_job() && !is_kept(); }
  std::string who() const { return held.job + " (" + place + ")"; }
  Seconds took() const { return held.end - held.start; }
  int resource() const { return held.resources.empty() ? -1 : held.resources.intervals().front().first; }
};

/// Of one job.
using Attempts = std::vector<Attempt>;

Seconds slack(Seconds date) { return rounding * std::max(1.0, date); }

class Checks {
public:
  Checks(const Machines& machines, const RunRules& rules, Findings& findings)
      : machines_(machines), rules_(rules), most_(rules.most_attempts()), findings_(findings) {
    for (const auto& outage : machines.outages)
      outages_[{outage.start, outage.resource}] = outage.end;
  }

  Attempt read(const CsvReader& row) {
    Attempt made{{"job " + row.text("job_id"), finite(row, "start"), finite(row, "end"), resources_in(row)},
                 row.integer("attempt"),
                 row.place(),
                 row.text("outcome"),
                 keeps_images() ? finite(row, "work") : 0};
    if (made.took() < 0)
      findings_.violation("finish >= start", made.who() + " ends at " + shortest(made.held.end) +
                                                 ", started at " + shortest(made.held.start));
    if (!are_known(made.held.resources))
      findings_.violation("capacity", made.who() + " is on resources '" + row.text("allocated_resources") +
                                          "', which are not all in resources.csv");
    if (!made.ended_job() && !rules_.may_end(made.outcome))
      findings_.violation("attempts", made.who() + " is '" + made.outcome + "'; valid: " + outcomes() +
                                          "the final state of its job");
    else if (made.is_kept() && !rules_.may(Trait::resumed_work))
      findings_.violation("attempts", made.who() + " is 'suspended', and no task of this run is resumed",
                          Trait::resumed_work);
    else if (made.is_lost() && !known_to_be_lost(made))
      findings_.violation("attempts", made.who() + " is " + made.outcome + " at " + shortest(made.held.end) +
                                          ", where its resource does not go down");
    return made;
  }

  /// Whatever became of the job. Sorts the attempts.
  void check_order(Attempts& attempts) {
    check_numbers(attempts);
    std::multiset<Seconds> ends; // of those that run
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      const auto& held = attempts[i].held;
      ends.erase(ends.begin(), ends.upper_bound(held.start));
      if (held.end > held.start)
        ends.insert(held.end);
      if (most_ && static_cast<std::int64_t>(ends.size()) > *most_)
        findings_.violation("copies",
                            attempts[i].who() + " is one of " + std::to_string(ends.size()) +
                                " attempts at " + shortest(held.start) + ", and " + std::to_string(*most_) +
                                " may be at once",
                            Trait::copies);
      else if (most_ == 1 && i > 0)
        check_next(attempts[i - 1], attempts[i]);
    }
  }

  /// Of a job that ended, against its row.
  void check_row(const Restarted& job, const Attempts& attempts) {
    const auto number = static_cast<std::int64_t>(attempts.size());
    if (number - 1 != job.restarts)
      findings_.violation("attempts", job.who + " has " + counted(job.restarts, "restart") + " and " +
                                          counted(number, "attempt"));
    const auto ended = std::count_if(attempts.begin(), attempts.end(),
                                     [](const Attempt& attempt) { return attempt.ended_job(); });
    if (ended != 1) {
      findings_.violation("attempts", job.who + " has " + counted(ended, "attempt") + " that ended it");
      return;
    }
    Seconds wasted = 0;
    for (const auto& attempt : attempts) {
      check_dates(job, attempt);
      if (attempt.ended_job())
        check_last(job, attempt);
      else
        check_other(job, attempt);
      wasted += attempt.is_vain() ? attempt.took() : 0;
    }
    const auto stopped = std::count_if(attempts.begin(), attempts.end(),
                                       [](const Attempt& attempt) { return attempt.is_stopped(); });
    if (stopped != job.preemptions)
      findings_.violation("attempts", job.who + " has " + counted(job.preemptions, "preemption") + ", and " +
                                          counted(stopped, "attempt") + " that stopped for another user");
    if (number - 1 == job.restarts && std::abs(wasted - job.wasted) > slack(wasted)) // sums in any order
      findings_.violation("attempts", job.who + " has wasted_time " + shortest(job.wasted) +
                                          ", its other attempts took " + shortest(wasted));
    if (job.final_state != "COMPLETED_SUCCESSFULLY")
      return;
    if (rules_.may(Trait::resumed_work))
      check_work(job, attempts);
    if (keeps_images())
      check_kept_work(job, attempts);
  }

  /// Of a job that has no row, or none that says it ran.
  void check_unfinished(const Attempts& attempts) {
    for (const auto& attempt : attempts)
      if (attempt.ended_job() || attempt.is_cancelled())
        findings_.violation("attempts", attempt.who() + " is '" + attempt.outcome +
                                            "', and jobs.csv has no end of the job");
  }

private:
  bool keeps_images() const { return rules_.shown && rules_.may_end("suspended"); }

  bool are_known(const IndexSet& resources) const {
    return !resources.empty() &&
           std::all_of(resources.intervals().begin(), resources.intervals().end(), [&](const auto& interval) {
             const auto& all = machines_.resources;
             const auto known =
                 std::distance(all.lower_bound(interval.first), all.upper_bound(interval.last));
             return known == std::int64_t(interval.last) - interval.first + 1;
           });
  }

  /// "cancelled, lost, or ": those of this run.
  std::string outcomes() const {
    const auto& all = rules_.shown->attempts_end;
    return all.empty() ? "" : listed({all.begin(), all.end()}) + ", or ";
  }

  void check_numbers(Attempts& attempts) {
    std::stable_sort(attempts.begin(), attempts.end(),
                     [](const Attempt& a, const Attempt& b) { return a.number < b.number; });
    const auto starts_before = [this](const Attempt& a, const Attempt& b) { // copies go by resource, too
      return a.held.start != b.held.start ? a.held.start < b.held.start
                                          : most_ != 1 && a.resource() < b.resource();
    };
    for (std::size_t i = 0; i < attempts.size(); ++i)
      if (attempts[i].number != static_cast<std::int64_t>(i) + 1)
        findings_.violation("attempts", attempts[i].place + " is attempt " +
                                            std::to_string(attempts[i].number) + " of " +
                                            attempts[i].held.job + ", after " + std::to_string(i));
      else if (i > 0 && starts_before(attempts[i], attempts[i - 1]))
        findings_.violation("attempts", attempts[i].who() + " is attempt " + std::to_string(i + 1) +
                                            ", and starts before attempt " + std::to_string(i) +
                                            ", or with it on a lower resource");
    std::stable_sort(attempts.begin(), attempts.end(), starts_before);
  }

  /// Of a job that has one attempt at a time.
  void check_next(const Attempt& before, const Attempt& next) {
    if (before.ended_job() && next.held.start > before.held.start)
      findings_.violation("attempts", next.who() + " starts again at " + shortest(next.held.start) +
                                          ", when " + before.place + " has ended the job");
    const auto known = before.is_lost() && !may_stop_unseen() ? known_to_be_lost(before) : std::nullopt;
    if (known && next.held.start < *known - slack(*known))
      findings_.violation("attempts", next.who() + " starts at " + shortest(next.held.start) +
                                          ", before it is known at " + shortest(*known) +
                                          " that the one before is lost");
  }

  /// A task on a machine that nobody knows to be down may be stopped there, and start elsewhere. One that is
  /// kept in an image waits for the image, which never comes.
  bool may_stop_unseen() const { return rules_.may_end("preempted") && !rules_.may(Trait::resumed_work); }

  /// After the delay, or when its resource is back; nothing where none of its resources goes down.
  std::optional<Seconds> known_to_be_lost(const Attempt& lost) const {
    const Seconds date = lost.held.end, delayed = date + rules_.detection_delay();
    std::optional<Seconds> known;
    for (auto outage = outages_.lower_bound({date, 0});
         outage != outages_.end() && outage->first.first == date; ++outage)
      if (lost.held.resources.contains(outage->first.second))
        known = std::min({known.value_or(delayed), delayed, outage->second.value_or(delayed)});
    return known;
  }

  void check_dates(const Restarted& job, const Attempt& attempt) {
    if (attempt.held.start < job.submitted)
      findings_.violation("start >= submission", attempt.who() + " starts at " +
                                                     shortest(attempt.held.start) + ", submitted at " +
                                                     shortest(job.submitted));
    if (attempt.took() > job.limit + slack(attempt.held.end))
      findings_.violation("walltime",
                          attempt.who() + " ran for " + shortest(attempt.took()) + " s, its walltime is " +
                              shortest(job.limit),
                          Trait::overrun);
  }

  void check_last(const Restarted& job, const Attempt& last) {
    if (last.held.start != job.start || last.held.end != job.finish ||
        !(last.held.resources == job.resources) || last.outcome != job.final_state)
      findings_.violation("attempts", job.who + " is not what attempts.csv says of it");
  }

  void check_other(const Restarted& job, const Attempt& attempt) {
    if (attempt.held.resources.size() != job.resources.size())
      findings_.violation("capacity",
                          attempt.who() + " has " + counted(attempt.held.resources.size(), "resource") +
                              ", and the one that ended its job " + std::to_string(job.resources.size()));
    if (!rules_.may(Trait::late_cancellation) &&
        (attempt.is_cancelled() ? attempt.held.end != job.finish : attempt.held.end > job.finish))
      findings_.violation("copies",
                          attempt.who() + " is " + attempt.outcome + " at " + shortest(attempt.held.end) +
                              ", its job ended at " + shortest(job.finish),
                          Trait::late_cancellation);
  }

  /// All attempts together can do the work, up to the last digits of their dates.
  void check_work(const Restarted& job, const Attempts& attempts) {
    Flops most = 0;
    for (const auto& attempt : attempts)
      most += computed(attempt);
    if (most < job.work)
      findings_.violation("speed", job.who + " has " + shortest(job.work) +
                                       " flop of work, its attempts can do " + shortest(most));
  }

  /// What images kept, and what the last attempt did, is the work of the job. No attempt did more than its
  /// machine can.
  void check_kept_work(const Restarted& job, const Attempts& attempts) {
    Flops sum = 0;
    for (const auto& attempt : attempts) {
      sum += attempt.work;
      if (attempt.is_vain() ? attempt.work != 0 : attempt.work > computed(attempt))
        findings_.violation("work", attempt.who() + " is '" + attempt.outcome + "' after " +
                                        shortest(attempt.took()) + " s, and cannot have done " +
                                        shortest(attempt.work) + " flop that count");
    }
    if (std::abs(sum - job.work) > slack(job.work))
      findings_.violation("work", job.who + " has " + shortest(job.work) +
                                      " flop of work, of which its attempts did " + shortest(sum));
  }

  /// At most, on each of its resources: the slowest of them counts.
  Flops computed(const Attempt& attempt) const {
    Flops least = 0;
    bool is_first = true;
    for (const auto& interval : attempt.held.resources.intervals())
      for (auto resource = machines_.resources.lower_bound(interval.first);
           resource != machines_.resources.end() && resource->first <= interval.last; ++resource) {
        const Flops here = machines_.computed(resource->first, attempt.held.start,
                                              attempt.held.end + slack(attempt.held.end));
        least = is_first ? here : std::min(least, here);
        is_first = false;
      }
    return least;
  }

  const Machines& machines_;
  const RunRules& rules_;
  const std::optional<std::int64_t> most_; ///< attempts of a job at once
  Findings& findings_;
  std::map<std::pair<Seconds, int>, std::optional<Seconds>> outages_; ///< date and resource: when it is back
};

void say_checks(const RunRules& rules, Findings& findings) {
  findings.checked("every job with a row has one attempt that ended it, and every loss is a crash");
  if (const auto most = rules.most_attempts())
    findings.checked("no job has more than " + counted(*most, "attempt") + " at once");
  if (rules.shown && rules.may_end("cancelled")) {
    if (rules.may(Trait::late_cancellation))
      findings.not_checked("ends of copies: they run on until the end of their job is known");
    else
      findings.checked("copies are cancelled at the date at which their job ends");
  }
  if (rules.shown && rules.may_end("suspended"))
    findings.checked("what images kept of a job, and what its last attempt did, is its work");
  if (rules.shown && rules.may(Trait::resumed_work))
    findings.checked(
        "no job that went on with the work of earlier attempts is faster than its hosts together");
}

/// Whether the file is there; if not, every restarted job is a violation.
bool is_found(const std::filesystem::path& file, const std::map<std::string, Restarted>& restarted,
              Findings& findings) {
  if (is_written(file))
    return true;
  for (const auto& [id, job] : restarted)
    findings.violation("attempts", job.who + " was restarted, and there is no attempts.csv");
  return false;
}

} // namespace

AttemptsRead check_attempts(const std::filesystem::path& file,
                            const std::map<std::string, Restarted>& restarted,
                            const std::map<std::string, Seconds>& starts, const Machines& machines,
                            const RunRules& rules, Findings& findings) {
  AttemptsRead read;
  if (!is_found(file, restarted, findings))
    return read;
  Checks checks(machines, rules, findings);
  std::map<std::string, Attempts> attempts;
  for (CsvReader rows(file); rows.next();) {
    const auto& made = attempts[rows.text("job_id")].emplace_back(checks.read(rows));
    ++read.outcomes[made.outcome];
    read.wasted += made.is_vain() ? made.took() : 0;
  }
  for (const auto& [id, job] : restarted) {
    const auto of_job = attempts.find(id);
    checks.check_row(job, of_job == attempts.end() ? Attempts{} : of_job->second);
  }
  for (auto& [id, of_job] : attempts) {
    checks.check_order(of_job);
    if (starts.count(id) > 0) {
      findings.violation("attempts", "job " + id + " has attempts, and no restart in jobs.csv");
      continue; // its row has its resource
    }
    if (restarted.count(id) == 0)
      checks.check_unfinished(of_job);
    for (const auto& attempt : of_job)
      read.occupations.push_back(attempt.held);
  }
  say_checks(rules, findings);
  return read;
}

} // namespace malha
