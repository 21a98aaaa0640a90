// SPDX-License-Identifier: MIT
#pragma once
#include "choices.hpp"
#include "manager_grid.hpp"
#include "messages.hpp"

#include <deque>
#include <utility>

namespace malha::easygrid {

/// What the parts of one manager share: its place in the grid, the date, the terms of both levels as far as
/// the manager knows, and its output.
class ManagerState {
public:
  /// What the manager has to send and to start, and what it has counted, since the output was last taken.
  struct Output {
    std::vector<std::pair<int, ManagerMessage>> messages; ///< to other managers
    std::vector<Task> launched;
    std::vector<EndedTask> counted; ///< ends that the global manager has received
    bool has_finished = false;      ///< the global manager knows that the application has ended
    int sites_taken_over = 0, grids_taken_over = 0;
    int given_up = 0; ///< hosts and sites that were suspected
    int events = 0, events_accepted = 0, grid_events = 0, grid_events_accepted = 0;
  };

  /// `tasks` has the tasks that have been submitted so far, by id. All managers know them, and more come.
  ManagerState(const ManagerGrid& managers, int manager, Choices& policies, const std::vector<Task>& tasks,
               Seconds date)
      : grid(managers), self(manager), site(managers.site_of[static_cast<std::size_t>(manager)]),
        choices(policies), application(tasks), now(date) {}

  int term(Level level) const { return level == Level::site ? site_term_ : grid_term_; }
  void set_term(Level level, int term) { (level == Level::site ? site_term_ : grid_term_) = term; }
  /// The leader of the own site, or of the grid, in the current term.
  int leader(Level level) const { return grid.leader(level, site, term(level)); }
  bool leads(Level level) const { return leader(level) == self; }
  Envelope envelope(Level level) const { return {self, level, term(level)}; }

  const Task& task(TaskId id) const { return application[static_cast<std::size_t>(id)]; }
  FlopsPerSecond capacity_of(int manager) const { return grid.capacity[static_cast<std::size_t>(manager)]; }
  int site_of(int manager) const { return grid.site_of[static_cast<std::size_t>(manager)]; }
  const std::vector<int>& managers_of(int of_site) const {
    return grid.sites[static_cast<std::size_t>(of_site)];
  }

  void send(int to, ManagerMessage message);
  /// The next message of the manager to itself, which needs no network.
  std::optional<ManagerMessage> take_own_message();

  const ManagerGrid& grid;
  const int self, site;
  Choices& choices;
  const std::vector<Task>& application;
  Seconds now;
  Output output;

private:
  int site_term_ = 0, grid_term_ = 0;
  std::deque<ManagerMessage> to_self_;
};

} // namespace malha::easygrid
