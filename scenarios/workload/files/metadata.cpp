// SPDX-License-Identifier: MIT
#include "metadata.hpp"

#include "policies/sdk/plain_text.hpp"
#include "policies/sdk/split.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

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

void read_credentials(Job& job) {
  const std::string& metadata = job.metadata;
  if (metadata.empty())
    return;
  const std::map<std::string, SharedText*> places{{"account", &job.account},
                                                  {"group", &job.group},
                                                  {"partition", &job.partition},
                                                  {"qos", &job.qos},
                                                  {"executable", &job.executable}};
  for (const auto& entry : split(metadata, ';')) {
    const auto equals = std::min(entry.find('='), entry.size());
    const auto place = places.find(entry.substr(0, equals));
    if (place == places.end() || equals == entry.size())
      continue;
    const auto text = entry.substr(equals + 1);
    const auto quoted =
        text.empty() || text.front() != '"' ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
    *place->second = quoted.is_string() ? quoted.get<std::string>() : text;
  }
}

} // namespace malha
