// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <unordered_map>

namespace malha {

/// Dates at which hosts are turned off or on that are known before they come. Who sees such a switch takes
/// the planned date, from which SimGrid's clock may differ in the last digits.
class PlannedCrashes {
public:
  /// Those of a simulation, which its actors share.
  static PlannedCrashes& of(Stage& simulation) {
    return simulation.shared<PlannedCrashes>("planned crashes");
  }

  /// The host is turned off at that date.
  void plan(const simgrid::s4u::Host& host, Seconds date) { crashes_[&host] = date; }
  /// The host is turned on at that date, after its last crash.
  void plan_return(const simgrid::s4u::Host& host, Seconds date) { returns_[&host] = date; }
  /// The planned date of the last crash of the host, or of its next one; `never` if there is none.
  Seconds date_of(const simgrid::s4u::Host& host) const { return found(crashes_, host); }
  /// The planned date of the last return of the host; `never` if there is none.
  Seconds return_of(const simgrid::s4u::Host& host) const { return found(returns_, host); }

private:
  using Dates = std::unordered_map<const simgrid::s4u::Host*, Seconds>;

  static Seconds found(const Dates& dates, const simgrid::s4u::Host& host) {
    const auto planned = dates.find(&host);
    return planned == dates.end() ? never : planned->second;
  }

  Dates crashes_, returns_;
};

} // namespace malha
