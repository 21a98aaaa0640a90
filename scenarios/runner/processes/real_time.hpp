// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <chrono>

namespace malha {

/// Real time since some fixed instant, of a clock that never goes back.
inline Seconds real_time_now() {
  return std::chrono::duration<Seconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace malha
