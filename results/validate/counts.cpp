// SPDX-License-Identifier: MIT
#include "counts.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "rows.hpp"

#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// What the rows say, by metric.
std::map<std::string, double> counted_again(const JobsRead& jobs, const AttemptsRead& attempts,
                                            const std::vector<OutageRow>& outages) {
  std::map<std::string, double> all{{"attempts", static_cast<double>(jobs.starts.size())},
                                    {"attempts_lost", 0},
                                    {"attempts_cancelled", 0},
                                    {"attempts_preempted", 0},
                                    {"attempts_suspended", 0},
                                    {"wasted_time", attempts.wasted},
                                    {"crashes", static_cast<double>(outages.size())}};
  for (const auto& [outcome, number] : attempts.outcomes) {
    all["attempts"] += static_cast<double>(number);
    if (const auto metric = all.find("attempts_" + outcome); metric != all.end())
      metric->second = static_cast<double>(number);
  }
  Seconds turnaround = 0;
  for (const auto& [job, bag] : jobs.bags)
    turnaround += bag.end - bag.submitted;
  if (!jobs.bags.empty())
    all["mean_bag_turnaround_time"] = turnaround / static_cast<double>(jobs.bags.size());
  return all;
}

/// A task that is told to stop does so, unless it ends or its machine crashes before it hears of that.
void check_preemptions(const CsvReader& written, double stopped, bool all_do, Findings& findings) {
  const double told = written.real("preemptions");
  if (told < stopped || (all_do && told > stopped))
    findings.violation("metrics",
                       "preemptions is " + written.text("preemptions") + " in schedule.csv, and " +
                           shortest(stopped) + " attempts stopped",
                       told < stopped ? std::nullopt : std::optional(Trait::stops_within_shares));
}

void check_user(const CsvReader& row, const WaitSums& sums, Findings& findings) {
  const auto values = values_of(sums);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto& column = columns_in("users.csv")[i + 1].name;
        row.has(column) && !is_near(row.real(column), values[i]))
      findings.violation("users", column + " of '" + row.text("user") + "' (" + row.place() + ") is " +
                                      row.text(column) + ", the rows say " + shortest(values[i]));
}

} // namespace

void check_counts(const fs::path& schedule, const JobsRead& jobs, const AttemptsRead& attempts,
                  const std::vector<OutageRow>& outages, const TaskNumbers& tasks, const RunRules& rules,
                  Findings& findings) {
  if (!fs::exists(schedule) || tasks.unfinished > 0 || !rules.shown)
    return;
  CsvReader written(schedule);
  if (!written.has("attempts") || !written.next())
    return;
  const auto counted = counted_again(jobs, attempts, outages);
  for (const auto& [metric, value] : counted)
    check_metric(written, metric, value, findings);
  if (written.has("preemptions"))
    check_preemptions(written, counted.at("attempts_preempted") + counted.at("attempts_suspended"),
                      outages.empty() && !rules.may(Trait::stops_within_shares), findings);
  findings.checked("attempts, crashes and turnarounds of bags in schedule.csv are those of the rows");
}

void check_users(const fs::path& users, const JobsRead& jobs, Findings& findings) {
  if (!is_written(users))
    return;
  std::set<std::string> missing;
  for (const auto& [user, sums] : jobs.users)
    missing.insert(user);
  for (CsvReader row(users); row.next();) {
    const auto& user = row.text("user");
    if (missing.erase(user) == 0)
      findings.violation("users",
                         "'" + user + "' (" + row.place() + ") has a row above, or no jobs that count");
    else
      check_user(row, jobs.users.at(user), findings);
  }
  for (const auto& user : missing)
    findings.violation("users", "'" + user + "' has jobs that count, and no row in users.csv");
  findings.checked("waits and slowdowns of users are those of the rows");
}

} // namespace malha
