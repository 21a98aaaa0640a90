// SPDX-License-Identifier: MIT
#include "escaping.hpp"

#include "results/files/visible_text.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

namespace malha::page {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// What stands for a character in HTML and XML, where it is shown.
std::string_view shown_as(std::string_view character) {
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
  default:
    return character;
  }
}

} // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  while (!text.empty()) {
    const auto length = character_length(text), taken = std::max<std::size_t>(length, 1);
    const auto form = visible_form(text, length);
    html += form.empty() ? shown_as(text.substr(0, taken)) : std::string_view(form);
    text.remove_prefix(taken);
  }
  return html;
}

namespace {

/// How many bytes at the beginning of a JSON text are written in another form, and that form.
std::pair<std::size_t, std::string> in_script(std::string_view text) {
  switch (text[0]) {
  case '<':
    return {1, "\\u003c"};
  case '>':
    return {1, "\\u003e"};
  case '&':
    return {1, "\\u0026"};
  case '\\': // a control character; of what is escaped otherwise, the second byte is no other escape
    if (text.substr(1, 4) == "u000" || text.substr(1, 4) == "u001")
      return {6, "\\\\x" + std::string(text.substr(4, 2))};
    return {2, std::string(text.substr(0, 2))};
  default:
    const auto length = character_length(text), taken = std::max<std::size_t>(length, 1);
    const auto form = visible_form(text, length); // its backslash is one of the text
    return {taken, form.empty() ? std::string(text.substr(0, taken)) : "\\" + form};
  }
}

} // namespace

void write_script_json(std::string_view json, std::ostream& out) {
  while (!json.empty()) {
    // What may stand otherwise begins with one of these.
    const auto plain = std::min(json.find_first_of("<>&\\\x7F\xC2\xD8\xE2"), json.size());
    out << json.substr(0, plain);
    json.remove_prefix(plain);
    if (json.empty())
      return;
    const auto [taken, written] = in_script(json);
    out << written;
    json.remove_prefix(std::min(taken, json.size()));
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
