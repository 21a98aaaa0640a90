// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace malha::environment {

/// A time at which a host is down; it is up again at `end`, or never.
struct PlannedOutage {
  std::size_t host;
  Seconds start;
  std::optional<Seconds> end;
};

/// A host goes down or comes back. `is_last`: it is down for good.
struct OutageSwitch {
  Seconds date;
  std::size_t host;
  bool is_on;
  bool is_last = false;
};

/// Outages of a host that overlap or touch become one: by host, then by date.
inline std::vector<PlannedOutage> joined_outages(std::vector<PlannedOutage> all) {
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(a.host, a.start) < std::tie(b.host, b.start);
  });
  std::vector<PlannedOutage> joined;
  for (const auto& one : all) {
    if (joined.empty() || joined.back().host != one.host ||
        (joined.back().end && *joined.back().end < one.start))
      joined.push_back(one);
    else if (joined.back().end && (!one.end || *joined.back().end < *one.end))
      joined.back().end = one.end;
  }
  return joined;
}

/// The switches of hosts, by date. At one date hosts come back before others go down; ties by host.
inline std::vector<OutageSwitch> switches_of(const std::vector<PlannedOutage>& joined) {
  std::vector<OutageSwitch> switches;
  for (const auto& [host, start, end] : joined) {
    switches.push_back({start, host, false, !end});
    if (end)
      switches.push_back({*end, host, true});
  }
  std::sort(switches.begin(), switches.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.date, !a.is_on, a.host) < std::tuple(b.date, !b.is_on, b.host);
  });
  return switches;
}

} // namespace malha::environment
