// SPDX-License-Identifier: MIT
#include "escaping.hpp"

#include <algorithm>
#include <ostream>

namespace malha::page {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The bytes of the character at the beginning of the text; 0 where it is no UTF-8. Overlong forms,
/// surrogates and what is above U+10FFFF are none.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80U                     ? 1
                             : first >= 0xC2U && first < 0xE0U ? 2
                             : first >= 0xE0U && first < 0xF0U ? 3
                             : first >= 0xF0U && first < 0xF5U ? 4
                                                               : 0;
  if (length == 0 || text.size() < length || !std::all_of(text.begin() + 1, text.begin() + length, continues))
    return 0;
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool is_wrong = (first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second >= 0xA0U) ||
                        (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second >= 0x90U);
  return is_wrong ? 0 : length;
}

/// What stands for a character in HTML and XML.
std::string_view shown_as(std::string_view character) {
  if (character.size() > 1)
    return character;
  switch (character[0]) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  case '\t':
  case '\n':
    return character;
  default:
    return static_cast<unsigned char>(character[0]) < 0x20U || character[0] == 0x7F ? replacement : character;
  }
}

} // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  while (!text.empty()) {
    const auto length = character_length(text);
    html += length == 0 ? replacement : shown_as(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return html;
}

void write_script_json(std::string_view json, std::ostream& out) {
  while (!json.empty()) {
    const auto plain = std::min(json.find_first_of("<>&"), json.size());
    out << json.substr(0, plain);
    json.remove_prefix(plain);
    if (json.empty())
      return;
    out << (json[0] == '<' ? "\\u003c" : json[0] == '>' ? "\\u003e" : "\\u0026");
    json.remove_prefix(1);
  }
}

std::string slug(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string word;
  for (const char letter : text) {
    const bool is_upper = letter >= 'A' && letter <= 'Z';
    const bool stays = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                       letter == '.' || letter == '_';
    if (is_upper || stays)
      word += is_upper ? static_cast<char>(letter - 'A' + 'a') : letter;
    else if (!word.empty() && word.back() != '-')
      word += '-';
    if (word.size() == longest)
      break;
  }
  while (!word.empty() && (word.back() == '-' || word.back() == '.'))
    word.pop_back();
  return word.empty() ? "unnamed" : word;
}

std::string shortened(const std::string& text, std::size_t characters) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++seen) {
    if (seen == characters)
      return text.substr(0, at) + "…";
    do
      ++at;
    while (at < text.size() && continues(text[at]));
  }
  return text;
}

std::string folded(const std::string& text, std::size_t longest) {
  const auto beginning = shortened(text, longest);
  if (beginning.size() >= text.size())
    return escaped(text);
  return "<details class=\"long\"><summary>" + escaped(beginning) + "</summary><p>" + escaped(text) +
         "</p></details>";
}

} // namespace malha::page
