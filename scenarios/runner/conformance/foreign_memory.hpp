// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"

#include <filesystem>

namespace malha::conformance {

/// What valgrind saw of the memory that a plugin uses.
struct ForeignMemory {
  std::vector<std::string> flaws; ///< leaks, and uses of memory that is not there, in sentences
  std::string not_looked_at;      ///< why nothing was seen; "": something was
};

/// Asks an example of a plugin's policy under valgrind, where it is installed. Only what happens in the code
/// of the plugin counts. It may take `limit` seconds of real time. On a signal that ends programs it does not
/// return.
ForeignMemory memory_of(const std::filesystem::path& plugin, const Json& example, Seconds limit);

} // namespace malha::conformance
