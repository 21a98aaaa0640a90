// SPDX-License-Identifier: MIT
#include "findings.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace malha {
namespace {

struct Change {
  /// In their order at one date; `is_back` is the end of an outage that takes no time.
  enum Kind { job_ends, comes_up, goes_down, is_back, job_starts } kind;
  Seconds date;
  std::size_t number; ///< of the occupation, or outage

  bool is_of_node() const { return kind == comes_up || kind == goes_down || kind == is_back; }
  bool operator<(const Change& other) const {
    return std::tie(date, kind, number) < std::tie(other.date, other.kind, other.number);
  }
};

struct Use {
  const ResourceRow* resource;
  int running = 0;
  int down = 0; ///< outages
};

struct Attempt {
  Occupation held;
  std::string outcome;
};

std::vector<Change> changes_of(const std::vector<Occupation>& occupations,
                               const std::vector<OutageRow>& outages) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < occupations.size(); ++i)
    if (occupations[i].end > occupations[i].start) { // otherwise it occupies nothing
      changes.push_back({Change::job_starts, occupations[i].start, i});
      changes.push_back({Change::job_ends, occupations[i].end, i});
    }
  for (std::size_t i = 0; i < outages.size(); ++i) {
    changes.push_back({Change::goes_down, outages[i].start, i});
    if (outages[i].end)
      changes.push_back(
          {*outages[i].end > outages[i].start ? Change::comes_up : Change::is_back, *outages[i].end, i});
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

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

/// What changes at a resource when a job starts on it, and the rules it may break.
void start_on(Use& use, const Occupation& occupation, Findings& findings) {
  const auto& resource = *use.resource;
  if (++use.running > resource.slots)
    findings.violation("capacity", resource.host + " runs " + counted(use.running, "task") + " at " +
                                       shortest(occupation.start) + " (" + occupation.job +
                                       " the last) and has " + counted(resource.slots, "slot"));
  if (use.down > 0)
    findings.violation("outages", resource.host + " is down at " + shortest(occupation.start) + ", where " +
                                      occupation.job + " starts on it");
}

} // namespace

std::string counted(std::int64_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

double finite(const CsvReader& row, const std::string& column) {
  const double number = row.real(column);
  if (!std::isfinite(number))
    row.fail("'" + row.text(column) + "' in column '" + column + "' is not a finite number");
  return number;
}

IndexSet resources_in(const CsvReader& row) {
  try {
    return IndexSet::parse(row.text("allocated_resources"));
  } catch (const std::invalid_argument& error) {
    row.fail(error.what());
  }
}

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

std::vector<OutageRow> read_outages(const std::filesystem::path& file,
                                    const std::map<int, ResourceRow>& resources, Findings& findings) {
  std::vector<OutageRow> outages;
  if (!std::filesystem::exists(file))
    return outages;
  for (CsvReader rows(file); rows.next();) {
    const auto index = rows.integer("resource");
    const auto resource =
        index == static_cast<int>(index) ? resources.find(static_cast<int>(index)) : resources.end();
    if (resource == resources.end())
      rows.fail("resource " + rows.text("resource") + " is not in resources.csv");
    const Seconds start = finite(rows, "start");
    const auto end = rows.text("end").empty() ? std::nullopt : std::optional(finite(rows, "end"));
    if (end && *end < start)
      findings.violation("outages", resource->second.host + " (" + rows.place() + ") is back at " +
                                        shortest(*end) + ", and goes down at " + shortest(start));
    else
      outages.push_back({resource->first, start, end});
  }
  return outages;
}

void check_resources(const std::map<int, ResourceRow>& resources, const std::vector<Occupation>& occupations,
                     const std::vector<OutageRow>& outages, Findings& findings) {
  std::map<int, Use> uses;
  for (const auto& [index, resource] : resources)
    uses[index] = {&resource};
  for (const auto& change : changes_of(occupations, outages)) {
    if (change.is_of_node()) {
      auto& use = uses[outages[change.number].resource];
      use.down += change.kind == Change::goes_down ? 1 : -1;
      if (change.kind == Change::goes_down && use.running > 0)
        findings.violation("outages", use.resource->host + " goes down at " + shortest(change.date) +
                                          " and still runs " + counted(use.running, "task"));
      continue;
    }
    const auto& occupation = occupations[change.number];
    for (const auto& interval : occupation.resources.intervals())
      for (auto use = uses.lower_bound(interval.first); use != uses.end() && use->first <= interval.last;
           ++use)
        if (change.kind == Change::job_starts)
          start_on(use->second, occupation, findings);
        else
          --use->second.running;
  }
  findings.checked("no resource runs more tasks at once than it has slots");
  if (!outages.empty())
    findings.checked("no resource is used while it is down");
}

} // namespace malha
