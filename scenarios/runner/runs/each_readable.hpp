// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace malha {

/// Calls `read` with each name. Where it throws InputError, or a file cannot be looked at, what is wrong is
/// said on the standard error, and the others follow: one file that cannot be read hides no other.
void for_each_readable(const std::vector<std::string>& names,
                       const std::function<void(const std::string& name)>& read);

} // namespace malha
