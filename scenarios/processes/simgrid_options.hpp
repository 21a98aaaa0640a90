// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha {

/// Throws InputError when the option, "key:value", is none of a model, or SimGrid refuses it. SimGrid itself
/// is asked, in a process of its own: on some values it throws, on others it aborts.
void check_simgrid_option(const std::string& option);

} // namespace malha
