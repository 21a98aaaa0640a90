// SPDX-License-Identifier: MIT
#include "manager_grid.hpp"

#include <algorithm>
#include <utility>

namespace malha::easygrid {

ManagerGrid::ManagerGrid(std::vector<int> sites_of_managers, std::vector<FlopsPerSecond> capacities)
    : site_of(std::move(sites_of_managers)), capacity(std::move(capacities)) {
  for (int manager = 0; manager < managers(); ++manager) {
    const auto site = static_cast<std::size_t>(site_of[static_cast<std::size_t>(manager)]);
    sites.resize(std::max(sites.size(), site + 1));
    sites[site].push_back(manager);
  }
  for (const auto& members : sites)
    candidates.push_back(members.front());
  for (const auto& members : sites)
    candidates.insert(candidates.end(), members.begin() + 1, members.end());
}

int ManagerGrid::leader(Level level, int site, int term) const {
  const auto& all = level == Level::site ? sites[static_cast<std::size_t>(site)] : candidates;
  return all[static_cast<std::size_t>(term) % all.size()];
}

} // namespace malha::easygrid
