// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/launch.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

/// What surrounds the ready tasks of a host.
struct HostState {
  int running = 0;
  int slots = 2;
  int external_loads = 0;
  int cores = 1;
};

/// Ids of the tasks that start, in the order in which they do.
inline Ids launched(easygrid::Launch& policy, const std::vector<Flops>& works, const HostState& host) {
  const auto ready = ready_tasks_of(works);
  return ids_at(policy.launch({0, ready, host.running, host.slots, host.external_loads, host.cores}), ready);
}

} // namespace malha::test
