// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/platform.hpp"

namespace malha {

/// Lets SimGrid load a platform file in a process of its own, because it aborts on what it does not accept.
/// Throws InputError with SimGrid's sentence. Prints once for each file what a user may not expect of its
/// roles. A generated platform is not checked.
void check_platform(const PlatformSource& platform);

} // namespace malha
