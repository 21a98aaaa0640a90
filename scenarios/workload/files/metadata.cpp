// SPDX-License-Identifier: MIT
#include "metadata.hpp"

#include "policies/sdk/plain_text.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

bool is_plain(const std::string& text) {
  return text.find_first_of("\"\\;=") == std::string::npos && !forbidden_in(text, true);
}

} // namespace

std::string metadata_text(const nlohmann::json& value) {
  if (value.is_string() && is_plain(value.get_ref<const std::string&>()))
    return value.get<std::string>();
  std::string text;
  auto dumped = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (forbidden_in(dumped, true))
    dumped = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  for (const char c : dumped)
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
