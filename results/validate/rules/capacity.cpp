// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <tuple>

namespace malha {
namespace {

/// The start or the end of an occupation or of an outage.
struct UseChange {
  /// In the order in which they happen at one date; `recovers_at_once` ends an outage that takes no time.
  enum Kind { job_ends, recovers, fails, recovers_at_once, job_starts } kind;
  Seconds date;
  std::size_t index; ///< of what is held, or of the outage

  bool is_of_outage() const { return kind != job_ends && kind != job_starts; }
  bool operator<(const UseChange& other) const {
    return std::tie(date, kind, index) < std::tie(other.date, other.kind, other.index);
  }
};

/// The state of a resource at a date.
struct Use {
  const ResourceRow* resource;
  int running = 0; ///< number of tasks
  int down = 0;    ///< number of outages
};

std::vector<UseChange> changes_of(const std::vector<Holdings::Held>& held,
                                  const std::vector<OutageRow>& outages) {
  std::vector<UseChange> changes;
  for (std::size_t i = 0; i < held.size(); ++i) {
    const auto& occupation = *held[i].occupation;
    if (occupation.end > occupation.start) { // otherwise it occupies nothing
      changes.push_back({UseChange::job_starts, occupation.start, i});
      changes.push_back({UseChange::job_ends, occupation.end, i});
    }
  }
  for (std::size_t i = 0; i < outages.size(); ++i) {
    changes.push_back({UseChange::fails, outages[i].start, i});
    if (outages[i].end)
      changes.push_back(
          {*outages[i].end > outages[i].start ? UseChange::recovers : UseChange::recovers_at_once,
           *outages[i].end, i});
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

/// Adds a job to those that run on a resource, and checks that it may start there.
void start_on(Use& use, const Occupation& occupation, Findings& findings) {
  const auto& resource = *use.resource;
  if (++use.running > resource.slots)
    findings.violation("capacity", resource.host + " runs " + counted(use.running, "task") + " at " +
                                       shortest(occupation.start) + " (" + occupation.job +
                                       " the last) and has " + counted(resource.slots, "slot"));
  if (use.down > 0)
    findings.violation("outages", resource.host + " is down at " + shortest(occupation.start) + ", when " +
                                      occupation.job + " starts on it");
}

class Capacity : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  /// Replays all starts, ends, failures and recoveries in the order of their dates.
  void end() override {
    for (const auto& [index, resource] : run_.resources)
      uses_[index] = {&resource};
    for (const auto& occupation : run_.occupations)
      held_.add(occupation);
    for (const auto& change : changes_of(held_.all(), run_.outages.outages))
      if (change.is_of_outage())
        switch_resource(change);
      else
        start_or_end(change);
    findings_.checked("no resource runs more tasks at once than it has slots");
    if (!run_.outages.outages.empty())
      findings_.checked("no resource is used while it is down");
  }

private:
  void switch_resource(const UseChange& change) {
    auto& use = uses_[run_.outages.outages[change.index].resource];
    const bool fails = change.kind == UseChange::fails;
    use.down += fails ? 1 : -1;
    if (fails && use.running > 0)
      findings_.violation("outages", use.resource->host + " fails at " + shortest(change.date) +
                                         " and still runs " + counted(use.running, "task"));
  }

  void start_or_end(const UseChange& change) {
    const auto& occupation = *held_.all()[change.index].occupation;
    for (const auto& interval : occupation.resources.intervals())
      for (auto use = uses_.lower_bound(interval.first); use != uses_.end() && use->first <= interval.last;
           ++use)
        if (change.kind == UseChange::job_starts)
          start_on(use->second, occupation, findings_);
        else
          --use->second.running;
  }

  Holdings held_{run_.sizes};
  std::map<int, Use> uses_; ///< by index of the resource
};

} // namespace

MALHA_RULE("capacity", "No resource runs more tasks at once than it has slots, or any task while it is down.",
           check_by<Capacity>, 130, true)

} // namespace malha
