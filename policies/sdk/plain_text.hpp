// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace malha {

/// The character at the beginning of a text.
struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0; ///< 0: the text does not begin with a character of UTF-8
};

/// Overlong forms, surrogates and numbers above U+10FFFF are no UTF-8.
inline Utf8Character first_character(std::string_view text) {
  if (text.empty())
    return {};
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80)
    return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes)
    return {};
  std::uint32_t code = lead & (0x7FU >> bytes);
  for (std::size_t place = 1; place < bytes; ++place) {
    if ((byte(place) & 0xC0U) != 0x80)
      return {};
    code = code << 6U | (byte(place) & 0x3FU);
  }
  const bool is_overlong = code < (bytes == 4 ? 0x10000U : bytes == 3 ? 0x800U : 0x80U);
  if (is_overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
    return {};
  return {code, bytes};
}

/// Whether a character changes the direction in which text is shown. Such characters can make a name look
/// like another.
inline bool turns_text(std::uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

/// Whether a character is a command to a terminal: C0 (without tab and ends of lines), DEL or C1.
inline bool is_control(std::uint32_t code) {
  return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || (code >= 0x7F && code <= 0x9F);
}

/// A character as messages name it: "U+009B".
inline std::string name_of_character(std::uint32_t code) {
  char name[16];
  std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(code));
  return name;
}

/// What a text of a user may not hold, as "the control character U+009B"; nothing where all is well. In a
/// name, tabs and ends of lines count as control characters, too.
inline std::optional<std::string> forbidden_in(std::string_view text, bool is_name) {
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    if (bytes == 0)
      return "a byte that is no UTF-8";
    if (is_control(code) || (is_name && code < 0x20))
      return "the control character " + name_of_character(code);
    if (turns_text(code))
      return name_of_character(code) + ", which turns the direction of text";
    if ((code & 0xFFFEU) == 0xFFFE)
      return name_of_character(code) + ", which is no character";
    text.remove_prefix(bytes);
  }
  return std::nullopt;
}

} // namespace malha
