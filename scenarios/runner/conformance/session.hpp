// SPDX-License-Identifier: MIT
#pragma once
#include "asker.hpp"

namespace malha::conformance {

struct SessionLimits {
  int workers = 1;
  Seconds time = 10; ///< of computing in one call; a call may wait for about twice as long
  bool captures_output = true;
};

/// The session, which knows its policy if that runs in another process: no plugin has it.
Session with_policy(Session session);

/// Runs sessions, each in a process of its own. Throws InputError if a plugin cannot be used. The caller must
/// have no threads and no SimGrid engine. Does not return on a signal that ends programs.
std::vector<SessionResult> run_sessions(const std::vector<Session>& sessions, const SessionLimits& limits);

} // namespace malha::conformance
