// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <unordered_map>
#include <unordered_set>

namespace malha {

/// Dates at which environment actors turn hosts off, known before it happens. Who sees such a host go takes
/// the planned date, from which SimGrid's clock may differ in the last digits.
class PlannedCrashes {
public:
  /// Those of a simulation, which its actors share.
  static PlannedCrashes& of(Stage& simulation) {
    return simulation.shared<PlannedCrashes>("planned crashes");
  }

  enum class End { for_good, comes_back };
  /// Throws InputError where another has planned a crash of the host.
  void plan(const simgrid::s4u::Host& host, Seconds date, End end = End::for_good) {
    if (!dates_.emplace(&host, date).second)
      throw InputError("host '" + host.get_name() +
                       "' is switched by two environment actors; valid: hosts of their own for each");
    if (end == End::comes_back)
      returning_.insert(&host);
  }
  /// The next crash of a host that comes back, planned before it does.
  void plan_next(const simgrid::s4u::Host& host, Seconds date) { dates_.at(&host) = date; }
  bool comes_back(const simgrid::s4u::Host& host) const { return returning_.count(&host) > 0; }
  /// `never` if there is none.
  Seconds date_of(const simgrid::s4u::Host& host) const {
    const auto planned = dates_.find(&host);
    return planned == dates_.end() ? never : planned->second;
  }

private:
  std::unordered_map<const simgrid::s4u::Host*, Seconds> dates_;
  std::unordered_set<const simgrid::s4u::Host*> returning_;
};

} // namespace malha
