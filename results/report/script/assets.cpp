// SPDX-License-Identifier: MIT
#include "assets.hpp"

#include "base64.hpp"
#include "embedded_assets.hpp"

#include <algorithm>
#include <stdexcept>

namespace malha::page {
namespace {

unsigned digit(char letter) {
  return static_cast<unsigned>(letter <= '9' ? letter - '0' : letter - 'a' + 10);
}

/// The bytes that hexadecimal digits say.
std::string bytes_of(std::string_view hexadecimal) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    bytes += static_cast<char>(digit(hexadecimal[i]) << 4U | digit(hexadecimal[i + 1]));
  return bytes;
}

} // namespace

const Asset& asset(std::string_view name) {
  const auto* const found = std::find_if(std::begin(embedded_assets), std::end(embedded_assets),
                                         [&](const auto& one) { return one.name == name; });
  if (found == std::end(embedded_assets))
    throw std::out_of_range("no asset " + std::string(name));
  return *found;
}

std::string policy_hash(const Asset& asset) { return "'sha256-" + base64(bytes_of(asset.sha256)) + "'"; }

} // namespace malha::page
