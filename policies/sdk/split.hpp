// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// The parts of a text between its separators. Empty parts count. A text without a separator is one part.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

} // namespace malha
