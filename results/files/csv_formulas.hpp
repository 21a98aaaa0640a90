// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/numbers.hpp"

#include <string>
#include <string_view>

namespace malha {

/// Whether a spreadsheet would compute a field with this text instead of showing it. Such texts are written
/// with an apostrophe in front, and so are texts that already begin with apostrophes before a formula, so
/// that reading restores them. Numbers are written unchanged.
inline bool begins_formula(const std::string& text) {
  const auto first = text.find_first_not_of('\'');
  constexpr std::string_view beginnings = "=+-@\t";
  return first != std::string::npos && text.size() > 1 &&
         beginnings.find(text[first]) != std::string_view::npos && !parse_number<double>(text);
}

/// Removes the apostrophe with which a field was written.
inline void take_formula_mark(std::string& field) {
  if (!field.empty() && field.front() == '\'' && begins_formula(field))
    field.erase(0, 1);
}

} // namespace malha
