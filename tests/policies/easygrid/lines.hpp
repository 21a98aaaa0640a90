// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/order.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {

using Positions = std::vector<std::size_t>;

/// What the policy launches of a line of tasks that have been ready since these dates, on a host with
/// `running` of `slots` slots taken.
inline Positions launched(const std::string& policy, const std::vector<Seconds>& ready_since, int running,
                          int slots) {
  std::vector<WaitingTask> waiting;
  for (const Seconds date : ready_since)
    waiting.push_back({{}, date});
  return test::make<LaunchOrder>(policy)->launch({100, waiting, running, slots, 0, 1});
}

} // namespace malha::easygrid
