// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/planned_crashes.hpp"
#include "actors/runtime/settle.hpp"

#include <boost/container/flat_set.hpp>
#include <simgrid/s4u.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace malha::tuple_space {

/// Under instant transport: lets resources choose one after another, by (date, number), when all that happens
/// at that date has happened. Whoever has the turn waits for that, and hands it to whom it is due.
class TieBreaker {
public:
  /// `detection_delay`: what happens so long after a crash belongs to its date, too.
  TieBreaker(Stage& simulation, Seconds detection_delay);

  /// Returns when it is the caller's turn, which lasts until `done`.
  void take(Seconds date, int resource);
  void done(int resource);
  /// It has been woken and will take a turn at this date.
  void expect(int resource) { expected_.insert(resource); }
  /// Something has been set off that may change the space at this date: within three rounds of the simulation
  /// from now, or it stirs again.
  void stir() {
    stirred_ = simgrid::s4u::Engine::get_clock();
    ++arrivals_;
  }
  /// It has crashed, whatever it was about to do.
  void forget(int resource);

private:
  void wait_until_settled();
  void hand_over();
  QuietRounds rounds_now();
  bool hosts_may_switch_now();
  /// Of crashes and their detections, sorted.
  std::vector<Seconds> dates_of_crashes() const;

  Stage& simulation_;
  const Seconds detection_delay_;
  std::optional<std::vector<Seconds>> crashes_;   ///< from the first turn on: all are planned then
  std::vector<simgrid::s4u::SemaphorePtr> gates_; ///< by resource
  boost::container::flat_set<std::pair<Seconds, int>> waiting_;
  boost::container::flat_set<int> expected_;
  int chooses_ = nobody;     ///< or waits until nothing more happens
  std::size_t arrivals_ = 0; ///< of resources, and of whatever may change the space
  Seconds stirred_ = 0;      ///< last

  static constexpr int nobody = -1;
};

} // namespace malha::tuple_space
