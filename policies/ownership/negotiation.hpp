// SPDX-License-Identifier: MIT
#pragma once
#include "pool_view.hpp"

namespace malha::ownership {

/// A ready task of a user that starts on a machine now.
struct Start {
  int user;
  TaskId task;
  int machine;

  friend bool operator==(const Start& a, const Start& b) {
    return a.user == b.user && a.task == b.task && a.machine == b.machine;
  }
};

/// Which ready task starts where? The pool asks once a cycle if there was an event, a machine is idle and a
/// task is ready. A kept machine takes a task of its user only. Afterwards no idle machine is kept any more,
/// and a machine that got nothing stays idle until the next event.
class Negotiate : public Policy {
public:
  static constexpr const char* question = "ownership/negotiation";
  virtual std::vector<Start> negotiate(const PoolView& view) = 0;
};

} // namespace malha::ownership
