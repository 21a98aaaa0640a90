// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"

#include <filesystem>

namespace malha::conformance {

/// What valgrind found in the use of memory by a plugin.
struct ForeignMemory {
  std::vector<std::string> flaws; ///< leaks, and uses of invalid memory, in sentences
  std::string not_looked_at;      ///< why memory was not checked; "": it was
};

/// Asks the policy of a plugin an example under valgrind, if it is installed. Only errors in the code of the
/// plugin count. `limit` is the longest real time in s. Does not return on a signal that ends programs.
ForeignMemory memory_of(const std::filesystem::path& plugin, const Json& example, Seconds limit);

} // namespace malha::conformance
