// SPDX-License-Identifier: MIT
#include "json_fields.hpp"

#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/plain_text.hpp"
#include "strict_json.hpp"

#include <algorithm>

namespace malha {

using nlohmann::json;

std::string shown(const json& value) {
  constexpr std::size_t most = 40;
  const auto text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > most ? text.substr(0, most) + "…" : text;
}

JsonFields::JsonFields(std::string who, const json& object) : who_(std::move(who)), object_(object) {
  if (!object.is_object())
    fail(" is " + shown(object) + "; valid: an object");
}

void JsonFields::accept_only(const std::vector<std::string>& keys) const {
  for (const auto& [key, value] : object_.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      fail(" has an unknown key '" + key + "'; valid: " + listed(keys));
}

const json& JsonFields::required(const std::string& key, const std::string& valid) const {
  if (!has(key))
    fail(" has no '" + key + "'; valid: " + valid);
  return object_[key];
}

double JsonFields::number(const std::string& key, double low) const {
  const std::string valid = "a number, at least " + shortest(low);
  const auto& value = required(key, valid);
  if (!value.is_number() || !(value.get<double>() >= low))
    refuse(key, valid);
  return value.get<double>();
}

int JsonFields::count(const std::string& key, int most) const {
  const std::string valid = "an integer, from 1 to " + std::to_string(most);
  const auto& value = required(key, valid);
  if (!value.is_number_integer() || value < 1 || value > most)
    refuse(key, valid);
  return value.get<int>();
}

bool JsonFields::flag(const std::string& key) const {
  const std::string valid = "true, false";
  const auto& value = required(key, valid);
  if (!value.is_boolean())
    refuse(key, valid);
  return value.get<bool>();
}

std::string JsonFields::text(const std::string& key) const {
  if (auto found = line(key); found.find('"') == std::string::npos)
    return found;
  refuse(key, "text without quotes and control characters");
}

std::string JsonFields::line(const std::string& key) const {
  const std::string valid = "text without quotes and control characters";
  const auto& value = required(key, valid);
  if (!value.is_string())
    refuse(key, valid);
  const auto& found = value.get_ref<const std::string&>();
  if (forbidden_in(found, true))
    refuse(key, valid);
  return found;
}

void JsonFields::refuse(const std::string& key, const std::string& valid) const {
  fail(": '" + key + "' is " + shown(object_[key]) + "; valid: " + valid);
}

json json_of_file(const std::filesystem::path& path, const std::string& valid) {
  const std::string file = path.string();
  refuse_endless(file);
  const auto bytes = all_bytes(file);
  if (!bytes)
    throw InputError(file + ": cannot be read");
  const auto& text = *bytes;
  if (const auto nesting = nesting_of(text); nesting > deepest_json)
    throw InputError(file + ": is nested " + std::to_string(nesting) + " deep; valid: at most " +
                     std::to_string(deepest_json));
  try {
    return strict_json(text, file);
  } catch (const json::parse_error& error) {
    const auto read = static_cast<std::ptrdiff_t>(std::min(error.byte > 0 ? error.byte - 1 : 0, text.size()));
    const auto line = 1 + std::count(text.begin(), text.begin() + read, '\n');
    throw InputError(file + ":" + std::to_string(line) + ": is not JSON at byte " +
                     std::to_string(error.byte) + "; valid: " + valid);
  } catch (const json::exception&) {
    throw InputError(file + ": holds a number beyond all numbers; valid: " + valid);
  }
}

} // namespace malha
