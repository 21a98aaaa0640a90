// SPDX-License-Identifier: MIT
#include "csv_columns.hpp"

#include "metadata.hpp"
#include "policies/sdk/errors.hpp"

#include <algorithm>

namespace malha {
namespace {

const std::string columns_setting = "workload.columns";

const std::vector<KnownField>& known_columns() {
  static const std::vector<std::string> texts{"text"};
  static const std::vector<KnownField> all{
      {"job", texts},      {"submit", date_forms}, {"run", duration_forms},   {"start", date_forms},
      {"end", date_forms}, {"nodes", count_forms}, {"limit", duration_forms}, {"user", texts},
      {"queue", texts},    {"state", texts}};
  return all;
}

std::string_view without_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// What else a field could be written like, for somebody who gave the wrong form.
std::string other_forms(const MappedField& field) {
  for (const auto& known : known_columns())
    if (known.what == field.what && known.forms.size() > 1)
      return "; forms of " + field.what + ": " + listed(known.forms);
  return "";
}

} // namespace

CsvColumns::CsvColumns(const CsvRows& rows, const std::string& file, const std::string& map) : rows_(rows) {
  if (map.empty())
    throw InputError(file + ": setting " + columns_setting +
                     " is missing, which says what its columns hold; valid: such as "
                     "submit:COLUMN:date,run:COLUMN,nodes:COLUMN; its columns: " +
                     listed(rows.names()));
  for (const auto& field : field_map(columns_setting, map, known_columns())) {
    if (field.what == "state" || field.what.find('.') != std::string::npos)
      kept_.push_back(field.what);
    columns_[field.what] = {field, place_of(field, file)};
  }
  check_whole(file);
}

void CsvColumns::check_whole(const std::string& file) const {
  const std::string begin = file + ": setting " + columns_setting;
  const auto check_has = [&](const std::string& needed) {
    if (!has(needed))
      throw InputError(begin + " names no column for '" + needed + "'; valid: " + needed + ":COLUMN");
  };
  check_has("submit");
  check_has("nodes");
  if (has("run") ? has("start") || has("end") : !(has("start") && has("end")))
    throw InputError(begin + " must say once how long jobs ran; valid: run:COLUMN, or both start:COLUMN and "
                             "end:COLUMN");
}

std::size_t CsvColumns::place_of(const MappedField& field, const std::string& file) const {
  const auto& names = rows_.names();
  const auto found = std::find(names.begin(), names.end(), field.where);
  if (found == names.end())
    throw InputError(file + ":1: has no column '" + field.where + "', which " + columns_setting +
                     " names for '" + field.what + "'; valid: " + listed(names));
  if (std::find(found + 1, names.end(), field.where) != names.end())
    throw InputError(file + ":1: has column '" + field.where + "' twice, which " + columns_setting +
                     " names for '" + field.what + "'; valid: once");
  return static_cast<std::size_t>(found - names.begin());
}

std::string_view CsvColumns::value(const std::string& what) const {
  const auto found = columns_.find(what);
  if (found == columns_.end())
    return "";
  const auto text = without_blanks(rows_.field(found->second.place));
  return is_unknown(text) ? "" : text;
}

void CsvColumns::fail(const std::string& what, const std::string& valid) const {
  const auto& column = columns_.at(what);
  rows_.fail("column '" + column.field.where + "' (" + what + ") is " +
             quoted(without_blanks(rows_.field(column.place))) + "; valid: " + valid);
}

std::string CsvColumns::text(const std::string& what) const {
  const auto found = value(what);
  if (std::any_of(found.begin(), found.end(), [](unsigned char c) { return c < ' ' || c == 127; }))
    fail(what, "a text without ends of lines and other control characters");
  return std::string(found);
}

template <class Value>
std::optional<Value> CsvColumns::read(const std::string& what,
                                      std::optional<Value> (*in)(std::string_view,
                                                                 const std::string&)) const {
  const auto text = value(what);
  if (text.empty())
    return std::nullopt;
  const auto& field = columns_.at(what).field;
  const auto read = in(text, field.form);
  if (!read)
    fail(what, valid_in(field.form) + other_forms(field));
  return read;
}

std::optional<TraceDate> CsvColumns::date(const std::string& what) const { return read(what, date_in); }

std::optional<Seconds> CsvColumns::duration(const std::string& what) const { return read(what, duration_in); }

std::optional<int> CsvColumns::count(const std::string& what) const { return read(what, count_in); }

std::string CsvColumns::metadata() const {
  std::string metadata;
  for (const auto& what : kept_) {
    const auto text = value(what);
    if (!text.empty() && !append_metadata(metadata, what + "=" + metadata_text(std::string(text))))
      fail(what, "metadata of at most " + std::to_string(longest_metadata) + " characters");
  }
  return metadata;
}

} // namespace malha
