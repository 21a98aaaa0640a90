// SPDX-License-Identifier: MIT
#include "stretches.hpp"

#include <algorithm>

namespace malha {

Stretches::Stretches(const PowerRead& power, const Resources& resources, const FrequencySettings& settings)
    : scales_limits_(settings.scales_limits) {
  for (const auto& turn : power.turns) {
    const auto& host = power.hosts[turn.host];
    const auto first = static_cast<std::size_t>(host.profile.first);
    if (turn.use != PowerUse::on)
      continue;
    for (const int resource : host.resources) {
      if (turn.state == first && changes_.count(resource) == 0)
        continue; // it is on again, and has not changed its pstate
      const double slower = host.profile.states[first].speed / host.profile.states[turn.state].speed;
      changes_[resource].push_back({turn.time, settings.beta * (slower - 1) + 1});
    }
  }
  for (auto& [resource, changes] : changes_)
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& one, const Change& other) { return one.date < other.date; });
  if (any())
    for (const auto& [index, resource] : resources)
      speeds_[index] = resource.speed;
}

double Stretches::of(int resource, Seconds start) const {
  const auto found = changes_.find(resource);
  if (found == changes_.end())
    return 1;
  const auto& changes = found->second;
  const auto later = std::upper_bound(changes.begin(), changes.end(), start,
                                      [](Seconds date, const Change& change) { return date < change.date; });
  return later == changes.begin() ? 1 : std::prev(later)->stretch;
}

double Stretches::of_run(const IndexSet& resources, Seconds start) const {
  if (!any())
    return 1;
  Seconds usual = 0, longest = 0; // for each flop
  for (const int resource : resources)
    if (const auto speed = speeds_.find(resource); speed != speeds_.end()) {
      usual = std::max(usual, 1 / speed->second);
      longest = std::max(longest, of(resource, start) / speed->second);
    }
  return usual > 0 ? longest / usual : 1;
}

} // namespace malha
