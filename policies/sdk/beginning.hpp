// SPDX-License-Identifier: MIT
#pragma once
#include <cstring>
#include <string>

namespace malha {

/// The first bytes of a text, with "…" where there are more. A plugin may throw a text of any length.
inline std::string beginning_of(const char* text, std::size_t most = 1000) {
  const auto length = strnlen(text, most + 1);
  return length > most ? std::string(text, most) + "…" : std::string(text, length);
}

} // namespace malha
