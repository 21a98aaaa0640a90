// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/settle.hpp"
#include "policies/sdk/quantities.hpp"

#include <boost/container/flat_set.hpp>

#include <utility>
#include <vector>

namespace malha::tuple_space {

/// The order of choices under instant transport: resources choose one after another, by (date, number), after
/// all other events of that date. The resource that holds the turn waits until the date is settled, then
/// passes the turn on to the resource that is first.
class TieBreaker {
public:
  explicit TieBreaker(Stage& simulation);

  /// Waits for the turn of the resource, which lasts until `done`.
  void take(Seconds date, int resource);
  void done(int resource);
  /// The resource has crashed: it gives up its place and its turn.
  void forget(int resource);

private:
  void hand_over();

  Stage& simulation_;
  std::vector<simgrid::s4u::SemaphorePtr> gates_; ///< by resource
  boost::container::flat_set<std::pair<Seconds, int>> waiting_;
  int chooses_ = nobody; ///< it chooses, or waits until the date is settled

  static constexpr int nobody = -1;
};

} // namespace malha::tuple_space
