// SPDX-License-Identifier: MIT
#include "resources.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"

#include <algorithm>
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

std::vector<OutageRow> read_outages(const std::filesystem::path& file,
                                    const std::map<int, ResourceRow>& resources, Findings& findings) {
  std::vector<OutageRow> outages;
  if (!is_written(file))
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
