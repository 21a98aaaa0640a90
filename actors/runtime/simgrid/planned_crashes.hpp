// SPDX-License-Identifier: MIT
#pragma once
#include "actor.hpp"
#include "stage.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace malha {

/// Dates at which environment actors turn hosts off or on, known before they come. Who sees such a switch
/// takes the planned date, from which SimGrid's clock may differ in the last digits.
/// Each environment actor plans the hosts that it turns off when it is made. Others take a host without a
/// plan to stay.
class PlannedCrashes {
public:
  /// Those of a simulation, which its actors share.
  static PlannedCrashes& of(Stage& simulation) {
    return simulation.shared<PlannedCrashes>("planned crashes");
  }

  enum class End { for_good, comes_back };
  /// Throws InputError where another has planned a crash of the host.
  void plan(const simgrid::s4u::Host& host, Seconds date, End end = End::for_good) {
    if (!crashes_.emplace(&host, date).second)
      throw InputError("host '" + host.get_name() +
                       "' is switched by two environment actors; valid: hosts of their own for each");
    if (end == End::comes_back)
      returning_.insert(&host);
  }
  /// The next crash of a host that comes back; `never`: it is not known.
  void plan_next(const simgrid::s4u::Host& host, Seconds date) { crashes_.at(&host) = date; }
  /// The host is turned on at that date, after its last crash.
  void plan_return(const simgrid::s4u::Host& host, Seconds date) { returns_[&host] = date; }
  /// Whether an environment actor turns the host off, now or later.
  bool plans(const simgrid::s4u::Host& host) const { return crashes_.count(&host) > 0; }
  bool comes_back(const simgrid::s4u::Host& host) const { return returning_.count(&host) > 0; }
  /// The planned date of the last crash of the host, or of its next one; `never` if there is none.
  Seconds date_of(const simgrid::s4u::Host& host) const { return found(crashes_, host); }
  /// The planned date of the last return of the host; `never` if there is none.
  Seconds return_of(const simgrid::s4u::Host& host) const { return found(returns_, host); }

  // An actor that does nothing but carry out such plans says for how long it sleeps, so that others may look
  // ahead meanwhile.

  /// To be called when an actor is made that will run, on a host that stays, with the date until which it
  /// will sleep first.
  void sleeps_until(const Actor& who, Seconds date) { asleep_[&who] = date; }
  /// Sleeps until that date. What ends at that date has ended then.
  void sleep_until(const Actor& who, Seconds date) {
    sleeps_until(who, date);
    simgrid::s4u::this_actor::sleep_until(date);
    simgrid::s4u::this_actor::yield();
  }
  /// To be called last.
  void ends(const Actor& who) { asleep_.erase(&who); }
  /// Whether the actor that asks may go to that date without SimGrid, since nothing else happens until then.
  bool nobody_else_acts_before(const Stage& simulation, Seconds date) const {
    return all_sleep_until_after(date) && simulation.nobody_else_acts_before(date, asleep_.size());
  }

private:
  using Dates = std::unordered_map<const simgrid::s4u::Host*, Seconds>;

  /// By more than any clock is wrong by.
  bool all_sleep_until_after(Seconds date) const {
    constexpr Seconds clearly = 1e-6;
    return std::all_of(asleep_.begin(), asleep_.end(),
                       [date](const auto& one) { return date + clearly < one.second; });
  }
  static Seconds found(const Dates& dates, const simgrid::s4u::Host& host) {
    const auto planned = dates.find(&host);
    return planned == dates.end() ? never : planned->second;
  }

  Dates crashes_, returns_;
  std::map<const Actor*, Seconds> asleep_; ///< the dates at which they wake
  std::unordered_set<const simgrid::s4u::Host*> returning_;
};

/// Whether the host may come back when it has gone, by a state profile or an environment actor.
inline bool may_come_back(Stage& simulation, const simgrid::s4u::Host& host) {
  return simulation.returns(host) || PlannedCrashes::of(simulation).comes_back(host);
}

} // namespace malha
