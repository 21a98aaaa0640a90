// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha {

/// Throws InputError when SimGrid refuses the option, "key:value". Asked of SimGrid itself, in a process of
/// its own: on some values it throws, on others it aborts.
void check_simgrid_option(const std::string& option);

} // namespace malha
