// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <vector>

namespace malha::easygrid {

/// The two levels that have a leader: a site has its site manager, the grid has the global manager.
enum class Level { site, grid };

/// What all managers know of the grid and of each other from the start. Managers have numbers from 0.
struct ManagerGrid {
  std::vector<int> site_of;             ///< by manager
  std::vector<FlopsPerSecond> capacity; ///< by manager: of its host, over all cores
  std::vector<std::vector<int>> sites;  ///< the managers of each site, in order
  std::vector<int> candidates;          ///< for global manager: the first of each site, then all others
  Seconds beat_interval = 5;            ///< longest time between two messages of a manager to its leader
  int missed_beats = 3;                 ///< a manager is suspected after this many intervals without message
  Seconds check_interval = 2;           ///< least time between two checks of the balance

  /// A grid of managers in those sites, which are numbered from 0.
  ManagerGrid(std::vector<int> sites_of_managers, std::vector<FlopsPerSecond> capacities);

  int managers() const { return static_cast<int>(site_of.size()); }
  /// The time without a message after which a manager is suspected.
  Seconds patience() const { return missed_beats * beat_interval; }
  /// The manager that leads the site, or the grid, in a term. The next term has the next manager in order;
  /// the first follows the last.
  int leader(Level level, int site, int term) const;
};

} // namespace malha::easygrid
