// SPDX-License-Identifier: MIT
#include "swf.hpp"

#include <charconv>
#include <cmath>

namespace malha::swf {

void append_number(std::string& text, double value) {
  char digits[400]; // the largest double has 309 digits before its point, the smallest 324 zeros behind it
  const bool integral = std::abs(value) <= largest_integer && value == std::trunc(value);
  const auto written = integral
                           ? std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(value))
                           : std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed);
  text.append(digits, written.ptr);
}

bool is_list(std::string_view text) {
  return text.find('&') != std::string_view::npos && text.front() != '&' && text.back() != '&' &&
         text.find("&&") == std::string_view::npos &&
         text.find_first_not_of("0123456789&") == std::string_view::npos;
}

} // namespace malha::swf
