// SPDX-License-Identifier: MIT
#include "return_guard.hpp"

#include "actors/model/agenda.hpp"
#include "planned_crashes.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

ReturnGuard::ReturnGuard(Stage& simulation) : simulation_(simulation), guarded_(simulation.entry().host) {
  on_switch([this](const simgrid::s4u::Host& host) {
    if (&host == guarded_)
      alarm_->release();
  });
}

void ReturnGuard::open() {
  if (!std::exchange(is_open_, true))
    add_actor("return-guard", host_that_stays(), [this] { stand(); });
}

void ReturnGuard::close() {
  is_over_ = true;
  alarm_->release();
}

simgrid::s4u::Host* ReturnGuard::host_that_stays() const {
  for (auto* host : simulation_.hosts("*"))
    if (!simulation_.states().has(host->get_name()) && !PlannedCrashes::of(simulation_).plans(*host))
      return host;
  throw InputError("the host of the entry point fails and recovers, and so may all others; valid: at least "
                   "one host that never fails");
}

void ReturnGuard::stand() const {
  while (!is_over_)
    if (guarded_->is_on() || alarm_->acquire_timeout(patience)) // true: the host does not recover
      alarm_->acquire();
}

} // namespace malha
