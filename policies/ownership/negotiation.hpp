// SPDX-License-Identifier: MIT
#pragma once
#include "pool_view.hpp"

namespace malha::ownership {

/// The ready task of the user starts on the machine now.
struct Start {
  int user;
  TaskId task;
  int machine;

  friend bool operator==(const Start& a, const Start& b) {
    return a.user == b.user && a.task == b.task && a.machine == b.machine;
  }
};

/// Which ready task starts where? Asked once a cycle when something has happened, a machine is idle and a
/// task is ready. A machine that is kept takes a task of that user alone. Afterwards no idle machine is kept
/// any more, and one that got nothing stays idle until something happens.
class Negotiate : public Policy {
public:
  static constexpr const char* question = "ownership/negotiation";
  virtual std::vector<Start> negotiate(const PoolView& view) = 0;
};

} // namespace malha::ownership
