// SPDX-License-Identifier: MIT
#include "assets.hpp"

#include "embedded_assets.hpp"

#include <algorithm>
#include <stdexcept>

namespace malha::page {
namespace {

unsigned digit(char letter) {
  return static_cast<unsigned>(letter <= '9' ? letter - '0' : letter - 'a' + 10);
}

/// Bytes that are given as hexadecimal digits, in base64.
std::string base64(std::string_view hexadecimal) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned bits = 0;
  unsigned number = 0; // of bits that are not written yet
  for (const char letter : hexadecimal) {
    bits = (bits << 4U | digit(letter)) & 0xFFFFU;
    number += 4;
    if (number >= 6) {
      number -= 6;
      text += letters[bits >> number & 63U];
    }
  }
  if (number > 0)
    text += letters[bits << (6 - number) & 63U];
  while (text.size() % 4 != 0)
    text += '=';
  return text;
}

} // namespace

const Asset& asset(std::string_view name) {
  const auto* const found = std::find_if(std::begin(embedded_assets), std::end(embedded_assets),
                                         [&](const auto& one) { return one.name == name; });
  if (found == std::end(embedded_assets))
    throw std::out_of_range("no asset " + std::string(name));
  return *found;
}

std::string policy_hash(const Asset& asset) { return "'sha256-" + base64(asset.sha256) + "'"; }

} // namespace malha::page
