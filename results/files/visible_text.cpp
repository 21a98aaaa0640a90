// SPDX-License-Identifier: MIT
#include "visible_text.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace malha {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The bytes of a character that begins with this one; 0 where none does.
std::size_t length_after(unsigned char first) {
  return first < 0x80U                     ? 1
         : first >= 0xC2U && first < 0xE0U ? 2
         : first >= 0xE0U && first < 0xF0U ? 3
         : first >= 0xF0U && first < 0xF5U ? 4
                                           : 0;
}

/// Of a character of UTF-8.
unsigned code_of(std::string_view character) {
  if (character.size() == 1)
    return static_cast<unsigned char>(character[0]);
  unsigned code = static_cast<unsigned char>(character[0]) & (0x7FU >> character.size());
  for (const char byte : character.substr(1))
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

bool is_control(unsigned code) { return code < 0x20U || (code >= 0x7FU && code < 0xA0U); }

/// Separators of lines and paragraphs, and what turns the direction of a text.
bool turns_lines(unsigned code) {
  return code == 0x061CU || code == 0x200EU || code == 0x200FU || (code >= 0x2028U && code <= 0x202EU) ||
         (code >= 0x2066U && code <= 0x2069U);
}

std::string as_byte(unsigned code) {
  char text[8];
  std::snprintf(text, sizeof text, "\\x%02x", code & 0xFFU);
  return text;
}

std::string as_character(unsigned code) {
  char text[16];
  std::snprintf(text, sizeof text, "\\u%04x", code);
  return text;
}

/// Most texts are of these alone.
bool is_plain(char letter) { return (letter >= 0x20 && letter < 0x7F) || letter == '\n' || letter == '\t'; }

/// Appends the text as it is shown. Returns how many bytes at its end begin a character that is not complete;
/// where `is_whole`, none will follow, and they are shown.
std::size_t append_visible(std::string& shown, std::string_view text, bool is_whole) {
  while (!text.empty()) {
    const auto plain =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    shown += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty())
      break;
    const auto length = character_length(text);
    if (length == 0 && !is_whole && text.size() < length_after(static_cast<unsigned char>(text[0])) &&
        std::all_of(text.begin() + 1, text.end(), continues))
      return text.size();
    const auto form = visible_form(text, length);
    const auto taken = std::max<std::size_t>(length, 1);
    shown += form.empty() ? text.substr(0, taken) : std::string_view(form);
    text.remove_prefix(taken);
  }
  return 0;
}

} // namespace

std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const auto length = length_after(first);
  if (length == 0 || text.size() < length || !std::all_of(text.begin() + 1, text.begin() + length, continues))
    return 0;
  const auto second = length > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool is_wrong = (first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second >= 0xA0U) ||
                        (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second >= 0x90U);
  return is_wrong ? 0 : length;
}

std::string visible_form(std::string_view text, std::size_t length) {
  if (length == 0)
    return as_byte(static_cast<unsigned char>(text[0]));
  const auto code = code_of(text.substr(0, length));
  if (code == '\n' || code == '\t')
    return "";
  if (is_control(code))
    return code < 0x80U ? as_byte(code) : as_character(code);
  return turns_lines(code) ? as_character(code) : "";
}

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  append_visible(shown, text, true);
  return shown;
}

std::string visible_line(std::string_view text) {
  std::string line;
  for (const char letter : visible(text))
    if (letter == '\n' || letter == '\t')
      line += as_byte(static_cast<unsigned char>(letter));
    else
      line += letter;
  return line;
}

std::string visible_json(std::string_view json) {
  std::string shown;
  while (!json.empty()) {
    const auto length = character_length(json), taken = std::max<std::size_t>(length, 1);
    if (length == 0 || visible_form(json, length).empty())
      shown += json.substr(0, taken);
    else
      shown += as_character(code_of(json.substr(0, length)));
    json.remove_prefix(taken);
  }
  return shown;
}

VisibleOutput::VisibleOutput(std::ostream& out) : out_(out), to_(out.rdbuf(this)) {}

VisibleOutput::~VisibleOutput() {
  std::string shown;
  append_visible(shown, begun_, true);
  pass(shown);
  out_.rdbuf(to_);
}

void VisibleOutput::control(std::ostream& out, std::string_view sequence) {
  if (auto* visible_output = dynamic_cast<VisibleOutput*>(out.rdbuf()))
    visible_output->pass(sequence);
  else
    out << sequence;
}

bool VisibleOutput::pass(std::string_view text) {
  const auto length = static_cast<std::streamsize>(text.size());
  return to_->sputn(text.data(), length) == length;
}

VisibleOutput::int_type VisibleOutput::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof()))
    return traits_type::not_eof(letter);
  const char one = traits_type::to_char_type(letter);
  return xsputn(&one, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize VisibleOutput::xsputn(const char* text, std::streamsize length) {
  const std::string all = std::exchange(begun_, "") + std::string(text, static_cast<std::size_t>(length));
  std::string shown;
  const auto left = append_visible(shown, all, false);
  begun_ = all.substr(all.size() - left);
  return pass(shown) ? length : 0;
}

} // namespace malha
