// SPDX-License-Identifier: MIT
#pragma once
#include "pool_view.hpp"

namespace malha::ownership {

/// A machine that is kept for the next task of a user.
struct Keep {
  int machine;
  int user;

  friend bool operator==(const Keep& a, const Keep& b) { return a.machine == b.machine && a.user == b.user; }
};

struct PreemptionDecision {
  std::vector<Keep> stops; ///< the task that runs on the machine stops, and the machine is kept for the user
  std::vector<Keep> keeps; ///< free machines that are kept for a user
  /// Whether the pool asks again in the next cycle even without an event before.
  bool ask_again = false;
};

/// Which running tasks stop, and for which user is each of their machines kept? The pool asks once a cycle if
/// there was an event, some task runs and some task is ready. A machine is kept only for a user who has a
/// ready task for it, until the next negotiation that finds it idle.
class Preempt : public Policy {
public:
  static constexpr const char* question = "ownership/preemption";
  virtual PreemptionDecision preempt(const PoolView& view) = 0;
};

} // namespace malha::ownership
