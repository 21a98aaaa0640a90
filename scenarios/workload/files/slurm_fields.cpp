// SPDX-License-Identifier: MIT
#include "slurm_fields.hpp"

#include "field_values.hpp"
#include "policies/sdk/numbers.hpp"

#include <cmath>

namespace malha {
namespace {

using nlohmann::json;

constexpr double no_end = std::numeric_limits<double>::infinity();
constexpr const char* a_number = R"(a number, or {"set": …, "infinite": …, "number": …})";

bool is_flag(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

} // namespace

std::optional<double> SlurmFields::number(const std::string& key) const {
  if (!fields_.has(key))
    return std::nullopt;
  const json& value = fields_.object()[key];
  const bool is_nested = value.is_object();
  if (is_nested && is_flag(value, "infinite"))
    return no_end;
  if (value.is_null() || (is_nested && !is_flag(value, "set")))
    return std::nullopt;
  const json& number = is_nested && value.contains("number") ? value["number"] : value;
  if (number.is_number())
    return number.get<double>();
  const auto parsed =
      number.is_string() ? parse_number<double>(number.get_ref<const std::string&>()) : std::nullopt;
  if (!parsed || !std::isfinite(*parsed))
    fields_.refuse(key, a_number);
  return parsed;
}

double SlurmFields::required(const std::string& key, const std::string& valid, double low) const {
  fields_.required(key, valid);
  const auto found = number(key);
  if (!found || !(*found >= low) || *found == no_end)
    fields_.refuse(key, valid);
  return *found;
}

std::int64_t SlurmFields::required_whole(const std::string& key, const std::string& valid,
                                         std::int64_t low) const {
  constexpr double most = 9007199254740992; // whole numbers up to it are exact
  const double found = required(key, valid, static_cast<double>(low));
  if (found != std::floor(found) || found > most)
    fields_.refuse(key, valid);
  return static_cast<std::int64_t>(found);
}

Seconds SlurmFields::date(const std::string& key) const {
  const std::string valid = "a date in s since 1970";
  const Seconds found = required(key, valid, 0);
  if (found >= end_of_dates)
    fields_.refuse(key, valid);
  return found;
}

Seconds SlurmFields::date_if_any(const std::string& key) const {
  const auto found = number(key).value_or(0);
  return found > 0 && found < end_of_dates ? found : 0;
}

std::string SlurmFields::text(const std::string& key) const {
  return fields_.has(key) && !fields_.object()[key].is_null() ? fields_.line(key) : "";
}

std::set<std::string> SlurmFields::words(const std::string& key, const std::string& valid) const {
  const json& value = fields_.required(key, valid);
  if (value.is_string())
    return {value.get<std::string>()};
  std::set<std::string> words;
  if (!value.is_array() || value.empty())
    fields_.refuse(key, valid);
  for (const auto& word : value) {
    if (!word.is_string())
      fields_.refuse(key, valid);
    words.insert(word.get<std::string>());
  }
  return words;
}

bool SlurmFields::is_true(const std::string& key) const { return is_flag(fields_.object(), key.c_str()); }

} // namespace malha
