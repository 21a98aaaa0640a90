// SPDX-License-Identifier: MIT
#include "kept_promises.hpp"

#include "policies/sdk/numbers.hpp"
#include "promises.hpp"
#include "rows.hpp"

namespace malha {
namespace {

/// Goes through the log in its order.
class Log {
public:
  Log(const std::map<std::string, Seconds>& starts, const RunRules& rules, Findings& findings)
      : starts_(starts), starts_are_late_(rules.may(Trait::late_starts)),
        promises_({rules.may(Trait::changing_heads), starts_are_late_}), findings_(findings) {}

  void read(const CsvReader& row) {
    const auto &decision = row.text("decision"), &reason = row.text("reason"), &job = row.text("job_id");
    const auto promised = row.text("promised_start").empty()
                              ? std::nullopt
                              : std::optional<Seconds>(finite(row, "promised_start"));
    if (decision == "void") {
      promises_.void_all();
    } else if (decision == "start") {
      const Seconds date = finite(row, "time");
      say(promises_.starts(job, reason == "head", promised, date));
      agrees(job, date);
    } else if (decision == "deallocate" || decision == "drop") {
      promises_.forget(job);
    } else if (decision == "wait" && (reason == "head_reserved" || reason == "promised")) {
      say(promises_.waits(job, reason == "head_reserved", promised, finite(row, "time")));
    }
  }

  /// A promise to a job that never started is kept by nobody, unless the run was cut before.
  void end() {
    for (const auto& [job, promise] : promises_.standing())
      if (const auto start = starts_.find(job); start != starts_.end())
        say(promises_.kept(job, promise, start->second));
  }

private:
  void say(const std::optional<Promises::Broken>& broken) {
    if (broken)
      findings_.violation("promises", broken->text,
                          broken->by_another_head ? std::optional(Trait::changing_heads) : std::nullopt);
  }

  void agrees(const std::string& job, Seconds date) {
    const auto start = starts_.find(job);
    if (start == starts_.end() || (starts_are_late_ ? start->second >= date : start->second == date))
      return;
    findings_.violation("decisions",
                        "job " + job + " starts at " + shortest(date) + " in decisions.csv, and at " +
                            shortest(start->second) + " in jobs.csv",
                        start->second > date ? std::optional(Trait::late_starts) : std::nullopt);
  }

  const std::map<std::string, Seconds>& starts_;
  const bool starts_are_late_;
  Promises promises_;
  Findings& findings_;
};

} // namespace

void check_promises(const std::filesystem::path& decisions, const std::map<std::string, Seconds>& starts,
                    const RunRules& rules, Findings& findings) {
  CsvReader rows(decisions);
  Log log(starts, rules, findings);
  while (rows.next())
    log.read(rows);
  log.end();
  if (rules.may(Trait::late_starts))
    findings.not_checked("promises: jobs start, and report their ends, when messages arrive");
  else
    findings.checked("reservations of the decision log are kept, and never put off");
}

} // namespace malha
