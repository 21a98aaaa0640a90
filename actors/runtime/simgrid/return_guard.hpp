// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "planned_crashes.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

/// Keeps a run alive while the host of the actor where jobs enter is down, and will return. SimGrid 3.32 ends
/// a run in which only daemons are left, and looks at the profiles of hosts only while something else is
/// still to come.
class ReturnGuard {
public:
  explicit ReturnGuard(Stage& simulation) : simulation_(simulation), guarded_(simulation.entry().host) {
    simgrid::s4u::Host::on_state_change_cb([this](const simgrid::s4u::Host& host) {
      if (&host == guarded_)
        alarm_->release();
    });
  }
  ReturnGuard(const ReturnGuard&) = delete;
  ReturnGuard& operator=(const ReturnGuard&) = delete;

  /// The actor that is guarded runs, for the first time or again. Throws InputError where all hosts may go,
  /// so that there is none to stand on.
  void open() {
    if (!std::exchange(is_open_, true))
      simgrid::s4u::Actor::create("return-guard", host_that_stays(), [this] { stand(); });
  }
  /// It has ended.
  void close() {
    is_over_ = true;
    alarm_->release();
  }

private:
  simgrid::s4u::Host* host_that_stays() const {
    for (auto* host : simulation_.hosts("*"))
      if (!simulation_.has_state_profile(*host) && !PlannedCrashes::of(simulation_).plans(*host))
        return host;
    throw InputError("the host where jobs enter goes and returns, and so may all others; valid: at least one "
                     "host that stays");
  }

  void stand() const {
    while (!is_over_)
      if (guarded_->is_on() || alarm_->acquire_timeout(patience)) // true: the host does not come back
        alarm_->acquire();
  }

  Stage& simulation_;
  simgrid::s4u::Host* const guarded_;
  simgrid::s4u::SemaphorePtr alarm_ = simgrid::s4u::Semaphore::create(0);
  bool is_open_ = false, is_over_ = false;
};

} // namespace malha
