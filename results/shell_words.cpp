// SPDX-License-Identifier: MIT
#include "shell_words.hpp"

#include <algorithm>
#include <string_view>

namespace malha {

bool is_plain_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("._-/=:,@+").find(letter) != std::string_view::npos;
  });
}

std::string shell_word(const std::string& text) {
  if (is_plain_word(text))
    return text;
  std::string word = "'";
  for (const char letter : text)
    word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

} // namespace malha
