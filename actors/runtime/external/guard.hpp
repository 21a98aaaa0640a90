// SPDX-License-Identifier: MIT
#pragma once
#include "guarded_process.hpp"

namespace malha::external {

/// What the guard is given: files of its own.
struct GuardFiles {
  int socket;   ///< of the program
  int lifeline; ///< at whose end everything ends
  int status;   ///< where it writes how the program ended, as `waitpid` says it, or that it did not start
};

/// Written instead of a status if the program could not be started; an errno is added.
inline constexpr int not_started = 1 << 24;

/// Starts the program, and ends with everything that it has started once the lifeline is closed. It never
/// returns: the process that calls it is the guard.
[[noreturn]] void guard(const Program& program, const GuardFiles& files);

} // namespace malha::external
