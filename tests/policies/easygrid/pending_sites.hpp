// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/replay.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {

using Moves = std::vector<std::pair<std::size_t, int>>;

/// Between two hosts, 1 s and 1 B/s apart.
inline const workflow::Network network(2, 1, 1);

/// The moves of the policy, as task and host, at 0 s.
inline Moves moves(const std::string& policy, const std::vector<PendingTask>& tasks,
                   const std::vector<PendingHost>& hosts,
                   const std::map<std::string, std::string>& parameters = {}) {
  Moves found;
  for (const auto& one : test::make<Pending>(policy, parameters)->relocate({0, tasks, hosts, network}))
    found.emplace_back(one.task, one.host);
  return found;
}

} // namespace malha::easygrid
