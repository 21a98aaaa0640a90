// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha {

/// Checks an option of SimGrid, "key:value". Throws InputError if it belongs to no model, or if SimGrid
/// refuses it. SimGrid reads it in a process of its own, because it aborts on some values.
void check_simgrid_option(const std::string& option);

} // namespace malha
