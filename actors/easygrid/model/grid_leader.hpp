// SPDX-License-Identifier: MIT
#pragma once
#include "leader.hpp"

namespace malha::easygrid {

/// The part of a manager that leads the grid, as global manager. It distributes the tasks of the application
/// to the sites, and counts those that have ended.
class GridLeader : public Leader {
public:
  explicit GridLeader(ManagerState& manager) : Leader(manager, Level::grid) {}

  /// Begins with the application: all sites are children.
  void begin();
  /// Begins as the successor of a global manager that failed.
  void take_over();

  using Leader::take;
  void take(const Gathering& gathering);

  /// Gives up silent sites, distributes tasks, and balances the load. Not to be called while it gathers.
  /// `is_complete`: the application will get no more tasks.
  void coordinate(bool is_complete);

private:
  /// The manager that leads a site, and the term in which it does.
  struct SiteManager {
    int manager;
    int term;
  };

  int manager_of(int child) const override { return site_managers_.at(child).manager; }
  int child_of(int sender) const override { return manager().site_of(sender); }
  bool is_known(const News& news) const override;
  bool admits(const Joining& joining, int child) override;
  void count_end(const EndedTask& task) override { manager().output.counted.push_back(task); }
  void count_event(bool is_accepted) override;

  std::map<int, SiteManager> site_managers_; ///< by site, as they have joined
  std::size_t admitted_ = 0;                 ///< tasks of the application that are in the book
};

} // namespace malha::easygrid
