// SPDX-License-Identifier: MIT
#pragma once
#include "actor.hpp"
#include "stage.hpp"

#include <algorithm>
#include <map>

namespace malha {

/// Actors that do nothing but wake at times which are known, so that others may look ahead meanwhile.
class Sleepers {
public:
  /// Sleepers of a simulation, which its actors share.
  static Sleepers& of(Stage& simulation) { return simulation.shared<Sleepers>("sleepers"); }

  /// Registers an actor on a host that never fails, with its first wake-up time. To be called from the
  /// constructor of the actor.
  void sleeps_until(const Actor& who, Seconds date) { asleep_[&who] = date; }
  /// Sleeps until that date. What ends at that date has ended then.
  void sleep_until(const Actor& who, Seconds date) {
    sleeps_until(who, date);
    simgrid::s4u::this_actor::sleep_until(date);
    simgrid::s4u::this_actor::yield();
  }
  /// Unregisters an actor at the end of its run().
  void ends(const Actor& who) { asleep_.erase(&who); }

  /// Whether the calling actor may go to that date without SimGrid, since nothing else happens until then.
  bool nobody_else_acts_before(const Stage& simulation, Seconds date) const {
    return all_sleep_until_after(date) && simulation.nobody_else_acts_before(date, asleep_.size());
  }

private:
  /// By more than any clock is wrong by.
  bool all_sleep_until_after(Seconds date) const {
    constexpr Seconds clearly = 1e-6;
    return std::all_of(asleep_.begin(), asleep_.end(),
                       [date](const auto& one) { return date + clearly < one.second; });
  }

  std::map<const Actor*, Seconds> asleep_; ///< the dates at which they wake
};

} // namespace malha
