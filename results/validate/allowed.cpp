// SPDX-License-Identifier: MIT
#include "allowed.hpp"

#include "policies/sdk/errors.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace malha {
namespace {

using nlohmann::json;

constexpr const char* attempts_end = "attempts_end"; ///< the key of the list of outcomes

bool has_amount(const TraitWord& word) { return *word.unit != '\0'; }

/// The amount of a trait by its value in a manifest: 0 for a trait without amount. None if no run writes such
/// a value.
std::optional<double> amount_in(const json& value, const TraitWord& word) {
  if (!has_amount(word))
    return value == true ? std::optional(0.0) : std::nullopt;
  const double least = word.trait == Trait::copies ? 1 : 0; // one attempt may run in any case
  if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() < least)
    return std::nullopt;
  return value.get<double>();
}

bool is_list_of_texts(const json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const json& one) { return one.is_string(); });
}

} // namespace

void Allowed::add(Trait trait, double amount) {
  const auto [known, is_new] = traits.emplace(trait, amount);
  if (!is_new)
    known->second = std::max(known->second, amount);
}

json json_of(const Allowed& allowed) {
  json shows{{attempts_end, allowed.attempts_end}};
  for (const auto& [trait, amount] : allowed.traits) {
    const auto& word = word_of(trait);
    shows[word.word] = has_amount(word) ? json(amount) : json(true);
  }
  return shows;
}

std::optional<Allowed> allowed_in(const json& manifest, const std::string& file) {
  if (!manifest.is_object() || !manifest.contains("shows"))
    return std::nullopt;
  Allowed allowed;
  const auto refuse = [&](const std::string& key) {
    throw InputError(file + ": 'shows' has a '" + key +
                     "' that no run writes; valid: a manifest that a run wrote");
  };
  const auto& shows = manifest["shows"];
  if (!shows.is_object())
    throw InputError(file + ": 'shows' is not an object; valid: a manifest that a run wrote");
  for (const auto& [key, value] : shows.items()) {
    const auto* const word = std::find_if(std::begin(trait_words), std::end(trait_words),
                                          [&key = key](const TraitWord& known) { return known.word == key; });
    if (key == attempts_end && is_list_of_texts(value))
      allowed.attempts_end = value.get<std::set<std::string>>();
    else if (const auto amount = word == std::end(trait_words) ? std::nullopt : amount_in(value, *word))
      allowed.add(word->trait, *amount);
    else
      refuse(key);
  }
  return allowed;
}

} // namespace malha
