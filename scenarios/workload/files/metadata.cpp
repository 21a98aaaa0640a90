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

/// Calls `take` with the key and the text of each entry.
template <class Take>
void each_entry(const std::string& metadata, Take&& take) {
  for (const auto& entry : split(metadata, ';')) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos)
      continue;
    const auto text = entry.substr(equals + 1);
    const auto quoted =
        text.empty() || text.front() != '"' ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
    take(entry.substr(0, equals), quoted.is_string() ? quoted.get<std::string>() : text);
  }
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

std::string entry_of_metadata(const std::string& metadata, const std::string& key) {
  std::string found;
  if (metadata.find(key + "=") != std::string::npos)
    each_entry(metadata, [&](const std::string& name, const std::string& text) {
      if (name == key)
        found = text;
    });
  return found;
}

void read_credentials(Job& job) {
  if (job.metadata.empty())
    return;
  const std::map<std::string, SharedText*> places{{"account", &job.account},
                                                  {"group", &job.group},
                                                  {"partition", &job.partition},
                                                  {"qos", &job.qos},
                                                  {"executable", &job.executable}};
  each_entry(job.metadata, [&](const std::string& name, const std::string& text) {
    if (const auto place = places.find(name); place != places.end())
      *place->second = text;
  });
}

} // namespace malha
