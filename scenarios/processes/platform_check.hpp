// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/platform.hpp"

namespace malha {

/// Has SimGrid load a platform file in a process of its own, since it aborts on what it does not like. Throws
/// InputError with SimGrid's sentence. Prints, once for each file, what a user may not expect of its roles.
/// A platform that is generated is right.
void check_platform(const PlatformSource& platform);

} // namespace malha
