// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/settle.hpp"
#include "policies/sdk/quantities.hpp"

#include <boost/container/flat_set.hpp>

#include <utility>
#include <vector>

namespace malha::tuple_space {

/// Under instant transport: lets resources choose one after another, by (date, number), when all that happens
/// at that date has happened. Whoever has the turn waits for that, and hands it to whom it is due.
class TieBreaker {
public:
  explicit TieBreaker(Stage& simulation);

  /// Returns when it is the caller's turn, which lasts until `done`.
  void take(Seconds date, int resource);
  void done(int resource);
  /// It has crashed, whatever it was about to do.
  void forget(int resource);

private:
  void hand_over();

  Stage& simulation_;
  std::vector<simgrid::s4u::SemaphorePtr> gates_; ///< by resource
  boost::container::flat_set<std::pair<Seconds, int>> waiting_;
  int chooses_ = nobody; ///< or waits until nothing more happens

  static constexpr int nobody = -1;
};

} // namespace malha::tuple_space
