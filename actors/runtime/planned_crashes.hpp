// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <unordered_map>

namespace malha {

/// Dates at which hosts are turned off for good, known before the run. Who sees such a host go takes the
/// planned date, from which SimGrid's clock may differ in the last digits.
class PlannedCrashes {
public:
  /// Those of a simulation, which its actors share.
  static PlannedCrashes& of(Stage& simulation) {
    return simulation.shared<PlannedCrashes>("planned crashes");
  }

  void plan(const simgrid::s4u::Host& host, Seconds date) { dates_[&host] = date; }
  /// `never` if there is none.
  Seconds date_of(const simgrid::s4u::Host& host) const {
    const auto planned = dates_.find(&host);
    return planned == dates_.end() ? never : planned->second;
  }

private:
  std::unordered_map<const simgrid::s4u::Host*, Seconds> dates_;
};

} // namespace malha
