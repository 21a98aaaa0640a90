// SPDX-License-Identifier: MIT
#include "validator_promises.hpp"

#include "policies/sdk/numbers.hpp"
#include "validator_rows.hpp"

#include <algorithm>

namespace malha {
namespace {

/// Goes through the log in its order, with the promises that stand.
class Promises {
public:
  Promises(const std::map<std::string, Seconds>& starts, const RunRules& rules, Findings& findings)
      : starts_(starts), heads_may_change_(rules.may(Trait::changing_heads)),
        starts_are_late_(rules.may(Trait::late_starts)), findings_(findings) {}

  void read(const CsvReader& row) {
    const auto &decision = row.text("decision"), &reason = row.text("reason"), &job = row.text("job_id");
    if (decision == "void") {
      promised_.clear();
      head_.clear();
    } else if (decision == "start") {
      if (!row.text("promised_start").empty()) // what was promised at the last moment
        improve(job, finite(row, "promised_start"));
      started(job, finite(row, "time"), reason == "head");
    } else if (decision == "deallocate" || decision == "drop") {
      promised_.erase(job);
      if (head_ == job)
        head_.clear();
    } else if (decision == "wait" && (reason == "head_reserved" || reason == "promised")) {
      promised(job, row, reason == "head_reserved");
    }
  }

  /// A promise to a job that never started is kept by nobody, unless the run was cut before.
  void end() {
    for (const auto& [job, promise] : promised_)
      if (const auto start = starts_.find(job); start != starts_.end())
        keeps(job, promise, start->second);
  }

private:
  void promised(const std::string& job, const CsvReader& row, bool head) {
    if (head && head_ != job) {
      if (heads_may_change_)
        promised_.erase(head_);
      head_ = job;
    }
    const bool has_date = !row.text("promised_start").empty();
    const auto before = promised_.find(job);
    if (before != promised_.end() && !starts_are_late_ &&
        (!has_date || finite(row, "promised_start") > before->second))
      findings_.violation("promises", "job " + job + ", promised a start at " + shortest(before->second) +
                                          ", is put off at " + row.text("time") + " to " +
                                          (has_date ? row.text("promised_start") : "no date"));
    if (has_date)
      promised_[job] = finite(row, "promised_start");
  }

  void improve(const std::string& job, Seconds date) {
    const auto promise = promised_.emplace(job, date).first;
    promise->second = std::min(promise->second, date);
  }

  void started(const std::string& job, Seconds date, bool as_head) {
    if (as_head && job != head_ && heads_may_change_)
      promised_.erase(head_);
    if (const auto promise = promised_.find(job); promise != promised_.end()) {
      keeps(job, promise->second, date);
      promised_.erase(promise);
    }
    const auto start = starts_.find(job);
    if (start != starts_.end() && (starts_are_late_ ? start->second < date : start->second != date))
      findings_.violation("decisions", "job " + job + " starts at " + shortest(date) +
                                           " in decisions.csv, and at " + shortest(start->second) +
                                           " in jobs.csv");
  }

  void keeps(const std::string& job, Seconds promise, Seconds start) {
    if (start > promise && !starts_are_late_)
      findings_.violation("promises", "job " + job + " was promised a start at " + shortest(promise) +
                                          " and starts at " + shortest(start));
  }

  const std::map<std::string, Seconds>& starts_;
  const bool heads_may_change_, starts_are_late_;
  Findings& findings_;
  std::map<std::string, Seconds> promised_;
  std::string head_;
};

} // namespace

void check_promises(const std::filesystem::path& decisions, const std::map<std::string, Seconds>& starts,
                    const RunRules& rules, Findings& findings) {
  CsvReader rows(decisions);
  Promises promises(starts, rules, findings);
  while (rows.next())
    promises.read(rows);
  promises.end();
  if (rules.may(Trait::late_starts))
    findings.not_checked("promises: jobs start, and report their ends, when messages arrive");
  else
    findings.checked("reservations of the decision log are kept, and never put off");
}

} // namespace malha
