// SPDX-License-Identifier: MIT
#include "validator_attempts.hpp"

#include "policies/sdk/numbers.hpp"
#include "validator_rows.hpp"

#include <algorithm>

namespace malha {
namespace {

struct Attempt {
  Occupation held;
  std::string outcome;
};

/// The attempts of one restarted job, against its row.
void check_job(const Restarted& job, const std::vector<Attempt>& attempts, Findings& findings) {
  if (static_cast<std::int64_t>(attempts.size()) - 1 != job.restarts) {
    findings.violation("attempts", job.who + " has " + counted(job.restarts, "restart") + " and " +
                                       counted(static_cast<std::int64_t>(attempts.size()), "attempt"));
    return;
  }
  Seconds wasted = 0;
  for (std::size_t i = 0; i + 1 < attempts.size(); ++i)
    wasted += attempts[i].held.end - attempts[i].held.start;
  const auto& last = attempts.back();
  if (last.held.start != job.start || last.held.end != job.finish ||
      !(last.held.resources == job.resources) || last.outcome != job.final_state || wasted != job.wasted)
    findings.violation("attempts", job.who + " is not what attempts.csv says of it");
  if (attempts.front().held.start < job.submitted)
    findings.violation("start >= submission",
                       job.who + " starts at " + shortest(attempts.front().held.start) +
                           " in attempts.csv, submitted at " + shortest(job.submitted));
  for (const auto& attempt : attempts)
    if (attempt.held.end - attempt.held.start > job.limit + rounding * std::max(1.0, attempt.held.end))
      findings.violation("walltime", job.who + " ran for " + shortest(attempt.held.end - attempt.held.start) +
                                         " s in an attempt, its walltime is " + shortest(job.limit));
}

void check_attempt(const CsvReader& row, const std::vector<Attempt>& before, const Occupation& attempt,
                   Findings& findings) {
  if (row.integer("attempt") != static_cast<std::int64_t>(before.size()) + 1)
    findings.violation("attempts", row.place() + " is attempt " + row.text("attempt") + " of " + attempt.job +
                                       ", after " + std::to_string(before.size()));
  if (!before.empty() && attempt.start < before.back().held.end)
    findings.violation("attempts", attempt.job + " starts again at " + shortest(attempt.start) +
                                       ", before its last attempt ends");
  if (attempt.end < attempt.start)
    findings.violation("finish >= start", attempt.job + " (" + row.place() + ") ends at " +
                                              shortest(attempt.end) + ", started at " +
                                              shortest(attempt.start));
}

} // namespace

bool has_attempts(const std::filesystem::path& file, const std::map<std::string, Restarted>& restarted,
                  Findings& findings) {
  if (std::filesystem::exists(file))
    return true;
  for (const auto& [id, job] : restarted)
    findings.violation("attempts", job.who + " was restarted, and there is no attempts.csv");
  return false;
}

std::vector<Occupation> check_attempts(const std::filesystem::path& file,
                                       const std::map<std::string, Restarted>& restarted,
                                       const std::map<std::string, Seconds>& starts, Findings& findings) {
  std::vector<Occupation> occupations;
  if (!has_attempts(file, restarted, findings))
    return occupations;
  std::map<std::string, std::vector<Attempt>> attempts;
  for (CsvReader rows(file); rows.next();) {
    const Occupation attempt{"job " + rows.text("job_id"), finite(rows, "start"), finite(rows, "end"),
                             resources_in(rows)};
    auto& before = attempts[rows.text("job_id")];
    check_attempt(rows, before, attempt, findings);
    before.push_back({attempt, rows.text("outcome")});
    if (starts.count(rows.text("job_id")) == 0)
      occupations.push_back(attempt);
    else if (before.size() == 1)
      findings.violation("attempts", attempt.job + " has attempts, and no restart in jobs.csv");
  }
  for (const auto& [id, job] : restarted)
    check_job(job, attempts[id], findings);
  findings.checked("no job has two attempts at once, and its row is that of the last");
  return occupations;
}

} // namespace malha
