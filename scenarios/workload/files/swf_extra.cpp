// SPDX-License-Identifier: MIT
#include "swf_extra.hpp"

#include "field_values.hpp"
#include "metadata.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "swf.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace malha::swf {
namespace {

const std::string fields_setting = "workload.fields";
constexpr std::size_t most_fields = 1000; // of a line; a larger number is a slip

std::size_t place_of(const MappedField& field) {
  const auto number = parse_number<std::size_t>(field.where);
  if (!number || *number < 1 || *number > most_fields)
    throw InputError("setting " + fields_setting + ": field '" + field.where + "' of '" + field.what +
                     "' is no field of a line; valid: an integer, from 1 to " + std::to_string(most_fields));
  return *number - 1;
}

void split_words(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find_first_of(" \t\r", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = std::min(line.find_first_not_of(" \t\r", end), line.size());
  }
}

} // namespace

ExtraFields::ExtraFields(const std::string& map) {
  if (!map.empty())
    map_ = field_map(fields_setting, map, {{"nodes", count_forms}, {"limit", duration_forms}});
  std::set<std::size_t> behind;
  for (const auto& field : map_) {
    places_.push_back(place_of(field));
    if (places_.back() >= fields)
      behind.insert(places_.back());
    if (field.what == "nodes")
      nodes_ = &field;
    else if (field.what == "limit")
      limit_ = &field;
  }
  named_behind_ = fields + behind.size();
}

void ExtraFields::read(std::string_view line, const LineReader& lines) {
  split_words(line, words_);
  nodes_value_ = limit_value_ = unknown;
  metadata_.clear();
  for (std::size_t i = 0; i < map_.size(); ++i) {
    const auto& field = map_[i];
    const auto name = "field " + field.where + " (" + field.what + ")";
    if (places_[i] >= words_.size())
      lines.bad_row("has " + std::to_string(words_.size()) + " fields, and " + fields_setting +
                        " says that field " + field.where + " is '" + field.what + "'; valid: at least " +
                        field.where,
                    "wrong number of fields");
    const auto word = words_[places_[i]];
    if (is_unknown(word))
      continue;
    std::optional<double> value = 0;
    if (&field == nodes_)
      value = nodes_value_ = count_in(word, field.form).value_or(unknown);
    else if (&field == limit_)
      value = limit_value_ = duration_in(word, field.form).value_or(unknown);
    else if (!append_metadata(metadata_, field.what + "=" + metadata_text(std::string(word))))
      lines.bad_row(name + " is too long; valid: metadata of at most " + std::to_string(longest_metadata) +
                        " characters",
                    name);
    if (value == unknown)
      lines.bad_row(name + " is " + quoted(word) + "; valid: " + valid_in(field.form), name);
  }
}

} // namespace malha::swf
