// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

/// Keeps a run alive while the host of the entry point is down and will recover. SimGrid 3.32 ends a run in
/// which only daemons are left, and follows the profiles of hosts only while something else is still to come.
class ReturnGuard {
public:
  explicit ReturnGuard(Stage& simulation);
  ReturnGuard(const ReturnGuard&) = delete;
  ReturnGuard& operator=(const ReturnGuard&) = delete;

  /// The entry point runs, for the first time or again. Throws InputError if every host may fail, so that
  /// none is left for the guard.
  void open();
  /// The entry point has ended.
  void close();

private:
  simgrid::s4u::Host* host_that_stays() const;
  void stand() const;

  Stage& simulation_;
  simgrid::s4u::Host* const guarded_;
  simgrid::s4u::SemaphorePtr alarm_ = simgrid::s4u::Semaphore::create(0);
  bool is_open_ = false, is_over_ = false;
};

} // namespace malha
