// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/platform.hpp"

namespace malha {

/// Lets SimGrid load a platform file in a process of its own, because SimGrid aborts on what it does not
/// accept. Throws InputError with SimGrid's message. Prints notes on the roles of hosts, once for each file.
/// A generated platform is not checked.
void check_platform(const PlatformSource& platform);

/// Whether the platform draws random numbers, so that it may be another one under another seed. Plans it in a
/// process of its own; one that cannot be planned, or not in 10 s of real time, counts as drawn. Generators
/// draw from streams alone, as `PlatformDescriptor::plan` says.
bool depends_on_seed(const PlatformSource& platform);

} // namespace malha
