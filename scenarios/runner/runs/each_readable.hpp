// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace malha {

/// Calls `read` with each name. If it throws InputError or std::filesystem::filesystem_error, prints the
/// error on standard error and continues with the next name: a file that cannot be read hides no other.
void for_each_readable(const std::vector<std::string>& names,
                       const std::function<void(const std::string& name)>& read);

} // namespace malha
