// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace malha::ownership {

/// The time for which machines continue without their pool. A task that runs when the pool fails is given up
/// unless the pool recovers within this time (htcondor2024, Job Leases).
class Lease {
public:
  /// `length` in seconds, at least 0.
  explicit Lease(Seconds length) : length_(length) {}

  void pool_down(Seconds date) { outages_.emplace_back(date, never); }
  void pool_up(Seconds date) {
    if (!outages_.empty())
      outages_.back().second = date;
  }

  /// The date at which a run that started at `start` was given up; nothing if it was not until `date`.
  std::optional<Seconds> given_up(Seconds start, Seconds date) const {
    for (const auto& [down, up] : outages_)
      if (start <= down && std::min(date, up) > down + length_)
        return down + length_;
    return std::nullopt;
  }
  /// The date of the last failure of the pool; `never`: it has not failed.
  Seconds last_down() const { return outages_.empty() ? never : outages_.back().first; }

private:
  const Seconds length_;
  std::vector<std::pair<Seconds, Seconds>> outages_; ///< each with the date of the recovery
};

} // namespace malha::ownership
