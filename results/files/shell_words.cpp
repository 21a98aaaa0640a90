// SPDX-License-Identifier: MIT
#include "shell_words.hpp"

#include "visible_text.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace malha {

bool is_plain_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("._-/=:,@+").find(letter) != std::string_view::npos;
  });
}

namespace {

/// A word with characters that terminals obey: a shell makes them of what is written here, but for newlines
/// at the end, which it would take away.
std::string printed_word(const std::string& text) {
  const auto end = text.find_last_not_of('\n') + 1;
  std::string word = "\"$(printf '";
  for (const char letter : text.substr(0, end)) {
    char code[5];
    std::snprintf(code, sizeof code, "\\%03o", static_cast<unsigned char>(letter));
    word += is_plain_word(std::string(1, letter)) ? std::string(1, letter) : code;
  }
  word += "')\"";
  return end == text.size() ? word : word + "'" + text.substr(end) + "'";
}

} // namespace

std::string shell_word(const std::string& text) {
  if (is_plain_word(text))
    return text;
  if (visible(text) != text)
    return printed_word(text);
  std::string word = "'";
  for (const char letter : text)
    word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

} // namespace malha
