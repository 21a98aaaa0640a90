// SPDX-License-Identifier: MIT
#include "findings.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <tuple>

namespace malha {
namespace {

struct Change {
  enum Kind { job_ends, comes_up, goes_down, job_starts } kind; ///< in their order at one date
  Seconds date;
  std::size_t number; ///< of the occupation, or outage

  bool operator<(const Change& other) const {
    return std::tie(date, kind, number) < std::tie(other.date, other.kind, other.number);
  }
};

struct Use {
  const ResourceRow* resource;
  int running = 0;
  bool down = false;
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
      changes.push_back({Change::comes_up, *outages[i].end, i});
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

} // namespace

void check_resources(const std::map<int, ResourceRow>& resources, const std::vector<Occupation>& occupations,
                     const std::vector<OutageRow>& outages, Findings& findings) {
  std::map<int, Use> uses;
  for (const auto& [index, resource] : resources)
    uses[index] = {&resource};
  for (const auto& change : changes_of(occupations, outages)) {
    const bool of_node = change.kind == Change::comes_up || change.kind == Change::goes_down;
    if (of_node) {
      auto& use = uses[outages[change.number].resource];
      use.down = change.kind == Change::goes_down;
      if (use.down && use.running > 0)
        findings.violation("outages", use.resource->host + " goes down at " + shortest(change.date) +
                                          " and still runs " + std::to_string(use.running) + " tasks");
      continue;
    }
    const auto& occupation = occupations[change.number];
    for (const auto& interval : occupation.resources.intervals())
      for (auto use = uses.find(interval.first); use != uses.end() && use->first <= interval.last; ++use) {
        auto& [resource, running, down] = use->second;
        running += change.kind == Change::job_starts ? 1 : -1;
        if (change.kind == Change::job_starts && running > resource->slots)
          findings.violation("capacity", resource->host + " runs " + std::to_string(running) + " tasks at " +
                                             shortest(change.date) + " (" + occupation.job +
                                             " the last) and has " + std::to_string(resource->slots) +
                                             (resource->slots == 1 ? " slot" : " slots"));
        if (change.kind == Change::job_starts && down)
          findings.violation("outages", resource->host + " is down at " + shortest(change.date) + ", where " +
                                            occupation.job + " starts on it");
      }
  }
  findings.checked("no resource runs more tasks at once than it has slots");
  if (!outages.empty())
    findings.checked("no resource is used while it is down");
}

} // namespace malha
