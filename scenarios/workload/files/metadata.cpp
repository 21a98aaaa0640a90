// SPDX-License-Identifier: MIT
#include "metadata.hpp"

#include <algorithm>

namespace malha {
namespace {

bool is_plain(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return c < ' ' || c == 127 || c == '"' || c == '\\' || c == ';' || c == '=';
  });
}

} // namespace

std::string metadata_text(const nlohmann::json& value) {
  if (value.is_string() && is_plain(value.get_ref<const std::string&>()))
    return value.get<std::string>();
  std::string text;
  for (const char c : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
    text += c == ';' ? "\\u003b" : c == 127 ? "\\u007f" : std::string(1, c);
  return text;
}

bool append_metadata(std::string& metadata, const std::string& entry) {
  if (metadata.size() + entry.size() > longest_metadata)
    return false;
  metadata += (metadata.empty() ? "" : ";") + entry;
  return true;
}

} // namespace malha
