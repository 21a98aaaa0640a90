// SPDX-License-Identifier: MIT
#include "readable.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

using nlohmann::json;

bool is_utf8(const std::string& text) {
  try {
    json(text).dump();
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

std::string readable_text(const std::string& text) {
  if (is_utf8(text))
    return text;
  std::string utf8;
  for (const char byte : text) {
    const auto letter = static_cast<unsigned char>(byte);
    if (letter < 0x80) {
      utf8 += static_cast<char>(letter);
    } else {
      utf8 += static_cast<char>(0xC0 | letter >> 6);
      utf8 += static_cast<char>(0x80 | (letter & 0x3F));
    }
  }
  return utf8;
}

} // namespace

json readable(const json& value) {
  if (value.is_string())
    return readable_text(value.get_ref<const std::string&>());
  json made = value;
  if (value.is_object()) {
    made = json::object();
    for (const auto& [key, one] : value.items())
      made[readable_text(key)] = readable(one);
  } else if (value.is_array()) {
    for (auto& one : made)
      one = readable(one);
  }
  return made;
}

} // namespace malha
