// SPDX-License-Identifier: MIT
#include "validator_copies.hpp"

#include "policies/sdk/numbers.hpp"
#include "validator_rows.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

struct Copy {
  Occupation held;
  std::int64_t number;
  std::string place; ///< "attempts.csv:3"
  std::string outcome;

  bool is_lost() const { return outcome == "lost"; }
  bool is_cancelled() const { return outcome == "cancelled"; }
  bool ended_task() const { return outcome.rfind("COMPLETED_", 0) == 0; }
  std::string who() const { return held.job + " (" + place + ")"; }
  Seconds took() const { return held.end - held.start; }
  int resource() const { return held.resources.empty() ? -1 : held.resources.intervals().front().first; }
};

/// Of one task.
using Attempts = std::vector<Copy>;

Seconds slack(Seconds date) { return rounding * std::max(1.0, date); }

class Copies {
public:
  Copies(const Machines& machines, const CopyRules& rules, Findings& findings)
      : machines_(machines), rules_(rules), findings_(findings) {
    for (const auto& outage : machines.outages)
      crashes_[{outage.resource, outage.start}] = outage.end;
  }

  Copy read(const CsvReader& row) {
    Copy made{{"job " + row.text("job_id"), finite(row, "start"), finite(row, "end"), resources_in(row)},
              row.integer("attempt"),
              row.place(),
              row.text("outcome")};
    if (made.held.end < made.held.start)
      findings_.violation("finish >= start", made.who() + " ends at " + shortest(made.held.end) +
                                                 ", started at " + shortest(made.held.start));
    if (made.held.resources.size() != 1 || machines_.resources.count(made.resource()) == 0)
      findings_.violation("capacity", made.who() + " is on resources '" + row.text("allocated_resources") +
                                          "', and not on one of resources.csv");
    if (made.is_lost() && crashes_.count({made.resource(), made.held.end}) == 0)
      findings_.violation("attempts", made.who() + " is lost at " + shortest(made.held.end) +
                                          ", where its resource does not go down");
    if (!made.is_lost() && !made.is_cancelled() && !made.ended_task())
      findings_.violation("attempts", made.who() + " is '" + made.outcome +
                                          "'; valid: lost, cancelled, or the final state of its job");
    return made;
  }

  /// Whatever became of the task. Sorts the attempts.
  void check_order(Attempts& attempts) {
    check_numbers(attempts);
    std::multiset<Seconds> ends; // of those that run
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      const auto& held = attempts[i].held;
      ends.erase(ends.begin(), ends.upper_bound(held.start));
      if (held.end > held.start)
        ends.insert(held.end);
      if (rules_.most && static_cast<std::int64_t>(ends.size()) > *rules_.most)
        findings_.violation("copies", attempts[i].who() + " is one of " + std::to_string(ends.size()) +
                                          " attempts at " + shortest(held.start) + ", and " +
                                          std::to_string(*rules_.most) + " may be at once");
      else if (rules_.most == 1 && i > 0)
        check_known(attempts[i - 1], attempts[i]);
    }
  }

  /// Of a task that ended, against its row.
  void check_row(const Restarted& job, const Attempts& attempts) {
    const auto number = static_cast<std::int64_t>(attempts.size());
    if (number - 1 != job.restarts)
      findings_.violation("attempts", job.who + " has " + counted(job.restarts, "restart") + " and " +
                                          counted(number, "attempt"));
    const auto ended = std::count_if(attempts.begin(), attempts.end(),
                                     [](const Copy& attempt) { return attempt.ended_task(); });
    if (ended != 1) {
      findings_.violation("attempts", job.who + " has " + counted(ended, "attempt") + " that ended it");
      return;
    }
    Seconds wasted = 0;
    for (const auto& attempt : attempts) {
      if (attempt.held.start < job.submitted)
        findings_.violation("start >= submission", attempt.who() + " starts at " +
                                                       shortest(attempt.held.start) + ", submitted at " +
                                                       shortest(job.submitted));
      if (attempt.ended_task())
        check_last(job, attempt);
      else
        check_other(job, attempt);
      wasted += attempt.ended_task() ? 0 : attempt.took();
    }
    if (number - 1 == job.restarts && std::abs(wasted - job.wasted) > slack(wasted)) // sums in any order
      findings_.violation("attempts", job.who + " has wasted_time " + shortest(job.wasted) +
                                          ", its other attempts took " + shortest(wasted));
    if (rules_.may_resume)
      check_work(job, attempts);
  }

  /// Of a task that has no row, or none that says it ran.
  void check_unfinished(const Attempts& attempts) {
    for (const auto& attempt : attempts)
      if (!attempt.is_lost())
        findings_.violation("attempts", attempt.who() + " is '" + attempt.outcome +
                                            "', and jobs.csv has no end of the job");
  }

private:
  void check_numbers(Attempts& attempts) {
    std::stable_sort(attempts.begin(), attempts.end(),
                     [](const Copy& a, const Copy& b) { return a.number < b.number; });
    const auto starts_before = [](const Copy& a, const Copy& b) {
      return std::pair(a.held.start, a.resource()) < std::pair(b.held.start, b.resource());
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

  /// That a task is lost is known after the delay, or when its resource is back.
  void check_known(const Copy& before, const Copy& next) {
    const auto crash = crashes_.find({before.resource(), before.held.end});
    if (!before.is_lost() || crash == crashes_.end())
      return;
    const auto delayed = before.held.end + rules_.detection_delay;
    const auto known = std::min(delayed, crash->second.value_or(delayed));
    if (next.held.start < known - slack(known))
      findings_.violation("attempts", next.who() + " starts at " + shortest(next.held.start) +
                                          ", before it is known at " + shortest(known) +
                                          " that the one before is lost");
  }

  void check_last(const Restarted& job, const Copy& last) {
    if (last.held.start != job.start || last.held.end != job.finish ||
        !(last.held.resources == job.resources) || last.outcome != job.final_state)
      findings_.violation("attempts", job.who + " is not what attempts.csv says of it");
  }

  /// Where messages take time, a copy runs until the news of the end of another has come.
  void check_other(const Restarted& job, const Copy& attempt) {
    if (!rules_.end_together)
      return;
    if (attempt.is_cancelled() ? attempt.held.end != job.finish : attempt.held.end > job.finish)
      findings_.violation("copies", attempt.who() + " is " + attempt.outcome + " at " +
                                        shortest(attempt.held.end) + ", its job ended at " +
                                        shortest(job.finish));
  }

  /// All attempts together can do the work, up to the last digits of their dates.
  void check_work(const Restarted& job, const Attempts& attempts) {
    Flops most = 0;
    for (const auto& attempt : attempts)
      if (machines_.resources.count(attempt.resource()) > 0)
        most += machines_.computed(attempt.resource(), attempt.held.start,
                                   attempt.held.end + slack(attempt.held.end));
    if (most < job.work)
      findings_.violation("speed", job.who + " has " + shortest(job.work) +
                                       " flop of work, its attempts can do " + shortest(most));
  }

  const Machines& machines_;
  const CopyRules& rules_;
  Findings& findings_;
  std::map<std::pair<int, Seconds>, std::optional<Seconds>> crashes_; ///< resource and date: when it is back
};

void say_checks(const CopyRules& rules, Findings& findings) {
  findings.checked("every job with a row has one attempt that ended it, and every loss is a crash");
  if (rules.most)
    findings.checked("no job has more than " + counted(*rules.most, "attempt") + " at once");
  else
    findings.not_checked("copies: it is not known how many the policy may make");
  if (rules.end_together)
    findings.checked("copies are cancelled at the date at which their job ends");
  else
    findings.not_checked("ends of copies: messages took time, or it is not known that they took none");
  if (rules.may_resume)
    findings.checked("no job that went on from a checkpoint is faster than its hosts together");
}

} // namespace

std::vector<Occupation> check_copies(const std::filesystem::path& file,
                                     const std::map<std::string, Restarted>& restarted,
                                     const std::map<std::string, Seconds>& starts, const Machines& machines,
                                     const CopyRules& rules, Findings& findings) {
  std::vector<Occupation> occupations;
  if (!has_attempts(file, restarted, findings))
    return occupations;
  Copies copies(machines, rules, findings);
  std::map<std::string, Attempts> attempts;
  for (CsvReader rows(file); rows.next();)
    attempts[rows.text("job_id")].push_back(copies.read(rows));
  for (const auto& [id, job] : restarted) {
    const auto of_task = attempts.find(id);
    copies.check_row(job, of_task == attempts.end() ? Attempts{} : of_task->second);
  }
  for (auto& [id, of_task] : attempts) {
    copies.check_order(of_task);
    if (starts.count(id) > 0) {
      findings.violation("attempts", "job " + id + " has attempts, and no restart in jobs.csv");
      continue; // its row has its resource
    }
    if (restarted.count(id) == 0)
      copies.check_unfinished(of_task);
    for (const auto& attempt : of_task)
      occupations.push_back(attempt.held);
  }
  say_checks(rules, findings);
  return occupations;
}

} // namespace malha
