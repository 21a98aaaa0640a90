// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha {

/// Throws InputError when the option, "key:value", belongs to no model, or when SimGrid refuses it. SimGrid
/// itself is asked in a process of its own, because it aborts on some values.
void check_simgrid_option(const std::string& option);

} // namespace malha
