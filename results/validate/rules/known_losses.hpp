// SPDX-License-Identifier: MIT
#pragma once
#include "results/validate/rule.hpp"

#include <map>
#include <optional>
#include <set>

namespace malha {

/// The dates at which the scheduler of a run knows that an attempt is lost.
class KnownLosses {
public:
  explicit KnownLosses(const ValidatedRun& run) : delay_(run.settings.detection_delay()) {
    for (const auto& outage : run.outages.outages) {
      outages_[{outage.start, outage.resource}] = outage.end;
      failures_.emplace(outage.resource, outage.start);
    }
  }

  /// Whether a resource of the attempt failed at or after its end, and not later than at that date.
  bool took_its_files(const Attempt& attempt, Seconds until) const {
    const Seconds end = attempt.held.end - rounding_of(attempt.held.end);
    for (const int resource : attempt.held.resources)
      if (const auto failure = failures_.lower_bound({resource, end});
          failure != failures_.end() && failure->first == resource &&
          failure->second <= until + rounding_of(until))
        return true;
    return false;
  }

  /// The date at which the loss of an attempt is known: when the detection delay has passed, or when a failed
  /// resource of it recovers, whichever is first. None if none of its resources fails when it ends.
  std::optional<Seconds> known_to_be_lost(const Attempt& lost) const {
    const Seconds date = lost.held.end, delayed = date + delay_;
    std::optional<Seconds> known;
    for (auto outage = outages_.lower_bound({date, 0});
         outage != outages_.end() && outage->first.first == date; ++outage)
      if (lost.held.resources.contains(outage->first.second))
        known = std::min({known.value_or(delayed), delayed, outage->second.value_or(delayed)});
    return known;
  }

private:
  const Seconds delay_;
  /// The recovery, if there is one, by date of the failure and resource.
  std::map<std::pair<Seconds, int>, std::optional<Seconds>> outages_;
  std::set<std::pair<int, Seconds>> failures_; ///< by resource and date
};

} // namespace malha
