// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"

#include <set>

namespace malha::conformance {

/// Checks positions in a list of `size`: each exists, none is given twice. Returns the broken rule; "": none.
inline std::string broken_position_rule(const Json& positions, std::size_t size) {
  std::set<std::size_t> seen;
  for (const auto& one : positions) {
    const auto position = one.get<std::size_t>();
    if (position >= size)
      return "position " + std::to_string(position) + " is not there";
    if (!seen.insert(position).second)
      return "position " + std::to_string(position) + " is given twice";
  }
  return "";
}

} // namespace malha::conformance
