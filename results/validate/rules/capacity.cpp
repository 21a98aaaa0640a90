// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

#include <cstdint>
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

/// The starts and ends of what is held and of outages, in the order in which they happen. Of what is held
/// only places in the list are sorted by date, which takes 4 B each, since there may be millions.
class UseChanges {
public:
  UseChanges(const std::deque<Holdings::Held>& held, const std::vector<OutageRow>& outages)
      : held_(held), outages_(changes_of(outages)) {
    for (std::size_t i = 0; i < held.size(); ++i)
      if (occupation(i).end > occupation(i).start) // otherwise it occupies nothing
        starts_.push_back(static_cast<std::uint32_t>(i));
    ends_ = starts_;
    sort_by(starts_, &Occupation::start);
    sort_by(ends_, &Occupation::end);
  }

  /// The next change; nothing after the last one.
  std::optional<UseChange> next() {
    std::optional<UseChange> first;
    std::size_t* place = nullptr;
    const auto see = [&](const UseChange& change, std::size_t& its_place) {
      if (!first || change < *first) {
        first = change;
        place = &its_place;
      }
    };
    if (next_end_ < ends_.size())
      see({UseChange::job_ends, occupation(ends_[next_end_]).end, ends_[next_end_]}, next_end_);
    if (next_of_outage_ < outages_.size())
      see(outages_[next_of_outage_], next_of_outage_);
    if (next_start_ < starts_.size())
      see({UseChange::job_starts, occupation(starts_[next_start_]).start, starts_[next_start_]}, next_start_);
    if (place != nullptr)
      ++*place;
    return first;
  }

private:
  static std::vector<UseChange> changes_of(const std::vector<OutageRow>& outages) {
    std::vector<UseChange> changes;
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

  const Occupation& occupation(std::size_t index) const { return *held_[index].occupation; }
  void sort_by(std::vector<std::uint32_t>& places, Seconds Occupation::*date) const {
    std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(occupation(a).*date, a) < std::pair(occupation(b).*date, b);
    });
  }

  const std::deque<Holdings::Held>& held_;
  std::vector<UseChange> outages_;
  std::vector<std::uint32_t> starts_, ends_; ///< places in `held_`
  std::size_t next_start_ = 0, next_end_ = 0, next_of_outage_ = 0;
};

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
    UseChanges changes(held_.all(), run_.outages.outages);
    while (const auto change = changes.next())
      if (change->is_of_outage())
        switch_resource(*change);
      else
        start_or_end(*change);
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
