// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace malha::ownership {

/// How long machines go on without their pool: a task that runs when the pool goes down has this much time
/// until the pool must be back, and is given up otherwise (htcondor2024, Job Leases).
class Lease {
public:
  /// In seconds, at least 0.
  explicit Lease(Seconds length) : length_(length) {}

  void pool_down(Seconds date) { outages_.emplace_back(date, never); }
  void pool_up(Seconds date) {
    if (!outages_.empty())
      outages_.back().second = date;
  }

  /// When a run that started then was given up, if it was by `date`.
  std::optional<Seconds> given_up(Seconds start, Seconds date) const {
    for (const auto& [down, up] : outages_)
      if (start <= down && std::min(date, up) > down + length_)
        return down + length_;
    return std::nullopt;
  }
  /// When the pool went down for the last time; `never` where it did not.
  Seconds last_down() const { return outages_.empty() ? never : outages_.back().first; }

private:
  const Seconds length_;
  std::vector<std::pair<Seconds, Seconds>> outages_; ///< each until the pool was back
};

} // namespace malha::ownership
