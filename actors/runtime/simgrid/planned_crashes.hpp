// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <simgrid/s4u.hpp>

#include <unordered_map>
#include <unordered_set>

namespace malha {

/// Dates at which environment actors turn hosts off or on, known in advance. An actor that notices such a
/// switch takes the planned date, from which SimGrid's clock may differ in the last digits.
/// Environment actors register planned failures when constructed. A host without one never fails.
class PlannedCrashes {
public:
  /// Planned crashes of a simulation, which its actors share.
  static PlannedCrashes& of(Stage& simulation) {
    return simulation.shared<PlannedCrashes>("planned crashes");
  }

  enum class End { for_good, recovers };
  /// Throws InputError if another environment actor has planned a crash of the host.
  void plan(const simgrid::s4u::Host& host, Seconds date, End end = End::for_good) {
    if (!crashes_.emplace(&host, date).second)
      throw InputError("host '" + host.get_name() +
                       "' is switched by two environment actors; valid: hosts of their own for each");
    if (end == End::recovers)
      recovering_.insert(&host);
  }
  /// Plans the next crash of a host that recovers; `never`: its date is not known.
  void plan_next(const simgrid::s4u::Host& host, Seconds date) { crashes_.at(&host) = date; }
  /// The host is not turned on again after its next crash.
  void recovers_no_more(const simgrid::s4u::Host& host) { recovering_.erase(&host); }
  /// Plans the recovery of the host from its last crash.
  void plan_recovery(const simgrid::s4u::Host& host, Seconds date) { recoveries_[&host] = date; }

  /// Whether an environment actor turns the host off, now or later.
  bool plans(const simgrid::s4u::Host& host) const { return crashes_.count(&host) > 0; }
  /// Whether an environment actor turns the host on again after its crash, the last one or the next one.
  bool recovers(const simgrid::s4u::Host& host) const { return recovering_.count(&host) > 0; }
  /// The planned date of the last crash of the host, or of its next one; `never` if there is none.
  Seconds date_of(const simgrid::s4u::Host& host) const { return found(crashes_, host); }
  /// The planned date of the last recovery of the host; `never` if there is none.
  Seconds recovery_of(const simgrid::s4u::Host& host) const { return found(recoveries_, host); }

private:
  using Dates = std::unordered_map<const simgrid::s4u::Host*, Seconds>;

  static Seconds found(const Dates& dates, const simgrid::s4u::Host& host) {
    const auto planned = dates.find(&host);
    return planned == dates.end() ? never : planned->second;
  }

  Dates crashes_, recoveries_;
  std::unordered_set<const simgrid::s4u::Host*> recovering_;
};

/// Whether the host may recover when it has failed, by a state profile or an environment actor.
inline bool may_recover(Stage& simulation, const simgrid::s4u::Host& host) {
  return simulation.states().recovers(host.get_name()) || PlannedCrashes::of(simulation).recovers(host);
}

} // namespace malha
