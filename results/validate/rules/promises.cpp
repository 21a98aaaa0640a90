// SPDX-License-Identifier: MIT
#include "results/validate/promises.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// Checks the decisions in decisions.csv, in the order of its rows.
class DecisionLog {
public:
  DecisionLog(const ValidatedRun& run, Findings& findings)
      : starts_(run.starts), starts_are_late_(run.settings.may(Trait::late_starts)),
        promises_({run.settings.may(Trait::changing_heads), starts_are_late_}), findings_(findings) {}

  /// Checks the next decision. Only waits for the reasons "head_reserved" and "promised" have a promise.
  void read(const CsvReader& row) {
    const auto &decision = row.text("decision"), &reason = row.text("reason"), &job = row.text("job_id");
    const auto promised = row.text("promised_start").empty()
                              ? std::nullopt
                              : std::optional<Seconds>(finite(row, "promised_start"));
    if (decision == "void") {
      promises_.void_all();
    } else if (decision == "start") {
      const Seconds date = finite(row, "time");
      report(promises_.starts(job, reason == "head", promised, date));
      begins_.emplace_back(job, date);
      last_of_[job] = begins_.size() - 1;
    } else if (decision == "begin") {
      begin_later(job, finite(row, "time"));
    } else if (decision == "deallocate" || decision == "drop") {
      promises_.forget(job);
    } else if (decision == "wait" && (reason == "head_reserved" || reason == "promised")) {
      report(promises_.waits(job, reason == "head_reserved", promised, finite(row, "time")));
    }
  }

  /// Checks the starts, and the promises to jobs whose start is not in decisions.csv, after all rows.
  void end() {
    for (const auto& [job, date] : begins_)
      check_start(job, date);
    for (const auto& [job, promise] : promises_.standing())
      if (const auto start = starts_.start_of(job))
        report(promises_.kept(job, promise, *start));
  }

private:
  /// The job begins when the machines are on that its start has booted.
  void begin_later(const std::string& job, Seconds date) {
    const auto start = last_of_.find(job);
    if (start == last_of_.end() || begins_[start->second].second > date)
      findings_.violation("decisions",
                          "job " + job + " begins at " + shortest(date) + ", before it was started");
    else
      begins_[start->second].second = date;
  }

  void report(const std::optional<Promises::Broken>& broken) {
    if (broken)
      findings_.violation("promises", broken->text,
                          broken->by_another_head ? std::optional(Trait::changing_heads) : std::nullopt);
  }

  /// Checks that the job starts at that date in jobs.csv, too; later if starts are late.
  void check_start(const std::string& job, Seconds date) {
    const auto start = starts_.start_of(job);
    if (!start || (starts_are_late_ ? *start >= date : *start == date))
      return;
    findings_.violation("decisions",
                        "job " + job + " starts at " + shortest(date) + " in decisions.csv, and at " +
                            shortest(*start) + " in jobs.csv",
                        *start > date ? std::optional(Trait::late_starts) : std::nullopt);
  }

  const StartsById& starts_;
  const bool starts_are_late_;
  Promises promises_;
  Findings& findings_;
  std::vector<std::pair<std::string, Seconds>> begins_; ///< each start: of which job, and when it begins
  std::map<std::string, std::size_t> last_of_;          ///< of each job: place of its last start
};

class KeptPromises : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void end() override {
    const auto decisions = run_.folder() / "decisions.csv";
    if (!run_.settings.allowed || !is_written(decisions))
      return;
    DecisionLog log(run_, findings_);
    for (CsvReader rows(decisions); rows.next();)
      log.read(rows);
    log.end();
    if (run_.settings.may(Trait::late_starts))
      findings_.not_checked("promises: jobs start, and report their ends, when messages arrive");
    else
      findings_.checked("reservations of the decision log are kept, and never put off");
  }
};

} // namespace

MALHA_RULE("promises", "Each job starts at the date that the decision log promises, or before.",
           check_by<KeptPromises>, 200)

} // namespace malha
